/* <intrinsics.h>: where Cray's compiler declares its atomic operations (see <upc_cray.h>). It also
 * counts bits: ones, leading zeros (of 0 all), and whether the number of ones is odd. The names
 * without a number are those of 64 bits. */
#ifndef POLDER_INTRINSICS_H
#define POLDER_INTRINSICS_H

#include <upc_cray.h>

#define _popcnt32(x) ((long)__builtin_popcount((unsigned int)(x)))
#define _popcnt64(x) ((long)__builtin_popcountl((unsigned long)(x)))
#define _popcnt _popcnt64
#define _poppar32(x) ((long)__builtin_parity((unsigned int)(x)))
#define _poppar64(x) ((long)__builtin_parityl((unsigned long)(x)))
#define _poppar _poppar64
POLDER_INLINE long polder_leadz(unsigned long x) { return x ? __builtin_clzl(x) : 64; }
#define _leadz32(x) (polder_leadz((unsigned int)(x)) - 32)
#define _leadz64(x) polder_leadz((unsigned long)(x))
#define _leadz _leadz64

/* Words with n ones (0 to 64) at the left or the right end. */
POLDER_INLINE unsigned long _maskl(long n) { return n ? ~0UL << (64 - n) : 0; }
POLDER_INLINE unsigned long _maskr(long n) { return n ? ~0UL >> (64 - n) : 0; }

#endif
