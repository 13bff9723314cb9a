/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs every tests/tcp/NAME.yaml against a socket: what the peer sends, what the
 * application calls, and which segments must leave, when.  tests/tcp/README.md
 * explains the files; a new test is a new file.
 *
 *	600-tcp-scripts [FILE...]	all files, or those named
 */
#include "tests/tcp_script.h"
#include "tests/tcp_values.h"

#include <glob.h>

#define LOCAL	    0xc0a80001u
#define REMOTE	    0xc0a80002u
#define LPORT	    40000
#define RPORT	    80
#define PEER_ISN    5000000u
#define PEER_STREAM 90000u

enum kind { EV_IN, EV_OUT, EV_APP, EV_CHECK };

struct event {
	enum kind kind;
	sim_time at; /* from the script's start */
	struct seg seg;
	const char *text;
	const char *where;
};

static struct {
	const char *file;
	struct kernel *k;
	struct fake_dev *d;
	struct ksock *s;
	struct event *ev;
	size_t n, next_out, next_app;
	sim_time start, tolerance;
	bool server, scripted, trace;
	uint32_t isn, peer_nxt;
	unsigned int scale, peer_scale;
	struct seg peer_syn;
	bool have_isn, established;
	struct task *app;
	bool app_waits;
	uint64_t user, file_pages;
} t;

/* --- what the socket says --- */

static struct tcp_sock *the_sock(void)
{
	struct hdrs h = {.saddr = REMOTE, .daddr = LOCAL, .sport = RPORT, .dport = LPORT};
	struct tcp_net *tn = net_of(t.k->host)->tcp;

	for (unsigned int i = 0; i < TCP_HASH; i++) {
		for (struct sock *sk = tn->ehash[i]; sk; sk = sk->hash_next) {
			if (sk->sport == h.dport && sk->dport == h.sport)
				return tcp_sk(sk);
		}
	}
	return NULL;
}

static void check_ok(const struct event *e, bool ok, long long is)
{
	if (!ok)
		fail_msg("%s: '%s' is not so: it is %lld", e->where, e->text, is);
}

/* "cwnd == 4" */
static void run_check(const struct event *e)
{
	char name[64], op[4], word[64];
	long long is, want;

	if (sscanf(e->text, "%63s %3s %63s", name, op, word) != 3)
		fail_msg("%s: '%s' is no check", e->where, e->text);
	is = script_value(t.k, the_sock(), e->where, name);
	want = script_constant(word);
	if (!strcmp(op, "=="))
		check_ok(e, is == want, is);
	else if (!strcmp(op, "!="))
		check_ok(e, is != want, is);
	else if (!strcmp(op, ">="))
		check_ok(e, is >= want, is);
	else if (!strcmp(op, "<="))
		check_ok(e, is <= want, is);
	else
		fail_msg("%s: operator '%s'", e->where, op);
}

/* --- the wire --- */

static void inject(const struct seg *s)
{
	struct frame *f = frame_new();
	struct hdrs *h = &f->h;
	uint32_t seq = s->has_seq ? s->seq : t.peer_nxt;

	*h = (struct hdrs){.ethertype = 0x0800,
			   .saddr = REMOTE,
			   .daddr = LOCAL,
			   .ttl = 64,
			   .l4 = L4_TCP,
			   .sport = RPORT,
			   .dport = LPORT,
			   .flags = s->flags,
			   .mss = s->mss,
			   .sack_ok = s->sack_ok,
			   .wscale = (int8_t)s->wscale,
			   .ts = s->has_ts,
			   .tsval = s->tsval,
			   .tsecr = s->tsecr,
			   .seq = PEER_ISN + seq,
			   .ack = t.isn + s->ack};
	h->window = (uint16_t)(s->flags & TCPF_SYN ? s->win : s->win >> t.peer_scale);
	h->sacks = (uint8_t)s->sacks;
	for (unsigned int i = 0; i < s->sacks; i++) {
		h->sack[i].start = t.isn + s->sack[i].start;
		h->sack[i].end = t.isn + s->sack[i].end;
	}
	f->pl = (struct payload){PEER_STREAM, s->len, s->len ? seq - 1u : 0};
	f->len = hdrs_len(h) + s->len;
	seq += s->len + !!(s->flags & TCPF_SYN) + !!(s->flags & TCPF_FIN);
	if (after(seq, t.peer_nxt))
		t.peer_nxt = seq;
	if (t.trace)
		fprintf(stderr, "%9.3f ms <  %s\n", sim_seconds(sim_sub(sim_now(), t.start)) * 1e3,
			seg_print(f, PEER_ISN, t.isn, t.peer_scale));
	fake_rx(t.d, f);
}

