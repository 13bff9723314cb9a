/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The instructions that the rewriter knows. Source: AMD64 Architecture Programmer's Manual volume 3
 * (24594) for operands and flags, GNU as manual chapter i386 for names and suffixes. Vector
 * instructions need no row: any instruction with a vector register operand is handled by insn.c.
 * What is in neither is refused.
 *
 * def lists only what is overwritten whatever the inputs are; a flag that the manual calls
 * undefined counts as overwritten if no processor leaves it alone as documented behaviour.
 */
#include "nic_model/linux/rewrite/asm.h"

#include "nic_model/linux/hook.h"

#define C   FLAG_C
#define O   FLAG_O
#define X   FLAG_X
#define ALL FLAGS_ALL
#define AX  BIT(REG_AX)
#define CX  BIT(REG_CX)
#define DX  BIT(REG_DX)
#define BX  BIT(REG_BX)
#define SI  BIT(REG_SI)
#define DI  BIT(REG_DI)
#define ANY EVERYTHING

/* name, operands, suffix, kind, class, implicit use, implicit def */
#define ROW(n, o, s, k, c, u, d)                                                                   \
	{                                                                                          \
		n, o, s, k, HOOK_##c, u, d                                                         \
	}
#define ALU(n, o, u, d) ROW(n, o, 1, K_PLAIN, SIMPLE, u, d)
#define FIX(n, o, u, d) ROW(n, o, 0, K_PLAIN, SIMPLE, u, d)
#define SER(n, o, u, d) ROW(n, o, 1, K_PLAIN, SERIAL, u, d)
#define SHIFT(n, u, d)	ROW(n, "m", 1, K_SHIFT, SIMPLE, u, d), ROW(n, "rm", 1, K_SHIFT, SIMPLE, u, d)
#define BITOP(n, o)	ROW(n, o, 1, K_BIT, SIMPLE, 0, C)
#define EXTEND(n)	FIX(n, "rw", 0, 0)
#define STRING0(n, u, d)                                                                           \
	ROW(n "b", "", 0, K_STRING, STRING, u, d), ROW(n "w", "", 0, K_STRING, STRING, u, d),      \
		ROW(n "l", "", 0, K_STRING, STRING, u, d),                                         \
		ROW(n "q", "", 0, K_STRING, STRING, u, d),                                         \
		ROW(n "b", "xx", 0, K_STRING, STRING, u, d),                                       \
		ROW(n "w", "xx", 0, K_STRING, STRING, u, d),                                       \
		ROW(n "l", "xx", 0, K_STRING, STRING, u, d),                                       \
		ROW(n "q", "xx", 0, K_STRING, STRING, u, d)

