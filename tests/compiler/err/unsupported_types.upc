// Types that are known by name and not supported: one message each, nothing that follows from it.
#include <upc.h>
unsigned _BitInt(24) counter; // error: '_BitInt' is not supported; use a standard type, or keep this code in a C source of its own
shared [4] _BitInt(12 + 4) a[4 * THREADS]; // error: '_BitInt' is not supported; use a standard type, or keep this code in a C source of its own
struct pair { _BitInt(9) signed low; int high; } pair; // error: '_BitInt' is not supported; use a standard type, or keep this code in a C source of its own
typedef _Decimal64 price; // error: '_Decimal64' is not supported; use a standard type, or keep this code in a C source of its own
price total;
_Decimal128 add(_Decimal32 x, int y); // error: '_Decimal128' is not supported; use a standard type, or keep this code in a C source of its own // error: '_Decimal32' is not supported; use a standard type, or keep this code in a C source of its own
int f(void)
{
    const _BitInt(7) low = 3; // error: '_BitInt' is not supported; use a standard type, or keep this code in a C source of its own
    counter++;
    total = total + 1;
    return (int)(a[2] + low + pair.high) + (_BitInt(5))counter; // error: '_BitInt' is not supported; use a standard type, or keep this code in a C source of its own
}
