#if defined(__clang__)
long double ld = 1.5L;
#else
long double ld = 1.5L;
_Float32 f32 = 1.5f32;
_Float64 f64 = 1.5f64;
_Float32x f32x = 1.5f32x;
_Float64x f64x = 1.5f64x;
_Float128 f128 = 1.5f128;
__float128 q = 1.5q;
_Static_assert(sizeof(_Float128) == 16 && sizeof f32 == 4, "");
double mix(void) { return (double)(f32 + f64 + f32x + f64x + f128 + q + ld); }
#endif