/* The peer's part of a handshake that the script does not write. */
static void answer_syn(void *arg)
{
	struct seg s = t.peer_syn;

	(void)arg;
	s.flags = t.server ? TCPF_SYN : TCPF_SYN | TCPF_ACK;
	s.has_seq = true;
	s.ack = t.server ? 0 : 1;
	inject(&s);
}

static void answer_synack(void *arg)
{
	struct seg s = {.flags = TCPF_ACK,
			.ack = 1,
			.win = t.peer_syn.win,
			.wscale = -1,
			.has_ts = t.peer_syn.has_ts,
			.tsval = 1,
			.tsecr = 0};

	(void)arg;
	inject(&s);
}

static bool in_handshake(const struct frame *f)
{
	if (t.scripted || t.established)
		return false;
	if (f->h.flags & TCPF_SYN)
		sim_call_at(sim_add(cpu_now(), SIM_MS(1)), SIM_PRIO_HW,
			    t.server ? answer_synack : answer_syn, NULL);
	t.established = t.server || !(f->h.flags & TCPF_SYN);
	return true;
}

static void learn(const struct frame *f)
{
	if (!(f->h.flags & TCPF_SYN))
		return;
	t.isn = f->h.seq;
	t.have_isn = true;
	if (f->h.wscale > 0 && t.peer_syn.wscale >= 0)
		t.scale = (unsigned int)f->h.wscale;
}

static const struct event *next_expected(void)
{
	while (t.next_out < t.n && t.ev[t.next_out].kind != EV_OUT)
		t.next_out++;
	return t.next_out < t.n ? &t.ev[t.next_out++] : NULL;
}

static bool in_time(const struct event *e, sim_time now)
{
	sim_time want = sim_add(t.start, e->at);

	return now.ps + t.tolerance.ps >= want.ps && now.ps <= want.ps + t.tolerance.ps;
}

/* A segment left the host: it must be the next that the script expects. */
static void sent(struct fake_dev *d, struct frame *f)
{
	const struct event *e;
	unsigned int scale = f->h.flags & TCPF_SYN ? 0 : t.scale;
	char *text;

	(void)d;
	learn(f);
	text = seg_print(f, t.isn, PEER_ISN, scale);
	if (t.trace)
		fprintf(stderr, "%9.3f ms  > %s\n",
			(double)((int64_t)cpu_now().ps - (int64_t)t.start.ps) / 1e9, text);
	if (in_handshake(f)) {
		frame_free(f);
		return;
	}
	e = next_expected();
	if (!e)
		fail_msg("%s: %.3f ms: unexpected: %s", t.file,
			 sim_seconds(sim_sub(cpu_now(), t.start)) * 1e3, text);
	if (!seg_match(&e->seg, f, t.isn, PEER_ISN, scale))
		fail_msg("%s: expected %s, sent was %s", e->where, e->text, text);
	if (!in_time(e, cpu_now()))
		fail_msg("%s: %s: sent at %.3f ms", e->where, e->text,
			 sim_seconds(sim_sub(cpu_now(), t.start)) * 1e3);
	if (f->pl.len)
		assert_int_equal(f->pl.pos, f->h.seq - t.isn - 1);
	free(text);
	frame_free(f);
}

/* --- the application --- */

static void result(const struct event *e, int64_t is)
{
	const char *want = strchr(e->text, '=');

	if (t.trace)
		fprintf(stderr, "%9.3f ms    %s: %lld\n",
			sim_seconds(sim_sub(cpu_now(), t.start)) * 1e3, e->text, (long long)is);
	if (want && strtoll(want + 1, NULL, 0) != is)
		fail_msg("%s: '%s' returned %lld", e->where, e->text, (long long)is);
}

static int64_t option(const char *name, uint64_t v)
{
	if (!strcmp(name, "rcvbuf"))
		return t.k->ops->setopt(t.s, KSOCK_RCVBUF, v);
	if (!strcmp(name, "sndbuf"))
		return t.k->ops->setopt(t.s, KSOCK_SNDBUF, v);
	if (!strcmp(name, "nodelay"))
		return t.k->ops->setopt(t.s, KSOCK_NODELAY, v);
	if (!strcmp(name, "rcvlowat"))
		return t.k->ops->setopt(t.s, KSOCK_RCVLOWAT, v);
	fail_msg("no call '%s'", name);
	return 0;
}

