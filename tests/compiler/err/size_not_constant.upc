// 6.4.1.1: sizeof a definitely blocked array is no constant with dynamic THREADS.
shared int a[THREADS];
int f(int n) {
    switch (n) {
    case sizeof(a): // error: case label is not an integer constant expression
        return 1;
    case upc_localsizeof(a):
        return 2;
    case THREADS: // error: case label is not an integer constant expression
        return 3;
    }
    return 0;
}
