// 7.3: upc_types.h: values usable in #if, single bits or distinct, and no conflicts with what the
// other libraries add; every library header brings it in.
#include <upc_atomic.h>
#ifndef UPC_ADD
#error "upc_atomic.h includes upc_types.h"
#endif
#undef UPC_ADD
#define UPC_ADD (1UL << 0) // also again, with the same meaning
#include <upc_collective.h>
#include <upc_io.h>
#include <upc_types.h>
#include "check.h"

#if (UPC_ADD | UPC_MULT | UPC_AND | UPC_OR | UPC_XOR | UPC_LOGAND | UPC_LOGOR | UPC_MIN | UPC_MAX) >= 65536 || UPC_ADD <= 0
#error "7.3.1 2: operations"
#endif
#if UPC_CHAR <= 0 || UPC_LDOUBLE >= 65536 || UPC_PTS >= 65536 || UPC_INT8 == UPC_CHAR
#error "7.3.2 2: types"
#endif
#if (UPC_IN_ALLSYNC | UPC_IN_MYSYNC | UPC_IN_NOSYNC | UPC_OUT_ALLSYNC | UPC_OUT_MYSYNC | UPC_OUT_NOSYNC) >= 64
#error "7.3.3 2: flags"
#endif

static const upc_op_t standard[] = {UPC_ADD, UPC_MULT, UPC_AND, UPC_OR, UPC_XOR, UPC_LOGAND, UPC_LOGOR, UPC_MIN, UPC_MAX};
static const upc_op_t added[] = {UPC_FUNC, UPC_NONCOMM_FUNC, UPC_GET, UPC_SET, UPC_CSWAP, UPC_SUB, UPC_INC, UPC_DEC};
static const upc_type_t types[] = {UPC_CHAR,  UPC_UCHAR,  UPC_SHORT, UPC_USHORT, UPC_INT,   UPC_UINT,  UPC_LONG,    UPC_ULONG,
                                   UPC_LLONG, UPC_ULLONG, UPC_INT8,  UPC_UINT8,  UPC_INT16, UPC_UINT16, UPC_INT32,  UPC_UINT32,
                                   UPC_INT64, UPC_UINT64, UPC_FLOAT, UPC_DOUBLE, UPC_LDOUBLE, UPC_PTS};
static const upc_flag_t flags[] = {UPC_IN_ALLSYNC, UPC_IN_MYSYNC, UPC_IN_NOSYNC, UPC_OUT_ALLSYNC, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC};

#define LENGTH(a) (sizeof(a) / sizeof(a)[0])
#define SAME_TYPE(macro, type) _Generic((macro), type: 1, default: 0)

int main(void)
{
    upc_op_t bits = 0;
    for (size_t i = 0; i < LENGTH(standard) + LENGTH(added); i++) {
        const upc_op_t op = i < LENGTH(standard) ? standard[i] : added[i - LENGTH(standard)];
        CHECK(op != 0 && (op & (op - 1)) == 0 && (bits & op) == 0);
        bits |= op;
    }
    for (size_t i = 0; i < LENGTH(types); i++)
        for (size_t j = 0; j < i; j++) CHECK(types[i] != types[j]);
    upc_flag_t all = 0;
    for (size_t i = 0; i < LENGTH(flags); i++) {
        CHECK(flags[i] > 0 && (flags[i] & (flags[i] - 1)) == 0 && (all & flags[i]) == 0);
        all |= flags[i];
    }
    CHECK(SAME_TYPE(UPC_MAX, upc_op_t) && SAME_TYPE(UPC_NONCOMM_FUNC, upc_op_t) && SAME_TYPE(UPC_DEC, upc_op_t));
    CHECK(SAME_TYPE(UPC_PTS, upc_type_t) && SAME_TYPE(UPC_OUT_NOSYNC, upc_flag_t));
    CHECK(SAME_TYPE(UPC_ATOMIC_HINT_LATENCY, upc_atomichint_t) && UPC_ATOMIC_HINT_DEFAULT == 0);
    PASS();
    return 0;
}
