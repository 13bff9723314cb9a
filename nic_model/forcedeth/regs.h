/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Register map of the nForce Ethernet MAC (MCP79 class), from what is publicly
 * known of it: there is no data sheet; the Linux and BSD drivers are the
 * reference.  The section column names the driver function (Linux 6.1
 * drivers/net/ethernet/nvidia/forcedeth.c) that shows what a register does.
 */
#ifndef NICPATH_NIC_MODEL_FORCEDETH_REGS_H
#define NICPATH_NIC_MODEL_FORCEDETH_REGS_H

#define FE_WINDOW 0x1000u /* bytes of the register window */

/* Interrupt bits (IRQ_STATUS, IRQ_MASK, MSIX_STATUS). */
enum {
	FE_IRQ_RX_ERROR = 1 << 0,
	FE_IRQ_RX = 1 << 1,
	FE_IRQ_RX_NOBUF = 1 << 2,
	FE_IRQ_TX_ERROR = 1 << 3,
	FE_IRQ_TX_OK = 1 << 4,
	FE_IRQ_TIMER = 1 << 5,
	FE_IRQ_LINK = 1 << 6,
	FE_IRQ_RX_FORCED = 1 << 7,
	FE_IRQ_TX_FORCED = 1 << 8,
	FE_IRQ_ALL = 0x83ff,
	FE_IRQ_RX_ALL = FE_IRQ_RX_ERROR | FE_IRQ_RX | FE_IRQ_RX_NOBUF | FE_IRQ_RX_FORCED,
	FE_IRQ_TX_ALL = FE_IRQ_TX_ERROR | FE_IRQ_TX_OK | FE_IRQ_TX_FORCED,
};

/* TXRX_CTL */
enum {
	FE_CTL_KICK = 1 << 0,
	FE_CTL_PREPARE = 1 << 1, /* sets SETUP5 bit 31 */
	FE_CTL_IDLE = 1 << 3,
	FE_CTL_RESET = 1 << 4,
	FE_CTL_VLAN_STRIP = 1 << 6,
	FE_CTL_VLAN_INSERT = 1 << 7,
	FE_CTL_RX_CHECK = 1 << 10,
	FE_CTL_DESC3 = 0x2200, /* these two: 16-byte descriptors */
};

#define FE_CTL_START	    1u /* TX_CTL, RX_CTL */
#define FE_BUSY		    1u /* TX_STATUS, RX_STATUS */
#define FE_SETUP5_READY	    (1u << 31)
#define FE_MISC_PAUSE_TX    1u
#define FE_PFF_PAUSE_RX	    0x08u
#define FE_PFF_LOOPBACK	    0x10u
#define FE_PFF_MY_ADDRESS   0x20u
#define FE_PFF_PROMISCUOUS  0x80u
#define FE_MII_ERROR	    0x0001u /* MII_STATUS */
#define FE_MII_LINK_CHANGE  0x0008u /* MII_STATUS, MII_MASK */
#define FE_MIICTL_BUSY	    0x8000u
#define FE_MIICTL_WRITE	    0x0400u
#define FE_MIICTL_PHY_SHIFT 5
#define FE_PHY_RGMII	    0x10000000u
#define FE_MSI_VECTOR0	    1u /* MSI_MASK */
#define FE_MAC_RESET	    0xf3u

/* Descriptor, version 3: four little-endian words. */
enum { FE_D_HIGH, FE_D_LOW, FE_D_VLAN, FE_D_FLAGS, FE_D_WORDS };
#define FE_DESC_BYTES	16u
#define FE_LEN_MASK	0x3fffu
#define FE_TX_VALID	(1u << 31)
#define FE_TX_LAST	(1u << 29)
#define FE_TX_TSO	(1u << 28)
#define FE_TX_MSS_SHIFT 14 /* with TSO; otherwise: */
#define FE_TX_CSUM_L3	(1u << 27)
#define FE_TX_CSUM_L4	(1u << 26)
#define FE_TX_VLAN	(1u << 18) /* in the VLAN word */
#define FE_TX_ERROR	(1u << 30)
#define FE_RX_AVAIL	(1u << 31)
#define FE_RX_ERROR	(1u << 30)
#define FE_RX_VALID	(1u << 29)
#define FE_RX_CSUM_IP	0x10000000u
#define FE_RX_CSUM_TCP	0x14000000u
#define FE_RX_CSUM_UDP	0x18000000u
#define FE_RX_CRC_ERROR (1u << 22)
#define FE_RX_VLAN	(1u << 16) /* in the LOW word */

/* Statistics: cleared by reading. */
#define FE_STAT(R, name, offset)                                                                   \
	R(name, offset, 4, 1, 0, 0xffffffff, 0, 0xffffffff, NULL, NULL, "nv_update_stats")
/* Kept as written. */
#define FE_PLAIN(R, name, offset, reset, section)                                                  \
	R(name, offset, 4, 1, reset, 0, 0, 0, NULL, NULL, section)

