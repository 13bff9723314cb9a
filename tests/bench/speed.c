/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whole runs beside what they should reach: `speed`, from the top of the tree.
 *
 * Each figure is taken in CPU time (user and system) of a `nicpath point`, and beside
 * it in wall time, which other work on the machine lengthens.  Before and after each
 * run a loop of dependent additions is timed; CPU time is also given in additions, a
 * ratio within this run that a busy or slower machine changes little.
 */
#include <fcntl.h>
#include <jansson.h>
#include <libgen.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SPEED_ADDS 300000000u

static char nicpath[PATH_MAX], dir[] = "/tmp/nicpath-bench-XXXXXX";

struct result {
	double wall_s, cpu_s, adds_per_s; /* additions a second of CPU time */
	long rss_kib;
	double simulated_s, frames, bytes; /* of the first flow that received any */
};

static double seconds(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

static double additions_per_s(void)
{
	double t = seconds(CLOCK_PROCESS_CPUTIME_ID);

	for (uint64_t i = 0, a = 0; i < SPEED_ADDS; i++)
		__asm__ volatile("add $1, %0" : "+r"(a));
	return SPEED_ADDS / (seconds(CLOCK_PROCESS_CPUTIME_ID) - t);
}

static __attribute__((noreturn)) void die(const char *what)
{
	fprintf(stderr, "speed: %s\n", what);
	exit(1);
}

/* Runs a command without its output; its usage. */
static struct rusage run(const char *const argv[])
{
	struct rusage u;
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		int null = open("/dev/null", O_WRONLY);

		dup2(null, 1);
		execv(argv[0], (char *const *)argv);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &u) < 0)
		die("cannot run nicpath");
	if (status)
		die("nicpath failed");
	return u;
}

/* One resolved point of a scenario, by way of a run that ends at once. */
static void resolve(const char *scenario, const char *const sets[], const char *name)
{
	char command[2 * PATH_MAX + 2048];
	int n = snprintf(command, sizeof(command), "%s run %s -o %s/%s.d -j1 --no-report", nicpath,
			 scenario, dir, name);

	for (; *sets; sets++)
		n += snprintf(command + n, sizeof(command) - (size_t)n, " %s", *sets);
	snprintf(command + n, sizeof(command) - (size_t)n,
		 " >/dev/null && cat %s/%s.d/*/scenario.resolved.yaml >%s/%s.yaml", dir, name, dir,
		 name);
	if (system(command) != 0)
		die("cannot resolve a scenario");
}

/* The resolved point with other times. */
static void set_times(const char *name, const char *warmup, const char *duration)
{
	char command[2 * PATH_MAX];

	snprintf(
		command, sizeof(command),
		"sed -i -e 's/^warmup:.*/warmup: %s/' -e 's/^duration:.*/duration: %s/' %s/%s.yaml",
		warmup, duration, dir, name);
	if (system(command) != 0)
		die("sed failed");
}

static double first_flow(const json_t *root, const char *key)
{
	const char *name;
	json_t *flow;

	json_object_foreach(json_object_get(root, "flows"), name, flow) {
		double v = json_number_value(json_object_get(flow, key));

		if (v > 0)
			return v;
	}
	return 0;
}

static void read_result(const char *folder, struct result *r)
{
	char file[PATH_MAX + 32];
	json_t *root;

	snprintf(file, sizeof(file), "%s/result.json", folder);
	root = json_load_file(file, 0, NULL);
	if (!root)
		die("no result.json");
	r->simulated_s = json_number_value(json_object_get(root, "simulated_s"));
	r->frames = json_number_value(json_object_get(root, "frames_per_wall_s")) *
		    json_number_value(json_object_get(root, "wall_s"));
	r->bytes = first_flow(root, "rx_bytes");
	json_decref(root);
}

static struct result point(const char *name)
{
	char yaml[PATH_MAX], folder[PATH_MAX];
	const char *const argv[] = {nicpath, "point", yaml, "-o", folder, NULL};
	const char *const clean[] = {"/bin/rm", "-rf", folder, NULL};
	struct result r;
	struct rusage u;
	double before = additions_per_s(), t;

