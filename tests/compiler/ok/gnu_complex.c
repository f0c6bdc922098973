#include <complex.h>
double _Complex z = 1.0 + 2.0i;
_Complex float w = 3.0fi;
__complex__ double g = 1;
static double complex k = 1 - 1.0i;
_Complex int whole = 3 + 4i;
double parts(double _Complex v) {
    __real__ v = 4;
    __imag__ v += 2;
    v = ~v * I + conj(v) / 2;
    return creal(v) + __imag__ v + cabs(v * v) + __real__ whole + (v == z) + (v != 0 ? 1 : 0);
}
float first(void) { return crealf(w) + (float)__real__(k + g); }
