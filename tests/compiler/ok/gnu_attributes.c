/* Attributes wherever GNU C allows them. */
typedef int aligned_int __attribute__((aligned(16)));
__attribute__((noinline, cold)) static int one(int a __attribute__((unused))) { return 1; }
static int two(void) __attribute__((unused, const));
static int two(void) { return 2; }
extern void *grab(unsigned long) __attribute__((malloc, alloc_size(1), warn_unused_result));
extern int say(const char *, ...) __attribute__((__format__(__printf__, 1, 2)));
struct __attribute__((packed)) tight { char a; int b __attribute__((aligned(2))); } __attribute__((aligned(4)));
struct s { int a; } __attribute__((may_alias));
enum __attribute__((packed)) small { A, B __attribute__((deprecated)), C = 200 };
int weak_one __attribute__((weak)), second __attribute__((section("mine"))) = 4;
int (*pointer)(int) __attribute__((unused)) = one;
void __attribute__((noreturn)) end(void);
static __attribute__((always_inline)) inline int three(void) { return two() + 1; }
int *__attribute__((aligned(16))) odd_place;
int f(int x) {
    aligned_int y __attribute__((unused)) = x;
    struct tight t = {1, 2};
    __attribute__((unused)) int z, w __attribute__((unused));
    switch (x) {
    case 1: x++; __attribute__((fallthrough));
    default: break;
    }
    if (x == 9) goto out;
    return t.b + three() + (int)sizeof(enum small);
out: __attribute__((unused));
    end();
}
