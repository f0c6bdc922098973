// Slips of everyday programs: each gives one message at its place.
#include <stdio.h>
shared int a[10 * THREADS];
shared double sum
struct box { // error@-1: expected ';' after declaration before 'struct'
    int w, h;
};
int count(int n) {
    int total = 0
    for (int i = 0; i < n; i++) // error@-1: expected ';' after declaration before 'for'
        total += a[i;           // error: expected ']' before ';'
    while (n > 0)
        n--
    return total; // error@-1: expected ';' before 'return'
}
int main(void) {
    int i;
    upc_forall (i = 0; i < 10; i++; &a[i]) {
        a[i] = i * ;        // error: expected expression before ';'
        printf("%d\n", b);  // error: 'b' undeclared
        a[i] = a[i] + ) 1;  // error: expected expression before ')'
        else a[i] = 0;      // error: expected statement before 'else'
    }
    upc_barier;             // error: 'upc_barier' undeclared
    return a;               // error: pointer to shared 'shared int *' becomes an integer ('int') without a cast
}
