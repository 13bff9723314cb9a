/* SPDX-License-Identifier: GPL-2.0-or-later */
/* netperf.txt, mpstat.txt, interrupts.txt. */
#include "scenarios/result_tools.h"

#include <arpa/inet.h>
#include <string.h>

#include "models/app/netperf.h"
#include "models/host/host.h"
#include "models/host/irq.h"
#include "models/path.h"
#include "models/sock.h"
#include "models/tcp.h"
#include "models/tcp_params.h"
#include "scenarios/result.h"
#include "sim/stats.h"
#include "sim/yaml.h"

/* --- netperf --- */

/* One flow, as its two ends see it. */
struct test {
	const struct app *a;
	const struct netperf_params *p;
	const struct app_end *local, *remote; /* netperf, netserver */
	double seconds, mbps, rate;	      /* rate: transactions or datagrams sent, a second */
	uint64_t bytes;
};

static uint64_t counted(const struct app *a, const char *what)
{
	char path[96];

	snprintf(path, sizeof(path), "flows.%s.%s", a->name, what);
	return stats_get(path, NULL);
}

/* What getsockopt() tells: twice what was set, or the default. */
static unsigned long long buffer(const struct app_end *e, const struct netperf_params *p,
				 bool receive)
{
	uint64_t set = receive ? p->rcvbuf : p->sndbuf;
	bool udp = p->test == NETPERF_UDP_STREAM || p->test == NETPERF_UDP_RR;
	const struct net *n;

	if (set)
		return 2 * set;
	if (strcmp(e->kernel->ops->kind, "stages")) /* Linux 6.1 */
		return udp ? 212992 : receive ? 131072 : 16384;
	n = net_of(e->kernel->host);
	if (udp)
		return receive ? n->sock->b.rmem_default : n->sock->b.wmem_default;
	return receive ? n->tcp->b.rmem[1] : n->tcp->b.wmem[1];
}

static double util(const struct app_end *e)
{
	return host_util_pct(e->kernel->host);
}

static double demand(const struct app_end *e, const struct test *t)
{
	return service_demand(e->kernel->host, t->bytes);
}

static void stream(const struct test *t, FILE *f)
{
	bool maerts = t->p->test == NETPERF_TCP_MAERTS;
	const char *first = maerts ? "Recv" : "Send", *second = maerts ? "Send" : "Recv";
	const struct app_end *from = &t->a->from, *to = &t->a->to;

	fprintf(f,
		"Recv   Send    Send                          Utilization       Service Demand\n"
		"Socket Socket  Message  Elapsed              %-8s %-8s %-7s %s\n"
		"Size   Size    Size     Time     Throughput  local    remote   local   remote\n"
		"bytes  bytes   bytes    secs.    10^6bits/s  %% S      %% S      us/KB   "
		"us/KB\n\n",
		first, second, first, second);
	fprintf(f, "%6llu %6llu %6llu    %-6.2f     %7.2f   %-6.2f   %-6.2f   %-6.3f  %-6.3f\n\n",
		buffer(to, t->p, true), buffer(from, t->p, false),
		(unsigned long long)t->p->send_bytes, t->seconds, t->mbps, util(t->local),
		util(t->remote), demand(t->local, t), demand(t->remote, t));
}

static void request_response(const struct test *t, FILE *f)
{
	/* us of CPU a transaction: us a KiB of one KiB each */
	uint64_t n = counted(t->a, "transactions") * 1024;

	fprintf(f,
		"Local /Remote\n"
		"Socket Size   Request Resp.  Elapsed Trans.   CPU    CPU    S.dem   S.dem\n"
		"Send   Recv   Size    Size   Time    Rate     local  remote local   remote\n"
		"bytes  bytes  bytes   bytes  secs.   per sec  %% S    %% S    us/Tr   us/Tr\n\n");
	fprintf(f, "%-6llu %-6llu %-6llu  %-6llu %-6.2f  %-8.2f %-6.2f %-6.2f %-6.3f  %-6.3f\n",
		buffer(t->local, t->p, false), buffer(t->local, t->p, true),
		(unsigned long long)t->p->request_bytes, (unsigned long long)t->p->response_bytes,
		t->seconds, t->rate, util(t->local), util(t->remote),
		service_demand(t->local->kernel->host, n),
		service_demand(t->remote->kernel->host, n));
	fprintf(f, "%-6llu %-6llu\n\n", buffer(t->remote, t->p, false),
		buffer(t->remote, t->p, true));
}

