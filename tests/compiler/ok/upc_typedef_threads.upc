// THREADS may stand in the bound of an array type that becomes shared later (UPC 1.3 6.5.2.1p2, "including through typedefs").
typedef int times_t[THREADS];
shared [*] times_t of_times[10];
typedef double twice_t[2 * THREADS];
shared twice_t vector;
int main(void) {
    of_times[3][MYTHREAD] = 1;
    vector[MYTHREAD] = 2.0;
    return 0;
}
