typedef unsigned __int128 u128;
__int128 a = (__int128)1 << 100;
static __int128_t b = -1;
__uint128_t c = ~(__uint128_t)0;
_Static_assert(sizeof(u128) == 16 && (u128)-1 > 0, "");
_Static_assert((((u128)1 << 127) >> 64) == 0x8000000000000000ull, "");
unsigned long high(unsigned long x, unsigned long y) { return (unsigned long)((u128)x * y >> 64); }
int sign(__int128 x) { return x < 0 ? -1 : x > b; }
