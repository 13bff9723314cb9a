/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Protocol counters by their kernel names, as nstat prints them: one list.
 * Registered under hosts.NAME.counters.
 */
#ifndef NICPATH_MODELS_SNMP_H
#define NICPATH_MODELS_SNMP_H

#include <stdint.h>

#define SNMP_LIST(M)                                                                                                                                        \
	M(IpInReceives)                                                                                                                                     \
	M(IpInHdrErrors)                                                                                                                                    \
	M(IpInAddrErrors) M(IpForwDatagrams) M(IpInDiscards) M(IpInDelivers) M(IpOutRequests) M(IpOutNoRoutes) M(                                           \
		TcpActiveOpens) M(TcpPassiveOpens) M(TcpAttemptFails) M(TcpEstabResets) M(TcpCurrEstab) M(TcpInSegs)                                        \
		M(TcpOutSegs) M(TcpRetransSegs) M(TcpInErrs) M(TcpInCsumErrors) M(TcpOutRsts) M(UdpInDatagrams) M(                                          \
			UdpNoPorts) M(UdpInErrors) M(UdpOutDatagrams) M(UdpRcvbufErrors) M(UdpSndbufErrors) M(TcpExtPruneCalled)                            \
			M(TcpExtRcvPruned) M(TcpExtOfoPruned) M(TcpExtTW) M(TcpExtDelayedACKs) M(TcpExtDelayedACKLocked) M(                                 \
				TcpExtDelayedACKLost) M(TcpExtListenOverflows) M(TcpExtListenDrops) M(TcpExtTCPPrequeued) M(TcpExtTCPDirectCopyFromBacklog) \
				M(TcpExtTCPDirectCopyFromPrequeue) M(TcpExtTCPPrequeueDropped) M(TcpExtTCPHPHits) M(                                        \
					TcpExtTCPHPHitsToUser) M(TcpExtTCPPureAcks) M(TcpExtTCPHPAcks) M(TcpExtTCPRenoRecovery)                             \
					M(TcpExtTCPSackRecovery) M(TcpExtTCPSACKReneging) M(TcpExtTCPFACKReorder) M(                                        \
						TcpExtTCPSACKReorder) M(TcpExtTCPRenoReorder) M(TcpExtTCPTSReorder) M(TcpExtTCPFullUndo)                    \
						M(TcpExtTCPPartialUndo) M(TcpExtTCPDSACKUndo) M(TcpExtTCPLossUndo) M(                                       \
							TcpExtTCPLoss) M(TcpExtTCPLostRetransmit) M(TcpExtTCPRenoFailures) M(TcpExtTCPSackFailures)         \
							M(TcpExtTCPLossFailures) M(TcpExtTCPFastRetrans) M(TcpExtTCPForwardRetrans) M(                      \
								TcpExtTCPSlowStartRetrans) M(TcpExtTCPTimeouts) M(TcpExtTCPRenoRecoveryFail)                \
								M(TcpExtTCPSackRecoveryFail) M(TcpExtTCPRcvCollapsed) M(                                    \
									TcpExtTCPDSACKOldSent) M(TcpExtTCPDSACKOfoSent) M(TcpExtTCPDSACKRecv)               \
									M(TcpExtTCPDSACKOfoRecv) M(TcpExtTCPAbortOnData) M(                                 \
										TcpExtTCPAbortOnClose) M(TcpExtTCPAbortOnMemory) M(TcpExtTCPAbortOnTimeout) \
										M(TcpExtTCPMemoryPressures) M(TcpExtTCPBacklogDrop) M(                      \
											TcpExtTCPBacklogCoalesce) M(TcpExtTCPRcvCoalesce)                   \
											M(TcpExtTCPOFOQueue) M(TcpExtTCPOFODrop) M(                         \
												TcpExtTCPSmallQueues) M(TcpExtTCPToZeroWindowAdv)           \
												M(TcpExtTCPFromZeroWindowAdv) M(                            \
													TcpExtTCPWantZeroWindowAdv)                         \
													M(TcpExtTCPWinProbe) M(                             \
														TcpExtTCPRcvQDrop)                          \
														M(TcpExtTCPHystartTrainDetect) M(           \
															TcpExtTCPHystartDelayDetect)        \
															M(TcpExtPAWSEstab)                  \
																M(TcpExtTCPSpuriousRtxHostQueues)

enum snmp_id {
#define SNMP_ENUM(name) SNMP_##name,
	SNMP_LIST(SNMP_ENUM)
#undef SNMP_ENUM
		SNMP_COUNT
};

struct net;

/* Registers a host's counters under hosts.NAME.counters. */
void snmp_register(struct net *n, uint64_t mib[SNMP_COUNT]);
/* Index of a counter, -1 if no such name. */
int snmp_find(const char *name);
extern const char *const snmp_name[SNMP_COUNT];

#endif
