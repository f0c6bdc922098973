// 6.6.2p10
int f(int n) {
    upc_forall (int i = 0; i < n; i++; i) {
        if (i == 1)
            break; // error: 'break' leaves a upc_forall
        if (i == 2)
            return 1; // error: 'return' leaves a upc_forall
        if (i == 3)
            goto out; // error: 'goto' leaves a upc_forall
        if (i == 4)
            continue;
        for (;;)
            break;
        switch (i) {
        default: break;
        }
        goto inside;
    inside:;
    }
out:
    return 0;
}
