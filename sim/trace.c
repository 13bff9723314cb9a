/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The timeline, in the Trace Event Format's JSON array form: phases B, E, i, C
 * and M (names of processes and threads).  Source: "Trace Event Format",
 * Google, 2016.
 */
#include "sim/trace.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "sim/check.h"

#define BUFFER_BYTES ((size_t)256 * 1024)

struct track {
	char *process, *name;
	int pid;
};

uint32_t trace_mask;

static struct track *tracks;
static int ntracks;
static FILE *out;
static const char *out_name;

static void put_string(const char *s)
{
	fputc('"', out);
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else if (c < 0x20)
			fprintf(out, "\\u%04x", c);
		else
			fputc(c, out);
	}
	fputc('"', out);
}

/* Opens an event object; the caller adds fields and closes it. */
static void put_head(char phase, int track, sim_time t)
{
	fprintf(out, ",\n{\"ph\":\"%c\",\"pid\":%d,\"tid\":%d,\"ts\":%llu.%06llu", phase,
		tracks[track].pid, track, (unsigned long long)(t.ps / 1000000u),
		(unsigned long long)(t.ps % 1000000u));
}

static void put_name(const char *name)
{
	fputs(",\"name\":", out);
	put_string(name);
}

static void put_meta(int track, const char *what, const char *value)
{
	put_head('M', track, SIM_PS(0));
	put_name(what);
	fputs(",\"args\":{\"name\":", out);
	put_string(value);
	fputs("}}", out);
}

static void put_track(int track)
{
	if (tracks[track].pid == track)
		put_meta(track, "process_name", tracks[track].process);
	put_meta(track, "thread_name", tracks[track].name);
}

char *trace_open(const char *file, uint32_t categories)
{
	sim_assert(!out);
	out = fopen(file, "w");
	if (!out)
		return err_fmt("%s: %s", file, strerror(errno));
	out_name = xstrdup(file);
	setvbuf(out, NULL, _IOFBF, BUFFER_BYTES);
	fputs("[{\"ph\":\"M\",\"pid\":0,\"tid\":0,\"ts\":0,\"name\":\"trace_source\","
	      "\"args\":{\"name\":\"nicpath\"}}",
	      out);
	for (int i = 0; i < ntracks; i++)
		put_track(i);
	trace_mask = categories;
	return NULL;
}

char *trace_close(void)
{
	bool bad;

	trace_mask = 0;
	if (!out)
		return NULL;
	fputs("\n]\n", out);
	bad = ferror(out);
	if (fclose(out))
		bad = true;
	out = NULL;
	return bad ? err_fmt("%s: write failed: %s", out_name, strerror(errno)) : NULL;
}

/* A process's id is the number of its first track. */
static int pid_of(const char *process, int fresh)
{
	for (int i = 0; i < ntracks; i++)
		if (strcmp(tracks[i].process, process) == 0)
			return tracks[i].pid;
	return fresh;
}

int trace_track(const char *process, const char *name)
{
	int track = ntracks;
	int pid = pid_of(process, track);

	tracks = xrealloc(tracks, (size_t)(track + 1) * sizeof(*tracks));
	tracks[track] = (struct track){xstrdup(process), xstrdup(name), pid};
	ntracks++;
	if (out)
		put_track(track);
	return track;
}

void trace_begin_(int track, sim_time t, const char *name)
{
	put_head('B', track, t);
	put_name(name);
	fputc('}', out);
}

void trace_end_(int track, sim_time t)
{
	put_head('E', track, t);
	fputc('}', out);
}

void trace_instant_(int track, sim_time t, const char *name, uint64_t value)
{
	put_head('i', track, t);
	put_name(name);
	fprintf(out, ",\"s\":\"t\",\"args\":{\"value\":%llu}}", (unsigned long long)value);
}

void trace_level_(int track, sim_time t, const char *name, uint64_t value)
{
	put_head('C', track, t);
	put_name(name);
	fprintf(out, ",\"args\":{\"value\":%llu}}", (unsigned long long)value);
}
