typedef float v4 __attribute__((vector_size(16)));
typedef int v4i __attribute__((__vector_size__(16)));
typedef double v2d __attribute__((vector_size(2 * sizeof(double))));
struct holder { v4 a; char b; };
_Static_assert(sizeof(v4) == 16 && _Alignof(v4) == 16 && sizeof(struct holder) == 32, "");
v4 zero, one = {1, 1, 1, 1};
v4 mix(v4 a, v4 b, float s) {
    v4 c = a * b + s - 2.0f;
    v4i mask = a < b;
    c[1] = s;
    c += (v4){1, 2, 3, 4};
    v4i bits = (v4i)c & mask | ~mask;
    bits = bits << 1 >> (v4i){1, 1, 2, 2};
    return (v4)bits + -c;
}
v2d widen(v2d x) { return x / (v2d){2, 4}; }
v4i convert(v4 a) { return __builtin_convertvector(a, v4i); }
float lane(v4 *p, int i) { return (*p)[i] + p[1][0]; }
