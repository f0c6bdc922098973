int f(int x) {
    int g(int y) { return x + y; } // error: nested function 'g' is not supported; move it to file scope
    return 1;
}
