// type: literal 'int' 1
// type: literal 'unsigned int' 0xffffffff
// type: literal 'long' 4294967296
// type: literal 'unsigned long' 18446744073709551615u
// type: literal 'float' 1.5f
// type: literal '_Complex double' 2.0i
// type: literal 'char [4]' "abc"
// type: literal 'int [3]' L"ab"
int a = 1;
unsigned b = 0xffffffff;
long c = 4294967296;
unsigned long d = 18446744073709551615u;
float e = 1.5f;
_Complex double g = 2.0i;
char h[] = "abc";
__WCHAR_TYPE__ w[] = L"ab";
