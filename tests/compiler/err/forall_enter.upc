void f(int n) {
    int i;
    goto inside; // warning: 'goto' enters a upc_forall: undefined when it happens
    switch (n) {
        upc_forall (i = 0; i < n; i++; i) {
        case 0:; // warning: 'switch' enters a upc_forall: undefined when it happens
        inside:;
        }
    }
}
