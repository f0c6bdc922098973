#if defined(__x86_64__)
#include <immintrin.h>
__attribute__((target("avx2"))) __m256d f(const double *p, __m256d x) {
    return _mm256_add_pd(_mm256_loadu_pd(p), _mm256_shuffle_pd(x, x, 5));
}
__attribute__((target("popcnt"))) int g(__m128i v) { return _mm_extract_epi16(_mm_slli_si128(v, 4), 2) + _mm_popcnt_u32(3); }
unsigned long long h(void) {
    _mm_pause();
    _mm_mfence();
    return __rdtsc();
}
#else
int not_here;
#endif
