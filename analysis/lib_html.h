/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A page of tables and plots, self-contained; readable on a phone and on paper. */
#ifndef NICPATH_ANALYSIS_LIB_HTML_H
#define NICPATH_ANALYSIS_LIB_HTML_H

#include <stdbool.h>
#include <stdio.h>

void html_open(FILE *f, const char *title);
void html_close(FILE *f);
/* Text with &, <, >, quotes escaped and control characters left out; NULL prints nothing. */
void html_text(FILE *f, const char *text);
/* The same as an attribute's or a path's value: also spaces and % for href. */
void html_href(FILE *f, const char *path);
/* A heading with an anchor. */
void html_section(FILE *f, const char *id, const char *title);
/* A table that scrolls sideways where it is too wide; folded: behind a summary. */
void html_table(FILE *f, const char *folded);
void html_table_end(FILE *f, bool folded);
/* Heading of a column of words; words; a number's text, with a class (NULL: none). */
void html_th(FILE *f, const char *text);
void html_td(FILE *f, const char *text);
void html_num(FILE *f, const char *text, const char *class);
/* A number with its unit, for people. */
void html_value(FILE *f, const char *unit, double v);
/* An SVG file inline, with a caption; says so if it cannot be read. */
void html_svg(FILE *f, const char *path, const char *caption);

#endif
