polder_ga a;
void f(int i) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    __extension__ ({
        int polder_value2 = __extension__ ({
            const polder_ga polder_address = polder_index_cyclic(polder_e, polder_s_a, (long)(i
                + 1), sizeof(int));
            int polder_value;
            if (polder_is_near_any(polder_address)) polder_value
                = *(int *)polder_addr_any(polder_address);
            else polder_far_load4(&polder_value, polder_address);
            polder_value;
        });
        const polder_ga polder_address2 = polder_index_cyclic(polder_e, polder_s_a, (long)(i),
            sizeof(int));
        if (polder_is_near_any(polder_address2)) *(int *)polder_addr_any(polder_address2)
            = polder_value2;
        else {
            int polder_copy2 = polder_value2;
            polder_far_store4(polder_address2, &polder_copy2);
        }
    });
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 1, 1, 4, 4, 1, "a"};
