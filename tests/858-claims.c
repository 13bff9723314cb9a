/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was published in words holds, or does not, and says for which point. */
#include "tests/analysis_fake.h"

#include "analysis/lib_claims.h"

#define AXES                                                                                       \
	"[{\"key\": \"kernel\", \"values\": [{\"text\": \"old\"}, {\"text\": \"bad\"}, "           \
	"{\"text\": \"fixed\"}]}, {\"key\": \"nic\", \"values\": [{\"text\": \"n1\"}, {\"text\": " \
	"\"n2\"}]}]"
#define POINT(kernel, nic, cpu, symbol, pct)                                                       \
	{                                                                                          \
		kernel nic, "done", "{\"kernel\": \"" kernel "\", \"nic\": \"" nic "\"}",          \
			"{\"hosts\": {\"tx\": {\"cpu\": " #cpu ", \"profile\": [{\"symbol\": "     \
			"\"first\", \"pct\": 9}, {\"symbol\": \"" symbol "\", \"pct\": " #pct      \
			"}]}}}"                                                                    \
	}

static const struct fake_point points[] = {
	POINT("old", "n1", 20, "ack", 3),   POINT("old", "n2", 10, "ack", 3),
	POINT("bad", "n1", 50, "qdisc", 5), POINT("bad", "n2", 15, "qdisc", 5),
	POINT("fixed", "n1", 22, "ack", 3), POINT("fixed", "n2", 10, "qdisc", 1.5),
};

static const char claims_text[] =
	"\"compare\": {\"claims\": ["
	"{\"text\": \"doubled\", \"figure\": \"hosts.tx.cpu\", \"at\": {\"kernel\": \"bad\"}, "
	"\"like\": {\"kernel\": \"old\"}, \"min_ratio\": \"2\"},"
	"{\"text\": \"back\", \"figure\": \"hosts.tx.cpu\", \"at\": {\"kernel\": \"fixed\"}, "
	"\"like\": {\"kernel\": \"old\"}, \"tolerance\": \"10\"},"
	"{\"text\": \"second\", \"host\": \"tx\", \"at\": {\"kernel\": \"bad\"}, \"symbols\": "
	"[\"qdisc\", \"first\"], \"rank\": \"2\"},"
	"{\"text\": \"gone\", \"host\": \"tx\", \"at\": {\"kernel\": [\"old\", \"fixed\"]}, "
	"\"symbols\": [\"qdisc\"], \"below_pct\": \"2\"},"
	"{\"text\": \"low\", \"figure\": \"hosts.tx.cpu\", \"max\": \"20\"},"
	"{\"text\": \"elsewhere\", \"figure\": \"hosts.rx.cpu\", \"max\": \"20\"}]}";

static void verdicts(void **state)
{
	static const size_t tested[] = {2, 2, 4, 4, 6, 0}, failed[] = {1, 0, 0, 0, 2, 0};
	char *dir = fake_dir();
	struct results r;
	struct claims c;

	(void)state;
	fake_run(dir, AXES, points, 6, claims_text);
	assert_null(results_load(dir, &r));
	assert_null(claims_check(&r, &c));
	assert_int_equal(c.n, 6);
	for (size_t i = 0; i < 6; i++) {
		assert_int_equal(c.claim[i].tested, tested[i]);
		assert_int_equal(c.claim[i].failed, failed[i]);
	}
	assert_int_equal(c.tested, 5);
	assert_int_equal(c.failed, 2);
	assert_string_equal(c.claim[0].detail, "kernel bad, nic n2: 15 against 10, 1.5 times");
	assert_string_equal(c.claim[4].detail, "kernel bad, nic n1: 50");
	assert_null(c.claim[5].detail);
	claims_free(&c);
	results_free(&r);
	fake_remove(dir);
}

int main(void)
{
	return RUN_ONE(verdicts);
}
