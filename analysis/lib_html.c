/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/lib_html.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lib_figure.h"

static const char style[] =
	":root{color-scheme:light}"
	"body{font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;margin:0 auto;"
	"max-width:1180px;padding:1.2em 1.2em 4em;color:#1d1d1f;background:#fff}"
	"h1{font-size:1.55em;line-height:1.25;margin:.4em 0 .2em}"
	"h2{font-size:1.2em;margin:2.4em 0 .6em;padding-bottom:.25em;border-bottom:2px solid "
	"#0072b2}"
	"h3{font-size:1em;margin:1em 0 .4em}"
	"p{max-width:75ch}.sub{color:#5c5f66;font-size:.92em}"
	"a{color:#0062a0}nav{font-size:.92em;margin:.8em 0}nav "
	"a{display:inline-block;margin-right:1.1em}"
	"table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.88em}"
	"td,th{padding:.28em .7em;border-bottom:1px solid #e6e6e9;text-align:right;"
	"vertical-align:top;white-space:nowrap}"
	"th{font-weight:600;background:#f5f6f8;border-bottom:1px solid #cfd2d8;white-space:normal}"
	"th small{font-weight:400;color:#5c5f66}th.g,td.g{border-left:1px solid #d8dbe0}"
	"td.l,th.l,th:first-child{text-align:left}td.w{white-space:normal;min-width:20ch;text-"
	"align:left}"
	".ok{color:#0b6b34}.miss{color:#b3261e;font-weight:600}.dim{color:#6d7078}"
	"tr.fit td{color:#6d7078;font-style:italic}tr.note td{border-bottom:1px solid #cfd2d8;"
	"padding-top:0;color:#5c5f66;white-space:normal;text-align:left}"
	".wide{overflow-x:auto;-webkit-overflow-scrolling:touch}"
	".cards{display:flex;flex-wrap:wrap;gap:.8em;margin:1.2em 0}"
	".card{border:1px solid #dcdfe4;border-radius:8px;padding:.6em 1em;min-width:8.5em}"
	".card b{display:block;font-size:1.5em;line-height:1.2;font-variant-numeric:tabular-nums}"
	".card.bad{border-color:#b3261e}.card.bad b{color:#b3261e}.card.good b{color:#0b6b34}"
	".box{border-left:4px solid #d55e00;background:#fff6ee;padding:.5em 1em;margin:1em 0}"
	".box p{margin:.3em 0}"
	".row{display:flex;flex-wrap:wrap;gap:1.4em 2.4em}"
	"figure{margin:1em 0 1.6em}figcaption{color:#5c5f66;font-size:.88em;max-width:80ch}"
	"figure svg{max-width:100%;height:auto;display:block}"
	"details{margin:.6em 0}summary{cursor:pointer;color:#0062a0;padding:.2em 0}"
	"code,pre{font:.9em ui-monospace,SFMono-Regular,Menlo,monospace;background:#f5f6f8}"
	"pre{padding:.7em 1em;overflow-x:auto}code{padding:.1em .3em}"
	"@media(max-width:640px){body{padding:.8em .8em 3em;font-size:14px}h1{font-size:1.3em}"
	"td,th{padding:.25em .45em}figure .wide svg{max-width:none;width:760px}}"
	"@media print{body{max-width:none;padding:0;font-size:10pt}nav{display:none}"
	".wide{overflow:visible}table{font-size:8pt}figure,tr,.card{break-inside:avoid}"
	"h2{break-after:avoid}a{color:inherit;text-decoration:none}}";

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
		case '\'':
			fputs("&#39;", f);
			break;
		default:
			if ((unsigned char)*text >= ' ' || *text == '\n' || *text == '\t')
				fputc(*text, f);
		}
	}
}

void html_href(FILE *f, const char *path)
{
	for (; *path; path++) {
		if (isalnum((unsigned char)*path) || strchr("-_./", *path))
			fputc(*path, f);
		else
			fprintf(f, "%%%02X", (unsigned char)*path);
	}
}

void html_open(FILE *f, const char *title)
{
	fputs("<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
	      "<meta name=viewport content=\"width=device-width,initial-scale=1\"><title>",
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

void html_section(FILE *f, const char *id, const char *title)
{
	fprintf(f, "<h2 id=\"%s\">", id);
	html_text(f, title);
	fputs("</h2>\n", f);
}

void html_table(FILE *f, const char *folded)
{
	if (folded) {
		fputs("<details><summary>", f);
		html_text(f, folded);
		fputs("</summary>\n", f);
	}
	fputs("<div class=wide><table>\n", f);
}

void html_table_end(FILE *f, bool folded)
{
	fprintf(f, "</table></div>%s\n", folded ? "</details>" : "");
}

void html_th(FILE *f, const char *text)
{
	fputs("<th class=l>", f);
	html_text(f, text);
	fputs("</th>", f);
}

void html_td(FILE *f, const char *text)
{
	fputs("<td class=l>", f);
	html_text(f, text);
	fputs("</td>", f);
}

void html_num(FILE *f, const char *text, const char *class)
{
	if (class && *class)
		fprintf(f, "<td class=\"%s\">", class);
	else
		fputs("<td>", f);
	html_text(f, text);
	fputs("</td>", f);
}

void html_value(FILE *f, const char *unit, double v)
{
	char text[FIGURE_TEXT];

	figure_print(unit, v, text, sizeof(text));
	html_num(f, text, NULL);
}

void html_svg(FILE *f, const char *path, const char *caption)
{
	FILE *svg = fopen(path, "r");
	char *line = NULL;
	size_t room = 0;
	bool inside = false;

	fputs("<figure><div class=wide>", f);
	if (!svg)
		fputs("(the plot's file cannot be read)", f);
	while (svg && getline(&line, &room, svg) >= 0) {
		/* The prologue belongs to a file, not into a page. */
		inside |= !strncmp(line, "<svg", 4);
		if (inside)
			fputs(line, f);
	}
	free(line);
	if (svg)
		fclose(svg);
	fputs("</div><figcaption>", f);
	html_text(f, caption);
	fputs("</figcaption></figure>\n", f);
}
