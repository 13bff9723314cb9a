/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/lib_html.h"

#include <stdlib.h>
#include <string.h>

static const char style[] =
	"body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:1180px;padding:0 1em;color:#222}"
	"h1{font-size:1.5em}h2{font-size:1.2em;margin-top:2em;border-bottom:1px solid #ddd}"
	".sub{color:#666}table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9em}"
	"td,th{padding:.2em .6em;border-bottom:1px solid #e5e5e5;text-align:right;vertical-align:top}"
	"th{font-weight:600;background:#f7f7f7}td:first-child,td.l,th:first-child{text-align:left}"
	".ok{color:#06702d}.miss{color:#b3261e;font-weight:600}.row{display:flex;flex-wrap:wrap;gap:2em}"
	".wide{overflow-x:auto}figure{margin:1em 0;display:inline-block}figcaption{color:#666;font-size:.9em}"
	"svg{max-width:100%;height:auto}";

void html_text(FILE *f, const char *text)
{
	for (; text && *text; text++) {
		switch (*text) {
		case '&':
			fputs("&amp;", f);
			break;
		case '<':
			fputs("&lt;", f);
			break;
		case '>':
			fputs("&gt;", f);
			break;
		case '"':
			fputs("&quot;", f);
			break;
		default:
			fputc(*text, f);
		}
	}
}

void html_open(FILE *f, const char *title)
{
	fputs("<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
	      "<meta name=viewport content=\"width=device-width\"><title>",
	      f);
	html_text(f, title);
	fprintf(f, "</title>\n<style>%s</style></head><body>\n<h1>", style);
	html_text(f, title);
	fputs("</h1>\n", f);
}

void html_close(FILE *f)
{
	fputs("</body></html>\n", f);
}

void html_th(FILE *f, const char *text)
{
	fputs("<th>", f);
	html_text(f, text);
	fputs("</th>", f);
}

void html_td(FILE *f, const char *text)
{
	fputs("<td class=l>", f);
	html_text(f, text);
	fputs("</td>", f);
}

void html_svg(FILE *f, const char *path, const char *caption)
{
	FILE *svg = fopen(path, "r");
	char *line = NULL;
	size_t room = 0;

	fputs("<figure>", f);
	if (!svg)
		fputs("(the plot's file cannot be read)", f);
	while (svg && getline(&line, &room, svg) >= 0)
		/* The prologue belongs to a file, not into a page. */
		if (strncmp(line, "<?xml", 5) && strncmp(line, "<!DOCTYPE", 9) &&
		    strncmp(line, " \"http", 6))
			fputs(line, f);
	free(line);
	if (svg)
		fclose(svg);
	fputs("<figcaption>", f);
	html_text(f, caption);
	fputs("</figcaption></figure>\n", f);
}
