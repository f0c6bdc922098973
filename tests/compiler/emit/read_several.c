polder_ga a;
void f(int i) {
    const polder_env polder_e __attribute__((unused)) = polder_env_get();
    const polder_ga polder_s_a __attribute__((unused)) = a;
    __extension__ ({
        int polder_t5 = __extension__ ({
            const polder_ga polder_t1 = polder_index_cyclic(polder_e, polder_s_a, (long)(i + 1),
                sizeof(int));
            int polder_t2;
            if (polder_near(polder_t1)) polder_t2 = *(int *)polder_in_place(polder_t1);
            else polder_far_load4(&polder_t2, polder_t1);
            polder_t2;
        });
        const polder_ga polder_t4 = polder_index_cyclic(polder_e, polder_s_a, (long)(i),
            sizeof(int));
        if (polder_near(polder_t4)) *(int *)polder_in_place(polder_t4) = polder_t5;
        else {
            int polder_t6 = polder_t5;
            polder_far_store4(polder_t4, &polder_t6);
        }
    });
}
static const struct polder_shared_object polder_d_a __attribute__((section("polder_shared"), used,
    aligned(8))) = {&a, 1, 1, 4, 4, 1, "a"};
