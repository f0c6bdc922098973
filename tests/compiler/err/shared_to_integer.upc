long f(shared int *p) {
    int n = p; // error: pointer to shared 'shared int *' becomes an integer ('int') without a cast
    n = (int)p;
    return p; // error: pointer to shared 'shared int *' becomes an integer ('long') without a cast
}
