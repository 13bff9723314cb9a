/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A page of tables and plots, self-contained. */
#ifndef NICPATH_ANALYSIS_LIB_HTML_H
#define NICPATH_ANALYSIS_LIB_HTML_H

#include <stdio.h>

void html_open(FILE *f, const char *title);
void html_close(FILE *f);
/* Text with &, <, > and quotes escaped; NULL prints nothing. */
void html_text(FILE *f, const char *text);
void html_th(FILE *f, const char *text);
void html_td(FILE *f, const char *text);
/* An SVG file inline, with a caption; says so if it cannot be read. */
void html_svg(FILE *f, const char *path, const char *caption);

#endif
