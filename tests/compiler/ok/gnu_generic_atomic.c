#include <stdatomic.h>
#define kind(x) _Generic((x), int: 1, const char *: 2, char *: 3, double: 4, default: 0, struct s *: 5)
struct s { int a; };
_Static_assert(kind(1) == 1 && kind("a") == 3 && kind(1.0) == 4 && kind(1.0f) == 0, "");
_Static_assert(_Generic((const int)1, int: 1, default: 0) && _Generic(&(int){1}, int *: 1, default: 0), "");
atomic_int counter;
_Atomic long total;
_Atomic(struct s *) head;
_Atomic int *pointer = &counter;
int f(struct s *p) {
    atomic_fetch_add(&counter, 2);
    atomic_fetch_sub_explicit(&total, 1L, memory_order_relaxed);
    struct s *old = atomic_exchange(&head, p), *expected = old;
    atomic_compare_exchange_strong(&head, &expected, p);
    total += 3;
    counter++;
    atomic_flag flag = ATOMIC_FLAG_INIT;
    atomic_thread_fence(memory_order_seq_cst);
    return atomic_load(&counter) + (int)total + atomic_flag_test_and_set(&flag) + kind(p) + *pointer;
}
