// Functions that other compilers find although no unit has a definition for all of them, and one
// that has.
inline int twice(int n);
inline int shared_sum(shared int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) sum += a[i];
    return sum;
}
inline int twice(int n)
{
    static const int two = 2;
    return n > 1000 ? twice(n - 1) + 2 : two * n; /* not inlined everywhere */
}
__extension__ inline shared int *next(shared int *p) { return p + 1; }
inline int common(void) { return 41; } /* other.upc has the definition for all */
