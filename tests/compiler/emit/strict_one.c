struct pair { int x, y[3]; };
polder_ga flag;
polder_ga whole;
int f(struct pair p) {
    const polder_ga polder_s_flag __attribute__((unused)) = flag;
    const polder_ga polder_s_whole __attribute__((unused)) = whole;
    __extension__ ({
        int polder_value = 1;
        __atomic_store((int *)polder_addr_1node(polder_s_flag), &polder_value, 5);
        polder_after_strict_store();
    });
    __extension__ ({
        struct pair polder_value2 = p;
        __asm__("" : "+m"(polder_value2));
        polder_fence();
        polder_strict_store_whole(polder_addr_1node(polder_s_whole), &polder_value2,
            sizeof polder_value2);
        polder_fence();
    });
    __extension__ ({
        const polder_ga polder_address = polder_s_flag;
        int polder_old = __extension__ ({
            int polder_value3;
            polder_before_strict_load();
            __atomic_load((int *)polder_addr_1node(polder_address), &polder_value3, 5);
            polder_value3;
        }), polder_new = (int)(polder_old + (2));
        __extension__ ({
            int polder_value4 = polder_new;
            __atomic_store((int *)polder_addr_1node(polder_address), &polder_value4, 5);
            polder_after_strict_store();
        });
    });
    return __extension__ ({
        int polder_value5;
        polder_before_strict_load();
        __atomic_load((int *)polder_addr_1node(polder_s_flag), &polder_value5, 5);
        polder_value5;
    });
}
static const struct polder_shared_object polder_d_flag __attribute__((section("polder_shared"),
    used, aligned(8))) = {&flag, 1, 1, 4, 4, 0, "flag"};
static const struct polder_shared_object polder_d_whole __attribute__((section("polder_shared"),
    used, aligned(8))) = {&whole, 1, 1, 16, 4, 0, "whole"};
