// In a c_code region UPC's keywords are ordinary names.
#pragma upc c_code
int shared, strict, relaxed;
int barrier(int THREADS) { return THREADS + shared + strict + relaxed; }
#pragma upc upc_code
shared int x;
int main(void) {
    x = MYTHREAD;
    return x == THREADS;
}
