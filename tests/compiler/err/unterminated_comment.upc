// flags: -x upc-cpp-output
int a = 1;
/* never closed // error: unterminated comment
