#include <stdarg.h>
#include <stddef.h>
struct s { int a; char b[8]; struct { int c, d[4]; } e; };
_Static_assert(offsetof(struct s, e.d[2]) == __builtin_offsetof(struct s, e.c) + 12, "");
_Static_assert(__builtin_types_compatible_p(int, __typeof__(1)), "");
_Static_assert(!__builtin_types_compatible_p(int *, char *), "");
_Static_assert(__builtin_choose_expr(1, 2, "no") == 2, "");
_Static_assert(__builtin_constant_p(3 + 4), "");
_Static_assert(__builtin_bswap32(0x01020304) == 0x04030201, "");
_Static_assert(__builtin_clz(1) == 31 && __builtin_ctzll(8) == 3 && __builtin_popcount(255) == 8 && __builtin_ffs(4) == 3, "");
int f(int n, ...) {
    va_list ap, copy;
    va_start(ap, n);
    va_copy(copy, ap);
    int a = va_arg(ap, int);
    double d = va_arg(ap, double);
    const char *t = va_arg(copy, char *);
    va_end(copy);
    va_end(ap);
    if (__builtin_expect(n > 1, 0)) __builtin_unreachable();
    int over, *p = &a;
    if (__builtin_add_overflow(n, a, &over) || __builtin_mul_overflow(n, 3L, p)) __builtin_trap();
    __builtin_prefetch(p, 0, 3);
    void *frame = __builtin_frame_address(0), *ret = __builtin_return_address(0), *room = __builtin_alloca(16);
    __builtin_memset(room, 0, 16);
    char *end = __builtin_strchr(t, 'x');
    return a + (int)d + over + (frame == ret) + (end == t) + (int)__builtin_object_size(room, 0) + __builtin_abs(-n) +
           (int)__builtin_sqrt(d) + (__builtin_isnan(d) || d == __builtin_inf() || d < __builtin_nan("")) + (int)__builtin_strlen(t);
}
int atomics(int *p, long *q) {
    int old = __sync_fetch_and_add(p, 1) + __sync_val_compare_and_swap(p, 1, 2) + __sync_bool_compare_and_swap(q, 1L, 2L);
    __sync_synchronize();
    __atomic_store_n(p, 4, __ATOMIC_RELEASE);
    long expected = 3, value;
    __atomic_load(q, &value, __ATOMIC_SEQ_CST);
    old += __atomic_compare_exchange_n(q, &expected, 5L, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
    return old + __atomic_load_n(p, __ATOMIC_ACQUIRE) + __atomic_fetch_or(p, 1, 0) + (int)__atomic_exchange_n(q, 7L, 0) + (int)value;
}
