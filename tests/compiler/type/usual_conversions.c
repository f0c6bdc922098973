// type: binary_expr 'unsigned int' +
// type: binary_expr 'long' *
// type: binary_expr 'unsigned long' -
// type: binary_expr 'long double' /
// type: binary_expr '__int128' &
// type: binary_expr 'int' <<
// type: binary_expr 'int' <
void f(char c, short s, unsigned u, long l, unsigned long ul, float x, long double y, __int128 w) {
    (void)(s + u);
    (void)(u * l);
    (void)(l - ul);
    (void)(x / y);
    (void)(ul & w);
    (void)(c << l);
    (void)(u < l);
}
