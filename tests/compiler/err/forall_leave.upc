// 6.6.2p10
int f(int n) {
    upc_forall (int i = 0; i < n; i++; i) {
        if (i == 1)
            break; // warning: 'break' leaves a upc_forall: undefined when it happens
        if (i == 2)
            return 1; // warning: 'return' leaves a upc_forall: undefined when it happens
        if (i == 3)
            goto out; // warning: 'goto' leaves a upc_forall: undefined when it happens
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
