// flags: -Wno-invalid-pp-token
int stray = 1 @ 2; // error: stray '@' in program
int suffix = 12x; // error: invalid suffix 'x' on integer constant
double floating = 1.5q7; // error: invalid suffix 'q7' on floating constant
int hexadecimal = 0x1.p; // error: invalid number '0x1.p'
int octal = 08; // error: invalid number '08'
char empty = ''; // error: empty character constant
