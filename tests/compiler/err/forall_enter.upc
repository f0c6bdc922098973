void f(int n) {
    int i;
    goto inside; // error: 'goto' enters a upc_forall
    switch (n) {
        upc_forall (i = 0; i < n; i++; i) {
        case 0:; // error: 'switch' enters a upc_forall
        inside:;
        }
    }
}
