#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The nForce MAC's register offsets are ours; the unmodified driver's must agree.
# Two independent lists: left the name in nic_model/forcedeth/regs.h, right the driver's.
cd "$(dirname "$0")/.." || exit 1
src=${B:-build}/linux/src/drivers/net/ethernet/nvidia/forcedeth.c
[ -f "$src" ] || src=build/linux/src/drivers/net/ethernet/nvidia/forcedeth.c
[ -f "$src" ] || { echo "no unpacked kernel source: see docs/real-code.md"; exit 77; }

pairs='IRQ_STATUS IrqStatus
IRQ_MASK IrqMask
SETUP6 UnknownSetupReg6
POLL_INTERVAL PollingInterval
MSI_MAP0 MSIMap0
MSI_MAP1 MSIMap1
MSI_MASK MSIIrqMask
MAC_RESET MacReset
MISC1 Misc1
TX_CTL TransmitterControl
TX_STATUS TransmitterStatus
PFF PacketFilterFlags
RX_BUFFER_SIZE OffloadConfig
RX_CTL ReceiverControl
RX_STATUS ReceiverStatus
SLOT_TIME SlotTime
TX_DEFERRAL TxDeferral
RX_DEFERRAL RxDeferral
MAC_A MacAddrA
MAC_B MacAddrB
MCAST_A MulticastAddrA
MCAST_B MulticastAddrB
MCAST_MASK_A MulticastMaskA
MCAST_MASK_B MulticastMaskB
PHY_INTERFACE PhyInterface
BACKOFF BackOffControl
TX_RING TxRingPhysAddr
RX_RING RxRingPhysAddr
RING_SIZES RingSizes
TX_POLL TransmitPoll
LINK_SPEED LinkSpeed
SETUP5 UnknownSetupReg5
TX_WATERMARK TxWatermark
TXRX_CTL TxRxControl
TX_RING_HIGH TxRingPhysAddrHigh
RX_RING_HIGH RxRingPhysAddrHigh
TX_PAUSE TxPauseFrame
TX_PAUSE_LIMIT TxPauseFrameLimit
MII_STATUS MIIStatus
MII_MASK MIIMask
ADAPTER_CTL AdapterControl
MII_SPEED MIISpeed
MII_CTL MIIControl
MII_DATA MIIData
S_TX_UNICAST TxUnicast
S_TX_MULTICAST TxMulticast
S_TX_BROADCAST TxBroadcast
WAKE_UP WakeUpFlags
MGMT_GET_VERSION MgmtUnitGetVersion
MGMT_VERSION MgmtUnitVersion
POWER_CAP PowerCap
POWER_STATE PowerState
MGMT_CONTROL MgmtUnitControl
S_TX_BYTES TxCnt
S_TX_ZERO_RETRY TxZeroReXmt
S_TX_ONE_RETRY TxOneReXmt
S_TX_MANY_RETRY TxManyReXmt
S_TX_LATE_COL TxLateCol
S_TX_UNDERFLOW TxUnderflow
S_TX_NO_CARRIER TxLossCarrier
S_TX_EXCESS_DEFER TxExcessDef
S_TX_RETRY_ERROR TxRetryErr
S_RX_FRAME_ERROR RxFrameErr
S_RX_EXTRA_BYTE RxExtraByte
S_RX_LATE_COL RxLateCol
S_RX_RUNT RxRunt
S_RX_TOO_LONG RxFrameTooLong
S_RX_OVERFLOW RxOverflow
S_RX_FCS_ERROR RxFCSErr
S_RX_ALIGN_ERROR RxFrameAlignErr
S_RX_LENGTH_ERROR RxLenErr
S_RX_UNICAST RxUnicast
S_RX_MULTICAST RxMulticast
S_RX_BROADCAST RxBroadcast
S_TX_DEFER TxDef
S_TX_FRAMES TxFrame
S_RX_BYTES RxCnt
S_TX_PAUSE TxPause
S_RX_PAUSE RxPause
S_RX_DROP RxDropFrame
VLAN_CTL VlanControl
MSIX_MAP0 MSIXMap0
MSIX_MAP1 MSIXMap1
MSIX_STATUS MSIXIrqStatus
POWER_STATE2 PowerState2'

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# Theirs: every register of the driver, by offset.
sed -n 's/^[[:space:]]*NvReg\([A-Za-z0-9]*\) = \(0x[0-9a-fA-F]*\),.*/\1 \2/p' "$src" >"$tmp/theirs"
[ "$(wc -l <"$tmp/theirs")" -gt 80 ] || { echo "cannot read the driver's list"; exit 1; }
# Ours: through the compiler.
{
	printf '%s\n' '#include <stdio.h>' '#include "nic_model/forcedeth/regs.h"' 'int main(void) {'
	echo "$pairs" | while read -r ours theirs; do
		printf '%s\n' "puts(\"$theirs\"); printf(\"%u\\n\", FE_AT_$ours);"
	done
	printf '%s\n' 'return 0; }'
} >"$tmp/ours.c"
cc -w -std=gnu11 -I. -o "$tmp/ours" "$tmp/ours.c" 2>"$tmp/log" || { head -5 "$tmp/log"; exit 1; }
"$tmp/ours" | paste -d' ' - - | sort >"$tmp/b"
while read -r name value; do echo "$name $((value))"; done <"$tmp/theirs" | sort >"$tmp/a"
diff "$tmp/a" "$tmp/b" || { echo "< the driver's, > ours"; exit 1; }
echo "$(wc -l <"$tmp/b") registers agree"
