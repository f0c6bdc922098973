void f(void) {
    goto nowhere; // error: label 'nowhere' used but not defined
twice:;
twice:; // error: duplicate label 'twice'
}
