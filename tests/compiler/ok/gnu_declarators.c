int (*(*fpp)(int))[3], *(*array_of_functions[2])(void), (*const constant)(int) = 0;
void (*signal_like(int, void (*)(int)))(int);
typedef int number, *pointer, row[4], function(number);
function f;
int f(int number) { int pointer = number; { typedef char number; number c = 'a'; pointer += c; } return pointer; }
int g(int (number)); /* takes a function */
int g(int called(int)) { return called(2); }
int h(number (int));
int h(int call(int)) { return call(1); }
int shadow(void) { row row = {1, 2}; unsigned number = row[1]; struct number { int number; } n = {3}; return (int)number + n.number; }
number unsigned_long(void) { long unsigned int long a = 1; int const long unsigned b = 2; return (int)(a + b); }
static int const volatile *restrict_me(int *restrict p, const int *const volatile q, int r[restrict 2]) { return p + *q + *r; }
extern int multiple, *several, many[], (*such)(int), functions(void);
char const *const strings[] = {"a" "b", "c"};
enum tag { one, two = one + 4, three, } e = three;
enum later_use { wide = 1ull << 40, negative = -1 };
_Static_assert(sizeof(enum later_use) == 8 && two == 4 && three == 5, "");
int (parenthesised) = 3, ((twice)) (void);
void nothing(void), takes(int, char *, ...), unnamed(int (*)(int), int[], int());
_Noreturn void end(void);
_Alignas(32) int aligned; _Alignas(double) char store[8];
static _Thread_local int tls; extern __thread int gnu_tls; _Thread_local static int turned;
inline static int in(void) { return tls + turned; } extern inline __attribute__((gnu_inline)) int out(void) { return 1; }
