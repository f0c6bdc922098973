#include <stddef.h>
#include <uchar.h>
_Static_assert(sizeof(L"ab") == 12 && sizeof(u"ab") == 6 && sizeof(U"ab") == 12 && sizeof(u8"ä") == 3 && sizeof "a" "b" == 3, "");
_Static_assert('\x41' == 'A' && '\101' == 'A' && '\0' == 0 && '\e' == 27 && L'\u00e4' == 0xe4 && U'\U0001F600' == 0x1f600, "");
_Static_assert(0b101 == 5 && 0x10 == 16 && 010 == 8 && 10ull == 10 && 0xffffffff > 0 && 4294967295 > 0, "");
_Static_assert(sizeof(1) == 4 && sizeof(1l) == 8 && sizeof(2147483648) == 8 && sizeof(0xffffffff) == 4 && sizeof('a') == 4, "");
_Static_assert(sizeof(1.f) == 4 && sizeof(1.) == 8 && sizeof(0x1p-3L) == 16 && sizeof(1.0i) == 16 && sizeof(.5e+3) == 8, "");
const char *s = "tab\tquote\"\\ \x7f\377" "joined" __FILE__;
const wchar_t *w = L"wide" L"\x263a" "mixed";
const char16_t *c16 = u"\u20ac";
const char *names(void) { return __func__ ? __FUNCTION__ : __PRETTY_FUNCTION__; }
int über = 1, \u00e4hnlich = 2, $dollar = 3;