static void datagrams(const struct test *t, FILE *f)
{
	uint64_t size = t->p->send_bytes, okay = counted(t->a, "tx_calls"),
		 sent = counted(t->a, "tx_bytes"), got = counted(t->a, "rx_calls");

	fprintf(f, "Socket  Message  Elapsed      Messages                   CPU      Service\n"
		   "Size    Size     Time         Okay Errors   Throughput   Util     Demand\n"
		   "bytes   bytes    secs            #      #   10^6bits/sec %% SS     us/KB\n\n");
	fprintf(f, "%6llu  %6llu   %-7.2f %10llu %6u    %9.1f     %-6.2f   %-6.3f\n",
		buffer(t->local, t->p, false), (unsigned long long)size, t->seconds,
		(unsigned long long)okay, 0u, t->seconds > 0 ? (double)sent * 8e-6 / t->seconds : 0,
		util(t->local), service_demand(t->local->kernel->host, sent));
	fprintf(f, "%6llu           %-7.2f %10llu           %9.1f     %-6.2f   %-6.3f\n\n",
		buffer(t->remote, t->p, true), t->seconds, (unsigned long long)got, t->mbps,
		util(t->remote), demand(t->remote, t));
}

static void netperf(const struct test *t, FILE *f)
{
	static const struct {
		const char *title;
		void (*print)(const struct test *t, FILE *f);
	} kind[] = {
		[NETPERF_TCP_STREAM] = {"TCP STREAM", stream},
		[NETPERF_TCP_SENDFILE] = {"TCP SENDFILE", stream},
		[NETPERF_TCP_MAERTS] = {"TCP MAERTS", stream},
		[NETPERF_TCP_RR] = {"TCP REQUEST/RESPONSE", request_response},
		[NETPERF_UDP_STREAM] = {"UDP UNIDIRECTIONAL SEND", datagrams},
		[NETPERF_UDP_RR] = {"UDP REQUEST/RESPONSE", request_response},
	};
	struct in_addr to = {htonl(t->remote->ip)};
	const char *ip = inet_ntoa(to);

	fprintf(f,
		"%s TEST from 0.0.0.0 (0.0.0.0) port 0 AF_INET to %s (%s) port %u AF_INET : flow "
		"%s\n",
		kind[t->p->test].title, ip, ip, t->a->port, t->a->name);
	kind[t->p->test].print(t, f);
}

static void other(const struct test *t, FILE *f)
{
	fprintf(f,
		"flow %s (%s): %.2f s, %.2f 10^6bits/s, CPU %.2f %% and %.2f %%, %.3f and %.3f "
		"us/KB\n\n",
		t->a->name, app_test(t->a), t->seconds, t->mbps, util(t->local), util(t->remote),
		demand(t->local, t), demand(t->remote, t));
}

void text_netperf(const struct build *b, FILE *f)
{
	for (unsigned int i = 0; i < b->flows; i++) {
		const struct app *a = b->flow[i];
		bool known = a->ops == &netperf_ops;
		struct test t = {a, known ? a->params : NULL, &a->from, &a->to, 0, 0, 0, 0};

		if (known && t.p->test == NETPERF_TCP_MAERTS) {
			t.local = &a->to;
			t.remote = &a->from;
		}
		t.seconds = sim_seconds(stats_window());
		t.bytes = counted(a, "rx_bytes");
		if (t.seconds > 0) {
			t.mbps = (double)t.bytes * 8e-6 / t.seconds;
			t.rate = (double)counted(a, "transactions") / t.seconds;
		}
		if (known)
			netperf(&t, f);
		else
			other(&t, f);
	}
}

/* --- mpstat --- */

static const char *kernel_name(const struct build_host *h)
{
	const struct yaml_node *n = yaml_find(h->tree, "kernel.name");

	return n && yaml_text(n) ? yaml_text(n) : "linux";
}

