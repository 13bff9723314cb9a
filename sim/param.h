/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Parameters: one table per model drives parsing, range checks, --help, the
 * generated reference (docs/params.md) and the resolved dump.  A parameter
 * struct is plain data, filled from defaults and then from the scenario, and
 * constant while the simulation runs.
 */
#ifndef NICPATH_SIM_PARAM_H
#define NICPATH_SIM_PARAM_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* C type of the member in brackets. */
enum param_type {
	PARAM_U32,    /* uint32_t: a count */
	PARAM_U64,    /* uint64_t: a count */
	PARAM_SIZE,   /* uint64_t bytes: 64, 512KiB, 3MiB, 1448B, 10kB */
	PARAM_TIME,   /* uint64_t ps: 75us, 1.5ns, 10s */
	PARAM_RATE,   /* uint64_t bit/s: 10Gbps, 941Mbps */
	PARAM_FREQ,   /* uint64_t Hz: 2.0GHz, 1000Hz */
	PARAM_DOUBLE, /* double */
	PARAM_BOOL,   /* bool: on/off, true/false, yes/no, 1/0 */
	PARAM_ENUM,   /* int: index into choices */
	PARAM_STRING, /* char *: owned by the struct, never NULL */
};

struct param {
	const char *name; /* dotted below the table's node: "l2.size" */
	enum param_type type;
	size_t offset;		    /* of the member in the struct */
	const char *def;	    /* default, written as in YAML; NULL: must be given */
	const char *min, *max;	    /* written as in YAML; NULL: no bound */
	const char *const *choices; /* PARAM_ENUM: NULL-terminated */
	const char *help;	    /* one sentence; says the unit's meaning */
	const char *source;	    /* where the default comes from */
};

struct param_table {
	const char *name; /* as in the reference: "cpu", "nic.forcedeth" */
	const char *help;
	const struct param *params; /* ends with name == NULL */
	size_t struct_size;
};

struct yaml_node; /* sim/yaml.h */

/* Fills *out (zeroed first) with the defaults. Panics on a bad table. */
void param_defaults(const struct param_table *t, void *out);

/*
 * Overlays a YAML mapping (NULL: nothing given) on *out, which has been filled
 * by param_defaults(); marks the keys that it consumed, so that yaml_unused()
 * finds those that nobody knows.  Error: "file:line:column: ...".
 *
 * The defaults that stood are noted in the mapping (yaml_default()): lookups
 * do not see them, yaml_write() does.  So the tree becomes the resolved
 * scenario as models load their parameters; for a mapping that the user may
 * leave out, pass yaml_section(map, "name") rather than NULL.
 */
char *param_load(const struct param_table *t, struct yaml_node *map, void *out);

/* Frees strings. */
void param_free(const struct param_table *t, void *out);

/* Parses one value as a parameter of this type would be. *out as above. */
char *param_parse(const struct param *p, const char *text, void *out);
/* Prints the value as YAML would take it again, without loss. Caller frees. */
char *param_print(const struct param *p, const void *strct);

/* Writes "name: value" lines for the resolved dump, indented. */
void param_dump(const struct param_table *t, const void *strct, FILE *f, int indent);
/* Markdown section: name, type, unit, default, range, help, source. */
void param_reference(const struct param_table *t, FILE *f);

#endif
