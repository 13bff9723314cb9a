/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/lib_plot.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/check.h"

struct plot_panel *plot_panel(struct plot *p, char *title)
{
	for (size_t i = 0; i < p->panels; i++)
		if (!strcmp(p->panel[i].title, title)) {
			free(title);
			return &p->panel[i];
		}
	p->panel = xrealloc(p->panel, (p->panels + 1) * sizeof(*p->panel));
	p->panel[p->panels] = (struct plot_panel){.title = title};
	return &p->panel[p->panels++];
}

struct plot_series *plot_series(struct plot_panel *p, char *name, bool measured)
{
	size_t colour = 0;

	for (size_t i = 0; i < p->n; i++) {
		if (!strcmp(p->series[i].name, name) && p->series[i].measured == measured) {
			free(name);
			return &p->series[i];
		}
		colour += !p->series[i].measured;
	}
	/* A measured series has the colour of the predicted one. */
	for (size_t i = 0; i < p->n && measured; i++)
		if (!strcmp(p->series[i].name, name))
			colour = p->series[i].colour;
	p->series = xrealloc(p->series, (p->n + 1) * sizeof(*p->series));
	p->series[p->n] =
		(struct plot_series){.name = name, .measured = measured, .colour = colour};
	return &p->series[p->n++];
}

void plot_add(struct plot_series *s, double x, double y, double half, const char *label)
{
	s->x = xrealloc(s->x, (s->n + 1) * sizeof(*s->x));
	s->y = xrealloc(s->y, (s->n + 1) * sizeof(*s->y));
	s->half = xrealloc(s->half, (s->n + 1) * sizeof(*s->half));
	s->label = xrealloc(s->label, (s->n + 1) * sizeof(*s->label));
	s->x[s->n] = x;
	s->y[s->n] = y;
	s->half[s->n] = half;
	s->label[s->n++] = xstrdup(label ? label : "");
}

static void free_series(struct plot_series *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->label[i]);
	free(s->name);
	free(s->x);
	free(s->y);
	free(s->half);
	free(s->label);
}

void plot_free(struct plot *p)
{
	for (size_t i = 0; i < p->panels; i++) {
		for (size_t k = 0; k < p->panel[i].n; k++)
			free_series(&p->panel[i].series[k]);
		free(p->panel[i].series);
		free(p->panel[i].title);
	}
	free(p->panel);
	free(p->title);
	free(p->x_label);
	free(p->y_label);
	for (size_t i = 0; p->z_text && i < p->rows * p->cols; i++)
		free(p->z_text[i]);
	free(p->z_text);
	free(p->z);
	memset(p, 0, sizeof(*p));
}

void plot_file_name(char *name)
{
	for (; *name; name++)
		if (!isalnum((unsigned char)*name) && *name != '_')
			*name = '-';
}

size_t plot_block(const struct plot *p, size_t panel, size_t series)
{
	size_t n = series;

	for (size_t i = 0; i < panel; i++)
		n += p->panel[i].n;
	return n;
}

static void write_label(FILE *f, const char *text)
{
	fputs(" \"", f);
	for (; *text; text++)
		fputc(*text == '"' || *text == '\n' ? '\'' : *text, f);
	fputc('"', f);
}

static void write_series(FILE *f, const struct plot_series *s)
{
	fprintf(f, "# %s%s\n# x y half_of_95%%_interval label\n", s->name,
		s->measured ? " (measured)" : "");
	for (size_t i = 0; i < s->n; i++) {
		fprintf(f, "%.9g %.9g %.9g", s->x[i], s->y[i], s->half[i]);
		write_label(f, s->label[i]);
		fputc('\n', f);
	}
	fputs("\n\n", f);
}

static void write_cell(FILE *f, const struct plot *p, size_t r, size_t c)
{
	size_t i = r * p->cols + c;

	fprintf(f, "%zu %zu %.9g", c, r, p->z[i]);
	write_label(f, p->z_text && p->z_text[i] ? p->z_text[i] : "");
	fputc('\n', f);
}

static void write_heat(FILE *f, const struct plot *p)
{
	fputs("# column row value label\n", f);
	for (size_t r = 0; r < p->rows; r++)
		for (size_t c = 0; c < p->cols; c++)
			if (!isnan(p->z[r * p->cols + c]))
				write_cell(f, p, r, c);
}

static void write_data(FILE *f, const struct plot *p)
{
	if (p->kind == PLOT_HEAT)
		write_heat(f, p);
	for (size_t i = 0; i < p->panels; i++)
		for (size_t k = 0; k < p->panel[i].n; k++)
			write_series(f, &p->panel[i].series[k]);
}

static void start_gnuplot(const char *folder, const char *script, const char *log)
{
	int fd;

	if (chdir(folder))
		_exit(126);
	fd = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd >= 0) {
		dup2(fd, STDOUT_FILENO);
		dup2(fd, STDERR_FILENO);
	}
	execlp("gnuplot", "gnuplot", script, (char *)NULL);
	_exit(errno == ENOENT ? 127 : 126);
}

/* The first of gnuplot's words that say something. */
static char *log_text(const char *path)
{
	FILE *f = fopen(path, "r");
	char text[300] = "";
	size_t n;

	if (f) {
		n = fread(text, 1, sizeof(text) - 1, f);
		text[n] = '\0';
		fclose(f);
	}
	for (char *p = text; *p; p++)
		if (*p == '\n')
			*p = ' ';
	return xstrdup(text);
}

static char *run_gnuplot(const char *folder, const char *name)
{
	char *script = xasprintf("%s.gp", name), *log = xasprintf("%s.log", name);
	char *log_path = xasprintf("%s/%s", folder, log), *err = NULL, *words;
	int status = 0;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0)
		start_gnuplot(folder, script, log);
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	words = log_text(log_path);
	if (pid < 0)
		err = err_fmt("gnuplot: %s", strerror(errno));
	else if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		err = err_fmt("gnuplot is not installed (Debian package gnuplot-nox)");
	else if (status)
		err = err_fmt("%s/%s: gnuplot failed: %s", folder, script, words);
	remove(log_path);
	free(words);
	free(log_path);
	free(log);
	free(script);
	return err;
}

static char *write_file(const char *folder, const char *name, const char *end, const struct plot *p)
{
	char *path = xasprintf("%s/%s.%s", folder, name, end), *err = NULL;
	FILE *f = fopen(path, "w");

	if (!f) {
		err = err_fmt("%s: cannot be written: %s", path, strerror(errno));
	} else {
		if (!strcmp(end, "dat"))
			write_data(f, p);
		else
			plot_script(f, p, name);
		if (fclose(f))
			err = err_fmt("%s: cannot be written: %s", path, strerror(errno));
	}
	free(path);
	return err;
}

char *plot_write(const char *dir, const char *name, const struct plot *p)
{
	char *folder = xasprintf("%s/plots", dir), *err = NULL;

	if (mkdir(folder, 0777) && errno != EEXIST)
		err = err_fmt("%s: %s", folder, strerror(errno));
	if (!err)
		err = write_file(folder, name, "dat", p);
	if (!err)
		err = write_file(folder, name, "gp", p);
	if (!err)
		err = run_gnuplot(folder, name);
	free(folder);
	return err;
}