/* The socket is owned for a while by a task that does something else. */
static void own_socket(uint64_t milliseconds)
{
	struct tcp_sock *tp = the_sock();

	syscall_enter();
	sock_lock(&tp->sk);
	task_delay(SIM_MS(milliseconds));
	sock_release(&tp->sk);
	syscall_exit();
}

static int64_t call(const struct event *e)
{
	const struct kernel_ops *o = t.k->ops;
	char name[32];
	unsigned long long v = 0;

	sscanf(e->text, "%31s %llu", name, &v);
	if (!strcmp(name, "send"))
		return o->send(t.s, (struct ubuf){t.user, (uint32_t)v}, 0);
	if (!strcmp(name, "send_more"))
		return o->send(t.s, (struct ubuf){t.user, (uint32_t)v}, KSEND_MORE);
	if (!strcmp(name, "sendfile"))
		return o->sendfile(t.s, (struct ubuf){t.file_pages, (uint32_t)v});
	if (!strcmp(name, "recv"))
		return o->recv(t.s, (struct ubuf){t.user, (uint32_t)v}, NULL);
	if (!strcmp(name, "connect"))
		return o->connect(t.s, REMOTE, RPORT);
	if (!strcmp(name, "shutdown"))
		return o->shutdown(t.s);
	if (!strcmp(name, "close")) {
		o->close(t.s);
		t.s = NULL;
		return 0;
	}
	if (!strcmp(name, "own")) {
		own_socket(v);
		return 0;
	}
	return option(name, v);
}

static void listen_and_accept(void)
{
	const struct kernel_ops *o = t.k->ops;
	struct ksock *l = t.s;

	assert_int_equal(o->listen(l), 0);
	t.s = o->accept(l);
}

static void app_main(void *arg)
{
	(void)arg;
	t.s = t.k->ops->socket(t.k, L4_TCP);
	assert_int_equal(t.k->ops->bind(t.s, 0, LPORT), 0);
	for (size_t i = 0; i < t.n; i++) { /* options before the connection */
		if (t.ev[i].kind == EV_APP && t.ev[i].at.ps == 0 &&
		    !strncmp(t.ev[i].text, "before ", 7)) {
			struct event e = t.ev[i];

			e.text += 7;
			result(&e, call(&e));
		}
	}
	if (t.server)
		listen_and_accept();
	else if (!t.scripted)
		assert_int_equal(t.k->ops->connect(t.s, REMOTE, RPORT), 0);
	for (size_t i = 0; i < t.n; i++) {
		struct event *e = &t.ev[i];

		if (e->kind != EV_APP || !strncmp(e->text, "before ", 7))
			continue;
		if (cpu_now().ps < t.start.ps + e->at.ps)
			task_delay(sim_sub(sim_add(t.start, e->at), cpu_now()));
		result(e, call(e));
		t.next_app = i + 1;
	}
}

static void timed(void *arg)
{
	struct event *e = arg;

	if (e->kind == EV_IN)
		inject(&e->seg);
	else
		run_check(e);
}

/* --- the file --- */

static const char *text_of(struct yaml_node *map, const char *key, const char *def)
{
	struct yaml_node *n = yaml_get(map, key);

	return n ? yaml_text(n) : def;
}

static sim_time time_of(const char *text)
{
	static const struct param p = {.name = "time", .type = PARAM_TIME};
	uint64_t ps;
	char *err = param_parse(&p, text, &ps);

	if (err)
		fail_msg("%s: %s", t.file, err);
	return SIM_PS(ps);
}

static void read_event(struct yaml_node *n, struct event *e)
{
	const char *what = yaml_text(yaml_at(n, 1, NULL));

	e->where = yaml_where(n);
	e->at = time_of(yaml_text(yaml_at(n, 0, NULL)));
	e->text = yaml_text(yaml_at(n, 2, NULL));
	if (!strcmp(what, "in"))
		e->kind = EV_IN;
	else if (!strcmp(what, "out"))
		e->kind = EV_OUT;
	else if (!strcmp(what, "app"))
		e->kind = EV_APP;
	else if (!strcmp(what, "check"))
		e->kind = EV_CHECK;
	else
		fail_msg("%s: '%s' is neither in, out, app nor check", e->where, what);
	if (e->kind == EV_IN || e->kind == EV_OUT)
		e->seg = seg_parse(e->text);
}

