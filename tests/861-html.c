/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Nothing that a scenario or a result says becomes markup. */
#include "tests/analysis_fake.h"

#include "analysis/lib_html.h"

static char *written(void (*fn)(FILE *f, const char *text), const char *text)
{
	char *out = NULL;
	size_t len;
	FILE *f = open_memstream(&out, &len);

	fn(f, text);
	fclose(f);
	return out;
}

static void says(void (*fn)(FILE *f, const char *text), const char *text, const char *expect)
{
	char *out = written(fn, text);

	assert_string_equal(out, expect);
	free(out);
}

static void escaped(void **state)
{
	(void)state;
	says(html_text, "<b>\"a\" & 'b'</b>\001\n",
	     "&lt;b&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/b&gt;\n");
	says(html_text, "3 \302\265s", "3 \302\265s");
	says(html_text, NULL, "");
	says(html_td, "a<b", "<td class=l>a&lt;b</td>");
	says(html_href, "a b/\"c%.log", "a%20b/%22c%25.log");
}

int main(void)
{
	return RUN_ONE(escaped);
}
