// With one thread, numbers of file scope are read in front of a loop that leaves them alone, if
// its stores might change them for all that the C compiler knows.
// flags: -O2
// emit: const int polder_width_held = width;
// emit: const double polder_scale_held = scale;
// emit-not: polder_steps_held
// emit-not: polder_rate_held
// emit-not: polder_raised_held
// emit-not: polder_known_held
// emit-not: polder_seen_held
#include <upc_relaxed.h>
int width, steps, raised, known, seen;
double scale;
float rate;
shared int *a;
shared double *d;
shared char *c;
void stores_int(int n) { // and no floating point number
    for (int i = 0; i < n; i++) a[i * width] = (int)(rate * i);
}
void stores_double(int n) {
    for (int i = 0; i < n; i++) d[i] = d[i + 1] * scale * steps;
}
void stores_char(int n) {
    for (int i = 0; i < n; i++) c[i] = (char)(width + i);
}
void changes(int n) {
    for (int i = 0; i < n; i++) a[i + raised] = i, raised++;
}
int *address(void) { return &known; }
void takes_address(int n) {
    for (int i = 0; i < n; i++) a[i + known] = i, *address() = i;
}
static int reads(int i) { return i + seen; }
void calls(int n) { // what is called would read it besides
    for (int i = 0; i < n; i++) a[reads(i)] = seen;
}