static void mpstat_line(const struct host *h, const char *name, unsigned int first,
			unsigned int last, FILE *f)
{
	/* iowait, steal, guest and nice do not exist here */
	double v[CPU_KINDS] = {0};

	for (unsigned int c = first; c <= last; c++)
		for (unsigned int k = 0; k < CPU_KINDS; k++)
			v[k] += host_kind_pct(h, c, k) / (last - first + 1);
	fprintf(f, "Average:     %3s %7.2f %7.2f %7.2f %7.2f %7.2f %7.2f %7.2f %7.2f %7.2f\n", name,
		v[CPU_USER], 0.0, v[CPU_SYSTEM], 0.0, v[CPU_IRQ], v[CPU_SOFTIRQ], 0.0, 0.0,
		v[CPU_IDLE]);
}

void text_mpstat(const struct build *b, FILE *f)
{
	for (unsigned int i = 0; i < b->hosts; i++) {
		const struct build_host *h = &b->host[i];
		unsigned int cpus = host_cpus(h->host);

		fprintf(f, "Linux %s (%s) \t_x86_64_\t(%u CPU)\n\n", kernel_name(h), h->name, cpus);
		fprintf(f, "Average:     CPU    %%usr   %%nice    %%sys %%iowait    %%irq   %%soft "
			   " %%steal  %%guest   %%idle\n");
		mpstat_line(h->host, "all", 0, cpus - 1, f);
		for (unsigned int c = 0; c < cpus; c++) {
			char name[16];

			snprintf(name, sizeof(name), "%u", c);
			mpstat_line(h->host, name, c, c, f);
		}
		fputc('\n', f);
	}
}

/* --- /proc/interrupts --- */

static uint64_t of_host(const struct build_host *h, const char *what)
{
	char path[128];

	snprintf(path, sizeof(path), "hosts.%s.%s", h->name, what);
	return stats_get(path, NULL);
}

static void irq_line_text(const struct build_host *h, const struct nic *n, unsigned int vector,
			  unsigned int number, FILE *f)
{
	static const char *const chip[] = {
		[NIC_INTX] = "IO-APIC-fasteoi",
		[NIC_MSI] = "PCI-MSI-edge",
		[NIC_MSIX] = "PCI-MSI-edge",
	};
	unsigned int on = irq_cpu(n->irq[vector]);
	char what[96], suffix[16] = "";

	if (n->irqs > 1)
		snprintf(suffix, sizeof(suffix), "-%u", vector);
	snprintf(what, sizeof(what), "interrupts.%s%s", n->name, suffix);
	fprintf(f, "%3u: ", number);
	for (unsigned int c = 0; c < host_cpus(h->host); c++)
		fprintf(f, "%10llu ", (unsigned long long)(c == on ? of_host(h, what) : 0));
	fprintf(f, "  %-15s   %s%s%s\n", chip[nic_irq_kind(n)], strchr(n->name, '.') + 1, suffix,
		h->params.shared_irq && nic_irq_kind(n) == NIC_INTX ? ", ehci_hcd:usb1" : "");
}

static void local_timer(const struct build_host *h, FILE *f)
{
	fprintf(f, "LOC: ");
	for (unsigned int c = 0; c < host_cpus(h->host); c++) {
		char what[32];

		snprintf(what, sizeof(what), "cpu.%u.ticks", c);
		fprintf(f, "%10llu ", (unsigned long long)of_host(h, what));
	}
	fprintf(f, "  Local timer interrupts\n\n");
}

static void stages_interrupts(const struct build_host *h, FILE *f)
{
	unsigned int number = 16;

	fprintf(f, "     ");
	for (unsigned int c = 0; c < host_cpus(h->host); c++)
		fprintf(f, "      CPU%-2u", c);
	fputc('\n', f);
	for (unsigned int n = 0; n < h->nics; n++)
		for (unsigned int v = 0; h->nic[n]->irq && v < h->nic[n]->irqs; v++)
			irq_line_text(h, h->nic[n], v, number++, f);
	local_timer(h, f);
}

/* Of stages over the measured time; real code's own text counts since its boot. */
void text_interrupts(const struct build *b, FILE *f)
{
	for (unsigned int i = 0; i < b->hosts; i++) {
		const struct build_host *h = &b->host[i];
		bool stages = !strcmp(h->kernel->ops->kind, "stages");

		fprintf(f, "#%s%s\n", h->name, stages ? "" : ", since its boot");
		if (stages)
			stages_interrupts(h, f);
		else if (h->kernel->ops->print(h->kernel, "interrupts", f))
			fputc('\n', f);
	}
}