/* a row an instruction */
/* clang-format off */
const struct insn_desc insn_table[] = {
	ALU("mov", "rw", 0, 0), FIX("movabs", "rw", 0, 0), FIX("movabsq", "rw", 0, 0), ALU("movbe", "rw", 0, 0),
	FIX("movnti", "rw", 0, 0), FIX("movntil", "rw", 0, 0), FIX("movntiq", "rw", 0, 0),
	EXTEND("movzbw"), EXTEND("movzbl"), EXTEND("movzbq"), EXTEND("movzwl"), EXTEND("movzwq"), EXTEND("movzx"),
	EXTEND("movsbw"), EXTEND("movsbl"), EXTEND("movsbq"), EXTEND("movswl"), EXTEND("movswq"), EXTEND("movslq"),
	EXTEND("movsx"), EXTEND("movsxd"), EXTEND("movzb"), EXTEND("movzw"), EXTEND("movsxl"),
	ALU("lea", "aw", 0, 0),
	ALU("add", "rm", 0, ALL), ALU("sub", "rm", 0, ALL), ALU("and", "rm", 0, ALL), ALU("or", "rm", 0, ALL),
	ALU("xor", "rm", 0, ALL), ALU("adc", "rm", C, ALL), ALU("sbb", "rm", C, ALL),
	ALU("cmp", "rr", 0, ALL), ALU("test", "rr", 0, ALL),
	ALU("inc", "m", 0, O | X), ALU("dec", "m", 0, O | X), ALU("neg", "m", 0, ALL), ALU("not", "m", 0, 0),
	SHIFT("shl", 0, ALL), SHIFT("sal", 0, ALL), SHIFT("shr", 0, ALL), SHIFT("sar", 0, ALL),
	SHIFT("rol", 0, C | O), SHIFT("ror", 0, C | O), SHIFT("rcl", C, C | O), SHIFT("rcr", C, C | O),
	ROW("shld", "rrm", 1, K_SHIFT, SIMPLE, 0, ALL), ROW("shrd", "rrm", 1, K_SHIFT, SIMPLE, 0, ALL),
	ROW("shld", "rm", 1, K_SHIFT, SIMPLE, CX, 0), ROW("shrd", "rm", 1, K_SHIFT, SIMPLE, CX, 0),
	ROW("mul", "r", 1, K_PLAIN, MUL, AX, ALL), ROW("imul", "r", 1, K_PLAIN, MUL, AX, ALL),
	ROW("imul", "rm", 1, K_PLAIN, MUL, 0, ALL), ROW("imul", "rrw", 1, K_PLAIN, MUL, 0, ALL),
	ROW("mulx", "rww", 1, K_PLAIN, MUL, DX, 0),
	ROW("div", "r", 1, K_PLAIN, DIV, AX | DX, ALL), ROW("idiv", "r", 1, K_PLAIN, DIV, AX | DX, ALL),
	ROW("push", "r", 1, K_PUSH, SIMPLE, 0, 0), ROW("pop", "w", 1, K_POP, SIMPLE, 0, 0),
	ROW("pushf", "", 1, K_PUSH, SIMPLE, ALL, 0), ROW("popf", "", 1, K_POP, SIMPLE, 0, ALL),
	ROW("leave", "", 1, K_LEAVE, SIMPLE, BIT(REG_BP), 0),
	ROW("call", "t", 1, K_CALL, SIMPLE, 0, 0), ROW("jmp", "t", 1, K_JMP, SIMPLE, 0, 0),
	ROW("ret", "", 1, K_RET, SIMPLE, 0, 0), ROW("ret", "r", 1, K_RET, SIMPLE, 0, 0),
	ROW("iret", "", 1, K_RET, SERIAL, ANY, 0), ROW("sysret", "", 1, K_RET, SERIAL, ANY, 0),
	ROW("jrcxz", "t", 0, K_JCC, SIMPLE, CX, 0), ROW("jecxz", "t", 0, K_JCC, SIMPLE, CX, 0),
	ROW("loop", "t", 0, K_JCC, SIMPLE, CX, 0),
	ROW("xchg", "mm", 1, K_XCHG, SIMPLE, 0, 0), ROW("xadd", "mm", 1, K_PLAIN, SIMPLE, 0, ALL),
	ROW("cmpxchg", "rm", 1, K_PLAIN, SIMPLE, AX, ALL),
	FIX("cmpxchg8b", "m", AX | BX | CX | DX, 0), FIX("cmpxchg16b", "m", AX | BX | CX | DX, 0),
	BITOP("bt", "rr"), BITOP("bts", "rm"), BITOP("btr", "rm"), BITOP("btc", "rm"),
	ALU("bsf", "rm", 0, ALL), ALU("bsr", "rm", 0, ALL), ALU("tzcnt", "rm", 0, ALL), ALU("lzcnt", "rm", 0, ALL),
	ALU("popcnt", "rm", 0, ALL), ALU("bswap", "m", 0, 0), ALU("crc32", "rm", 0, 0),
	ALU("andn", "rrw", 0, ALL), ALU("bextr", "rrw", 0, ALL), ALU("bzhi", "rrw", 0, ALL), ALU("blsr", "rw", 0, ALL),
	ALU("blsi", "rw", 0, ALL), ALU("blsmsk", "rw", 0, ALL), ALU("pdep", "rrw", 0, 0), ALU("pext", "rrw", 0, 0),
	ALU("rorx", "rrw", 0, 0), ALU("sarx", "rrw", 0, 0), ALU("shlx", "rrw", 0, 0), ALU("shrx", "rrw", 0, 0),
	ALU("adcx", "rm", C, C), ALU("adox", "rm", O, O),
	FIX("cltq", "", AX, 0), FIX("cdqe", "", AX, 0), FIX("cwtl", "", AX, 0), FIX("cwde", "", AX, 0),
	FIX("cbtw", "", AX, 0), FIX("cbw", "", AX, 0), FIX("cltd", "", AX, DX), FIX("cdq", "", AX, DX),
	FIX("cqto", "", AX, DX), FIX("cqo", "", AX, DX), FIX("cwtd", "", AX, 0), FIX("cwd", "", AX, 0),
	FIX("cld", "", 0, 0), FIX("std", "", 0, 0), FIX("clc", "", 0, C), FIX("stc", "", 0, C), FIX("cmc", "", C, C),
	FIX("lahf", "", AX | C | X, 0), FIX("sahf", "", AX, C | X),
	ALU("nop", "", 0, 0), ALU("nop", "x", 0, 0), FIX("pause", "", 0, 0), FIX("endbr64", "", 0, 0),
	FIX("fnop", "", 0, 0), ROW("ud2", "", 0, K_TRAP, SIMPLE, ANY, 0), ROW("ud2a", "", 0, K_TRAP, SIMPLE, ANY, 0),
	ROW("ud1", "rr", 1, K_TRAP, SIMPLE, ANY, 0), ROW("int3", "", 0, K_TRAP, SIMPLE, ANY, 0),
	ROW("int", "r", 0, K_TRAP, SERIAL, ANY, 0), ROW("hlt", "", 0, K_TRAP, SERIAL, ANY, 0),
	ROW("prefetcht0", "r", 0, K_PREFETCH, SIMPLE, 0, 0), ROW("prefetcht1", "r", 0, K_PREFETCH, SIMPLE, 0, 0),
	ROW("prefetcht2", "r", 0, K_PREFETCH, SIMPLE, 0, 0), ROW("prefetchnta", "r", 0, K_PREFETCH, SIMPLE, 0, 0),
	ROW("prefetchw", "w", 0, K_PREFETCH, SIMPLE, 0, 0), ROW("prefetch", "r", 0, K_PREFETCH, SIMPLE, 0, 0),
	ROW("clflush", "w", 0, K_FLUSH, SIMPLE, 0, 0), ROW("clflushopt", "w", 0, K_FLUSH, SIMPLE, 0, 0),
	ROW("clwb", "w", 0, K_FLUSH, SIMPLE, 0, 0), ROW("cldemote", "w", 0, K_FLUSH, SIMPLE, 0, 0),
	/* string; the direction flag is clear in all compiled code */
	STRING0("movs", SI | DI, 0), STRING0("stos", AX | DI, 0), STRING0("lods", SI, 0),
	STRING0("scas", AX | DI, ALL), STRING0("cmps", SI | DI, ALL),
	/* fences, time, identification, ports, modes */
	SER("mfence", "", 0, 0), SER("lfence", "", 0, 0), SER("sfence", "", 0, 0), SER("serialize", "", 0, 0),
	SER("cpuid", "", AX | CX, AX | BX | CX | DX), SER("rdtsc", "", 0, AX | DX), SER("rdtscp", "", 0, AX | CX | DX),
	SER("rdpmc", "", CX, AX | DX), SER("rdmsr", "", CX, AX | DX), SER("wrmsr", "", AX | CX | DX, 0),
	SER("xgetbv", "", CX, AX | DX), SER("xsetbv", "", AX | CX | DX, 0), SER("rdpid", "w", 0, 0),
	SER("rdpkru", "", CX, AX | DX), SER("wrpkru", "", AX | CX | DX, 0),
	SER("rdrand", "w", 0, ALL), SER("rdseed", "w", 0, ALL), SER("swapgs", "", ANY, 0), SER("cli", "", ANY, 0),
	SER("sti", "", ANY, 0), SER("clac", "", 0, 0), SER("stac", "", 0, 0), SER("clts", "", 0, 0),
	SER("wbinvd", "", 0, 0), SER("wbnoinvd", "", 0, 0), SER("invd", "", 0, 0), SER("invlpg", "a", 0, 0),
	SER("invpcid", "rr", 0, 0), SER("lgdt", "r", 0, 0), SER("lidt", "r", 0, 0), SER("sgdt", "w", 0, 0),
	SER("sidt", "w", 0, 0), SER("lldt", "r", 0, 0), SER("sldt", "w", 0, 0), SER("ltr", "r", 0, 0),
	SER("str", "w", 0, 0), SER("smsw", "w", 0, 0), SER("lmsw", "r", 0, 0), SER("verw", "r", 0, 0),
	SER("verr", "r", 0, 0), SER("lar", "rm", 0, 0), SER("lsl", "rm", 0, 0), SER("syscall", "", ANY, 0),
	SER("sysenter", "", ANY, 0), SER("vmcall", "", ANY, 0), SER("vmmcall", "", ANY, 0), SER("monitor", "", AX | CX | DX, 0), SER("mwait", "", AX | CX, 0),
	SER("monitor", "rrr", ANY, 0), SER("mwait", "rr", ANY, 0), SER("tpause", "r", AX | DX, ALL),
	SER("umwait", "r", AX | DX, ALL), SER("umonitor", "r", 0, 0), SER("rdgsbase", "w", 0, 0),
	SER("rdfsbase", "w", 0, 0), SER("wrgsbase", "r", 0, 0), SER("wrfsbase", "r", 0, 0),
	ROW("in", "rm", 1, K_PLAIN, SERIAL, AX | DX, 0), ROW("out", "rr", 1, K_PLAIN, SERIAL, AX | DX, 0),
	SER("in", "", AX | DX, 0), SER("out", "", AX | DX, 0), STRING0("ins", DX | DI, 0), STRING0("outs", DX | SI, 0),
	/* floating-point control and state without register operands */
	FIX("emms", "", 0, 0), FIX("vzeroupper", "", 0, 0), FIX("vzeroall", "", 0, 0), FIX("ldmxcsr", "r", 0, 0),
	FIX("stmxcsr", "w", 0, 0), FIX("vldmxcsr", "r", 0, 0), FIX("vstmxcsr", "w", 0, 0),
	SER("fxsave", "w", 0, 0), SER("fxrstor", "r", 0, 0), SER("fxsave64", "w", 0, 0), SER("fxrstor64", "r", 0, 0),
	SER("xsave", "w", AX | DX, 0), SER("xsave64", "w", AX | DX, 0), SER("xsaveopt", "w", AX | DX, 0),
	SER("xsaveopt64", "w", AX | DX, 0), SER("xsaves", "w", AX | DX, 0), SER("xsaves64", "w", AX | DX, 0),
	SER("xsavec64", "w", AX | DX, 0), SER("xrstor", "r", AX | DX, 0), SER("xrstor64", "r", AX | DX, 0),
	SER("xrstors", "r", AX | DX, 0), SER("xrstors64", "r", AX | DX, 0),
	FIX("wait", "", 0, 0), FIX("fwait", "", 0, 0),
};
/* clang-format on */

const int insn_table_rows = sizeof(insn_table) / sizeof(*insn_table);
