int f(void) {
    return missing; // error: 'missing' undeclared
}