	snprintf(yaml, sizeof(yaml), "%s/%s.yaml", dir, name);
	snprintf(folder, sizeof(folder), "%s/%s.out", dir, name);
	run(clean);
	t = seconds(CLOCK_MONOTONIC);
	u = run(argv);
	r.wall_s = seconds(CLOCK_MONOTONIC) - t;
	r.cpu_s = (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
		  (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
	r.rss_kib = u.ru_maxrss;
	r.adds_per_s = (before + additions_per_s()) / 2;
	read_result(folder, &r);
	return r;
}

static bool print_figure(const char *what, double value, const char *unit, double target, bool most)
{
	bool reached = most ? value <= target : value >= target;

	printf("%-46s %10.5g %-9s target %s %.5g: %s", what, value, unit,
	       most ? "at most" : "at least", target, reached ? "reached" : "not reached");
	return reached;
}

static void print_rest(const struct result *r, double per)
{
	printf(" (CPU %.2f s, wall %.2f s%s", r->cpu_s, r->wall_s, per ? "" : ")\n");
	if (per)
		printf(", %.0f additions a frame)\n", r->cpu_s * r->adds_per_s / per);
}

static bool frames(struct result *start)
{
	static const char *const sets[] = {"--only kernel=linux-2.6.26",
					   "--only nic=myri10ge",
					   "--only test=TCP_STREAM",
					   "--only tso=on",
					   "--set warmup=1ms --set duration=1ms",
					   NULL};
	struct result r;
	bool reached;

	resolve("scenarios/qdisc-regression.yaml", sets, "main");
	*start = r = point("main");
	print_figure("start-up to result, a point of 2 ms", r.cpu_s * 1e3, "ms", 100, true);
	print_rest(&r, 0);
	set_times("main", "100ms", "400ms");
	r = point("main");
	reached = print_figure("10 GbE TCP_STREAM, two hosts", r.frames / r.cpu_s, "frames/s",
			       250000, false);
	print_rest(&r, r.frames);
	print_figure("its memory", (double)r.rss_kib / 1024, "MiB", 100, true);
	printf("\n");
	return reached;
}

static void loopback(void)
{
	static const char *const sets[] = {"--only machine=core2-laptop", "--only limit=64KiB",
					   "--only seed=1", "--set flows.transfer.bytes=256MiB",
					   NULL};
	struct result r;

	resolve("scenarios/loopback-backlog.yaml", sets, "loopback");
	r = point("loopback");
	print_figure("loopback transfer, 1 GiB would take", r.cpu_s * (1u << 30) / (256u << 20),
		     "s", 30, true);
	print_rest(&r, 0);
}

/* Points take much the same time a simulated second from the start on. */
static void whole_job(void)
{
	char command[2 * PATH_MAX];
	double t = seconds(CLOCK_MONOTONIC);

	snprintf(command, sizeof(command),
		 "%s run scenarios/qdisc-regression.yaml -o %s/job --no-report --set warmup=30ms "
		 "--set duration=50ms >/dev/null",
		 nicpath, dir);
	if (system(command) != 0)
		die("the main job failed");
	print_figure("main job, 24 points: ten times a tenth of it",
		     10 * (seconds(CLOCK_MONOTONIC) - t), "s (wall)", 180, true);
	printf(" (on %ld CPUs)\n", sysconf(_SC_NPROCESSORS_ONLN));
}

/* Instructions of real code in a point's window, all hosts. */
static double real_instructions(const char *folder)
{
	char command[2 * PATH_MAX];
	double n = 0;
	FILE *f;

	snprintf(command, sizeof(command),
		 "awk -F, 'FNR > 1 { n += $4 } END { printf \"%%.0f\", n }' %s/lines-*.csv",
		 folder);
	f = popen(command, "r");
	if (!f || fscanf(f, "%lf", &n) != 1 || pclose(f) || n <= 0)
		die("no counts of instructions");
	return n;
}

static bool have_image(void)
{
	char file[2 * PATH_MAX];

	snprintf(file, sizeof(file), "%s", nicpath);
	snprintf(strrchr(file, '/'), PATH_MAX, "/linux/hooked.img");
	return access(file, R_OK) == 0;
}

/*
 * Real code: what a second more costs, so that boot, start-up and results are not in it;
 * and what a run of next to nothing takes beyond one of stages, which is two boots.
 */
static void real(const struct result *start)
{
	static const char *const sets[] = {
		"--set kernel.lines=on --set warmup=0s --set duration=1us", NULL};
	struct result boot, a, b;
	double insns, cpu;
	char folder[PATH_MAX];

	if (!have_image()) {
		printf("real code: no kernel image (make image)\n\n");
		return;
	}
	snprintf(folder, sizeof(folder), "%s/real.out", dir);
	resolve("scenarios/real-stream-10g.yaml", sets, "real");
	boot = point("real");
	boot.cpu_s = (boot.cpu_s - start->cpu_s) / 2;
	print_figure("real code: boot of a host", boot.cpu_s * 1e3, "ms", 20, true);
	print_rest(&boot, 0);
	set_times("real", "20ms", "20ms");
	a = point("real");
	insns = -real_instructions(folder);
	set_times("real", "20ms", "80ms");
	b = point("real");
	insns += real_instructions(folder);
	cpu = b.cpu_s - a.cpu_s;
	print_figure("real code: TCP_STREAM, TSO and GRO, an instruction", cpu / insns * 1e9, "ns",
		     3, true);
	print_rest(&b, 0);
	print_figure("real code: the same", (b.frames - a.frames) / cpu, "frames/s", 100000, false);
	printf(" (%.0f instructions and %.0f additions a frame)\n\n", insns / (b.frames - a.frames),
	       cpu * b.adds_per_s / (b.frames - a.frames));
}

int main(int argc, char **argv)
{
	char self[PATH_MAX], command[2 * PATH_MAX + 64];
	struct result start;
	bool reached;

	(void)argc;
	snprintf(self, sizeof(self), "%s", argv[0]);
	snprintf(nicpath, sizeof(nicpath), "%s/../nicpath", dirname(self));
	if (access(nicpath, X_OK) || !mkdtemp(dir))
		die("no nicpath beside the benchmarks, or no room in /tmp");
	printf("this machine: %.2f G dependent additions a second of CPU time\n",
	       additions_per_s() * 1e-9);
	reached = frames(&start);
	real(&start);
	loopback();
	whole_job();
	fflush(stdout);
	if (!reached) {
		set_times("main", "10ms", "40ms");
		snprintf(command, sizeof(command), "tests/bench/where.sh %s %s/main.yaml", nicpath,
			 dir);
		if (system(command) != 0)
			printf("where the time goes: docs/speed.md\n");
	}
	snprintf(command, sizeof(command), "rm -rf %s", dir);
	return system(command) != 0;
}
