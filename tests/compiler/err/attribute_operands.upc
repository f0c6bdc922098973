// Operands of attributes and of _Alignas are constants.
shared int n;
int zero(void);

int a __attribute__((aligned(8 * THREADS))); // error: THREADS in the operand of 'aligned': it is a constant only with -T N (a fixed number of threads)
_Alignas(THREADS) int b; // error: THREADS in the operand of '_Alignas': it is a constant only with -T N (a fixed number of threads)
struct __attribute__((aligned(MYTHREAD))) s { int c; }; // error: the operand of 'aligned' is not an integer constant expression
int d __attribute__((aligned(n))); // error: the operand of 'aligned' is not an integer constant expression
int e __attribute__((annotate("size", sizeof(shared int *)))); // error: 'shared' in the operand of attribute 'annotate', which the C compiler reads as it is