static void read_events(struct yaml_node *list)
{
	t.n = yaml_count(list);
	t.ev = xcalloc(t.n + 1, sizeof(*t.ev));
	for (size_t i = 0; i < t.n; i++)
		read_event(yaml_at(list, i, NULL), &t.ev[i]);
}

static uint32_t features_of(const char *words)
{
	uint32_t f = NETDEV_RXCSUM;

	if (strstr(words, "sg"))
		f |= NETDEV_SG | NETDEV_CSUM;
	if (strstr(words, "tso"))
		f |= NETDEV_TSO | NETDEV_SG | NETDEV_CSUM;
	return f;
}

static void new_host(struct yaml_node *root)
{
	struct yaml_node *kernel = yaml_get(root, "kernel");
	char *text = kernel ? yaml_write(kernel) : xstrdup("");

	if (kernel)
		yaml_mark(kernel);
	t.k = fake_kernel("dut", text);
	t.d = fake_dev_new(t.k, LOCAL, features_of(text_of(root, "device", "sg")),
			   (uint32_t)strtoul(text_of(root, "mtu", "1500"), NULL, 0));
	t.d->tx = sent;
	t.d->whole = true;
	t.d->hold = time_of(text_of(root, "completion", "0ms"));
	inet_route_add(net_of(t.k->host), REMOTE, t.d->dev, (uint8_t[6]){2, 0, 0, 0, 0, 2});
	t.user = fake_user_buffer(t.k, 4u << 20);
	t.file_pages = fake_user_buffer(t.k, 4u << 20);
}

static void read_script(const char *file)
{
	struct yaml_node *root;
	char *err = yaml_load(file, &root);

	if (err)
		fail_msg("%s", err);
	assert_non_null(text_of(root, "title", NULL));
	assert_non_null(text_of(root, "source", NULL));
	t.server = !strcmp(text_of(root, "role", "client"), "server");
	t.scripted = !strcmp(text_of(root, "handshake", "auto"), "scripted");
	t.peer_syn = seg_parse(text_of(root, "peer", "S win 65535 mss 1460 sackOK wscale 7"));
	t.peer_scale = t.peer_syn.wscale > 0 ? (unsigned int)t.peer_syn.wscale : 0;
	t.tolerance = time_of(text_of(root, "tolerance", "1500us"));
	read_events(yaml_get(root, "script"));
	new_host(root);
	err = yaml_unused(root);
	if (err)
		fail_msg("%s", err);
}

static void all_came(void)
{
	const struct event *e = next_expected();

	if (e)
		fail_msg("%s: never sent: %s", e->where, e->text);
	for (size_t i = t.next_app; i < t.n; i++) {
		if (t.ev[i].kind == EV_APP && strchr(t.ev[i].text, '='))
			fail_msg("%s: '%s' did not return", t.ev[i].where, t.ev[i].text);
	}
}

static void one_file(void **state)
{
	sim_time end = {0};

	(void)state;
	t.trace = getenv("TCP_TRACE") != NULL;
	read_script(t.file);
	t.start = SIM_MS(100);
	t.app = task_new(t.k->host, "app", app_main, NULL, 1, 0);
	if (t.server && !t.scripted)
		sim_call_at(SIM_MS(50), SIM_PRIO_HW, answer_syn, NULL);
	for (size_t i = 0; i < t.n; i++) {
		end = sim_max(end, t.ev[i].at);
		if (t.ev[i].kind == EV_IN || t.ev[i].kind == EV_CHECK)
			sim_call_at(sim_add(t.start, t.ev[i].at),
				    t.ev[i].kind == EV_IN ? SIM_PRIO_HW : SIM_PRIO_MONITOR, timed,
				    &t.ev[i]);
	}
	sim_run(sim_add(t.start, sim_add(end, SIM_MS(5))));
	all_came();
}

int main(int argc, char **argv)
{
	glob_t g = {0};
	int bad = 0, n = 0;

	glob("tests/tcp/*.yaml", 0, NULL, &g);
	for (size_t i = 0; argc < 2 && i < g.gl_pathc; i++, n++) {
		t.file = g.gl_pathv[i];
		if (in_child(one_file)) {
			print_message("FAILED %s\n", t.file);
			bad++;
		}
	}
	for (int i = 1; i < argc; i++, n++) {
		t.file = argv[i];
		bad += in_child(one_file) != 0;
	}
	print_message("%d scripts, %d failed\n", n, bad);
	return bad || n == 0;
}