/* clang-format off */
#define FE_REGS(R)                                                                                 \
	R(IRQ_STATUS, 0x000, 4, 1, 0, 0, FE_IRQ_ALL, 0, NULL, fe_irq_status_write,               \
	  "nv_nic_irq_optimized")                                                                  \
	R(IRQ_MASK, 0x004, 4, 1, 0, 0, 0, 0, NULL, fe_irq_mask_write, "nv_enable_hw_interrupts")   \
	R(SETUP6, 0x008, 4, 1, 0, 0, 0, 0, NULL, fe_timer_write, "nv_open")                        \
	R(POLL_INTERVAL, 0x00c, 4, 1, 0, 0, 0, 0, NULL, fe_timer_write, "nv_open")                 \
	FE_PLAIN(R, MSI_MAP0, 0x020, 0, "nv_request_irq")                                          \
	FE_PLAIN(R, MSI_MAP1, 0x024, 0, "nv_request_irq")                                          \
	R(MSI_MASK, 0x030, 4, 1, 0, 0, 0, 0, NULL, fe_msi_mask_write, "nv_msi_workaround")         \
	R(MAC_RESET, 0x034, 4, 1, 0, 0, 0, 0, NULL, fe_mac_reset_write, "nv_mac_reset")            \
	FE_PLAIN(R, MISC1, 0x080, 0, "nv_update_pause")                                            \
	R(TX_CTL, 0x084, 4, 1, 0, 0, 0, 0, NULL, fe_tx_ctl_write, "nv_start_tx")                   \
	R(TX_STATUS, 0x088, 4, 1, 0, 0xffffffff, 0, 0, fe_tx_status_read, NULL, "nv_stop_tx")      \
	R(PFF, 0x08c, 4, 1, 0, 0, 0, 0, NULL, fe_pff_write, "nv_set_multicast")                    \
	FE_PLAIN(R, RX_BUFFER_SIZE, 0x090, 0x601, "nv_change_mtu")                                 \
	R(RX_CTL, 0x094, 4, 1, 0, 0, 0, 0, NULL, fe_rx_ctl_write, "nv_start_rx")                   \
	R(RX_STATUS, 0x098, 4, 1, 0, 0xffffffff, 0, 0, fe_rx_status_read, NULL, "nv_stop_rx")      \
	FE_PLAIN(R, SLOT_TIME, 0x09c, 0, "nv_update_linkspeed")                                    \
	FE_PLAIN(R, TX_DEFERRAL, 0x0a0, 0, "nv_update_linkspeed")                                  \
	FE_PLAIN(R, RX_DEFERRAL, 0x0a4, 0, "nv_open")                                              \
	FE_PLAIN(R, MAC_A, 0x0a8, 0, "nv_copy_mac_to_hw")                                          \
	FE_PLAIN(R, MAC_B, 0x0ac, 0, "nv_copy_mac_to_hw")                                          \
	FE_PLAIN(R, MCAST_A, 0x0b0, 0, "nv_set_multicast")                                         \
	FE_PLAIN(R, MCAST_B, 0x0b4, 0, "nv_set_multicast")                                         \
	FE_PLAIN(R, MCAST_MASK_A, 0x0b8, 0, "nv_set_multicast")                                    \
	FE_PLAIN(R, MCAST_MASK_B, 0x0bc, 0, "nv_set_multicast")                                    \
	FE_PLAIN(R, PHY_INTERFACE, 0x0c0, FE_PHY_RGMII, "phy_init")                                \
	FE_PLAIN(R, BACKOFF, 0x0c4, 0, "nv_gear_backoff_reseed")                                   \
	R(TX_RING, 0x100, 4, 1, 0, 0, 0, 0, NULL, fe_ring_write, "setup_hw_rings")                 \
	R(RX_RING, 0x104, 4, 1, 0, 0, 0, 0, NULL, fe_ring_write, "setup_hw_rings")                 \
	R(RING_SIZES, 0x108, 4, 1, 0, 0, 0, 0, NULL, fe_ring_write, "setup_hw_rings")              \
	FE_PLAIN(R, TX_POLL, 0x10c, 0, "nv_probe")                                                 \
	FE_PLAIN(R, LINK_SPEED, 0x110, 0, "nv_update_linkspeed")                                   \
	R(SETUP5, 0x130, 4, 1, 0, FE_SETUP5_READY, 0, 0, NULL, NULL, "nv_open")                    \
	FE_PLAIN(R, TX_WATERMARK, 0x13c, 0, "nv_update_linkspeed")                                 \
	R(TXRX_CTL, 0x144, 4, 1, 0, 0, 0, 0, fe_txrx_read, fe_txrx_write, "nv_txrx_reset")         \
	R(TX_RING_HIGH, 0x148, 4, 1, 0, 0, 0, 0, NULL, fe_ring_write, "setup_hw_rings")            \
	R(RX_RING_HIGH, 0x14c, 4, 1, 0, 0, 0, 0, NULL, fe_ring_write, "setup_hw_rings")            \
	FE_PLAIN(R, TX_PAUSE, 0x170, 0, "nv_update_pause")                                         \
	FE_PLAIN(R, TX_PAUSE_LIMIT, 0x174, 0, "nv_update_pause")                                   \
	R(MII_STATUS, 0x180, 4, 1, 0, 0, 0xf, 0, NULL, fe_mii_status_write, "nv_link_irq")         \
	R(MII_MASK, 0x184, 4, 1, 0, 0, 0, 0, NULL, fe_mii_status_write, "nv_open")                 \
	FE_PLAIN(R, ADAPTER_CTL, 0x188, 0, "nv_open")                                              \
	FE_PLAIN(R, MII_SPEED, 0x18c, 0, "nv_open")                                                \
	R(MII_CTL, 0x190, 4, 1, 0, 0, 0, 0, fe_mii_ctl_read, fe_mii_ctl_write, "mii_rw")           \
	FE_PLAIN(R, MII_DATA, 0x194, 0, "mii_rw")                                                  \
	FE_STAT(R, S_TX_UNICAST, 0x1a0)                                                            \
	FE_STAT(R, S_TX_MULTICAST, 0x1a4)                                                          \
	FE_STAT(R, S_TX_BROADCAST, 0x1a8)                                                          \
	FE_PLAIN(R, WAKE_UP, 0x200, 0, "nv_set_wol")                                               \
	FE_PLAIN(R, MGMT_GET_VERSION, 0x204, 0, "nv_mgmt_get_version")                             \
	FE_PLAIN(R, MGMT_VERSION, 0x208, 0, "nv_mgmt_get_version")                                 \
	FE_PLAIN(R, POWER_CAP, 0x268, 0, "unused by the driver")                                   \
	FE_PLAIN(R, POWER_STATE, 0x26c, 0x8000, "nv_open")                                         \
	FE_PLAIN(R, MGMT_CONTROL, 0x278, 0, "nv_probe")                                            \
	FE_STAT(R, S_TX_BYTES, 0x280)                                                              \
	FE_STAT(R, S_TX_ZERO_RETRY, 0x284)                                                         \
	FE_STAT(R, S_TX_ONE_RETRY, 0x288)                                                          \
	FE_STAT(R, S_TX_MANY_RETRY, 0x28c)                                                         \
	FE_STAT(R, S_TX_LATE_COL, 0x290)                                                           \
	FE_STAT(R, S_TX_UNDERFLOW, 0x294)                                                          \
	FE_STAT(R, S_TX_NO_CARRIER, 0x298)                                                         \
	FE_STAT(R, S_TX_EXCESS_DEFER, 0x29c)                                                       \
	FE_STAT(R, S_TX_RETRY_ERROR, 0x2a0)                                                        \
	FE_STAT(R, S_RX_FRAME_ERROR, 0x2a4)                                                        \
	FE_STAT(R, S_RX_EXTRA_BYTE, 0x2a8)                                                         \
	FE_STAT(R, S_RX_LATE_COL, 0x2ac)                                                           \
	FE_STAT(R, S_RX_RUNT, 0x2b0)                                                               \
	FE_STAT(R, S_RX_TOO_LONG, 0x2b4)                                                           \
	FE_STAT(R, S_RX_OVERFLOW, 0x2b8)                                                           \
	FE_STAT(R, S_RX_FCS_ERROR, 0x2bc)                                                          \
	FE_STAT(R, S_RX_ALIGN_ERROR, 0x2c0)                                                        \
	FE_STAT(R, S_RX_LENGTH_ERROR, 0x2c4)                                                       \
	FE_STAT(R, S_RX_UNICAST, 0x2c8)                                                            \
	FE_STAT(R, S_RX_MULTICAST, 0x2cc)                                                          \
	FE_STAT(R, S_RX_BROADCAST, 0x2d0)                                                          \
	FE_STAT(R, S_TX_DEFER, 0x2d4)                                                              \
	FE_STAT(R, S_TX_FRAMES, 0x2d8)                                                             \
	FE_STAT(R, S_RX_BYTES, 0x2dc)                                                              \
	FE_STAT(R, S_TX_PAUSE, 0x2e0)                                                              \
	FE_STAT(R, S_RX_PAUSE, 0x2e4)                                                              \
	FE_STAT(R, S_RX_DROP, 0x2e8)                                                               \
	FE_PLAIN(R, VLAN_CTL, 0x300, 0, "nv_vlan_mode")                                            \
	FE_PLAIN(R, MSIX_MAP0, 0x3e0, 0, "set_msix_vector_map")                                    \
	FE_PLAIN(R, MSIX_MAP1, 0x3e4, 0, "set_msix_vector_map")                                    \
	R(MSIX_STATUS, 0x3f0, 4, 1, 0, 0, FE_IRQ_ALL, 0, fe_msix_status_read,                      \
	  fe_msix_status_write, "nv_nic_irq_rx")                                                   \
	FE_PLAIN(R, POWER_STATE2, 0x600, 0, "nv_probe")
/* clang-format on */

/* Offsets by name: FE_AT_TXRX_CTL. */
#define FE_OFFSET(name, offset, ...) FE_AT_##name = (offset),
enum { FE_REGS(FE_OFFSET) };

#endif
