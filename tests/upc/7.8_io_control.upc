// Parallel I/O: positions, sizes, preallocation and every command of upc_all_fcntl.
#include "io_file.h"

static void seeks(upc_file_t *file, int shift)
{
    CHECK_EQ(upc_all_fseek(file, 10 + shift, UPC_SEEK_SET), 10 + shift);
    CHECK_EQ(upc_all_fseek(file, -3, UPC_SEEK_CUR), 7 + shift);
    CHECK_EQ(upc_all_fseek(file, 0, UPC_SEEK_CUR), 7 + shift);
    CHECK_EQ(upc_all_fseek(file, -100 + shift, UPC_SEEK_END), 900 + shift);
    CHECK_EQ(upc_all_fseek(file, 5000, UPC_SEEK_END), 6000);
    CHECK_EQ(upc_all_fget_size(file), 1000);
    FAILS(upc_all_fseek(file, -1, UPC_SEEK_SET), EINVAL);
    FAILS(upc_all_fseek(file, -1001, UPC_SEEK_END), EINVAL);
    FAILS(upc_all_fseek(file, 0, 3), EINVAL);
    FAILS(upc_all_fseek(file, 0x7fffffffffffffff, UPC_SEEK_END), EOVERFLOW);
    CHECK_EQ(upc_all_fseek(file, 0, UPC_SEEK_SET), 0);
}

static void sizes(upc_file_t *file)
{
    CHECK_EQ(upc_all_fset_size(file, 1000), 0);
    CHECK_EQ(upc_all_fget_size(file), 1000);
    CHECK_EQ(upc_all_fpreallocate(file, 500), 0);
    CHECK_EQ(upc_all_fget_size(file), 1000);
    CHECK_EQ(upc_all_fpreallocate(file, 0), 0);
    CHECK_EQ(upc_all_fpreallocate(file, 200000), 0);
    CHECK_EQ(upc_all_fget_size(file), 200000);
    FAILS(upc_all_fset_size(file, -1), EINVAL);
    FAILS(upc_all_fpreallocate(file, -1), EINVAL);
    CHECK_EQ(upc_all_fset_size(file, 1000), 0);
}

static void modes(upc_file_t *file, const char *name)
{
    const int opened = UPC_RDWR | UPC_CREATE | UPC_EXCL | UPC_DELETE_ON_CLOSE;
    CHECK_EQ(upc_all_fcntl(file, UPC_GET_FL, NULL), opened | UPC_COMMON_FP);
    CHECK_EQ(upc_all_fcntl(file, UPC_GET_CA_SEMANTICS, NULL), 0);
    CHECK_EQ(upc_all_fcntl(file, UPC_SET_STRONG_CA_SEMANTICS, NULL), 0);
    CHECK_EQ(upc_all_fcntl(file, UPC_GET_CA_SEMANTICS, NULL), UPC_STRONG_CA);
    CHECK_EQ(upc_all_fcntl(file, UPC_GET_FP, NULL), UPC_COMMON_FP);
    CHECK_EQ(upc_all_fseek(file, 5, UPC_SEEK_SET), 5);
    CHECK_EQ(upc_all_fcntl(file, UPC_SET_INDIVIDUAL_FP, NULL), 0);
    CHECK_EQ(upc_all_fcntl(file, UPC_GET_FP, NULL), UPC_INDIVIDUAL_FP);
    CHECK_EQ(upc_all_fseek(file, 0, UPC_SEEK_CUR), 0);
    CHECK_EQ(upc_all_fcntl(file, UPC_GET_FL, NULL), opened | UPC_INDIVIDUAL_FP | UPC_STRONG_CA);
    seeks(file, MYTHREAD);
    CHECK_EQ(upc_all_fcntl(file, UPC_SET_WEAK_CA_SEMANTICS, NULL), 0);
    CHECK_EQ(upc_all_fcntl(file, UPC_SET_COMMON_FP, NULL), 0);
    CHECK_EQ(upc_all_fcntl(file, UPC_GET_FL, NULL), opened | UPC_COMMON_FP);
    seeks(file, 0);
    const char *given = NULL;
    CHECK_EQ(upc_all_fcntl(file, UPC_GET_FN, &given), 0);
    CHECK_EQ(strcmp(given, name), 0);
    CHECK_EQ(upc_all_fcntl(file, UPC_ASYNC_OUTSTANDING, NULL), 0);
    FAILS(upc_all_fcntl(file, 99, NULL), EINVAL);
    FAILS(upc_all_fcntl(NULL, UPC_GET_FL, NULL), EBADF);
    FAILS(upc_all_fcntl(NULL, UPC_ASYNC_OUTSTANDING, NULL), EBADF);
}

static const char *value_of(upc_file_t *file, const char *key, int *count)
{
    const upc_hint_t *hints = NULL;
    *count = upc_all_fcntl(file, UPC_GET_HINTS, &hints);
    for (int i = 0; i < *count; i++)
        if (strcmp(hints[i].key, key) == 0) return hints[i].value;
    return "";
}

static void hints(void)
{
    struct upc_hint given[] = {{"access_style", "write_once,sequential"}, {"unheard_of", "x"}, {"cb_nodes", "4"}};
    upc_file_t *file = upc_all_fopen(io_name("hints"), UPC_RDWR | UPC_CREATE | UPC_INDIVIDUAL_FP | UPC_DELETE_ON_CLOSE, 3, given);
    CHECK(file != NULL);
    int count;
    CHECK_EQ(strcmp(value_of(file, "cb_nodes", &count), "4"), 0);
    CHECK_EQ(count, 2);
    upc_hint_t more[] = {{"cb_nodes", "8"}, {"access_style", "random"}, {"striping_unit", "4096"}, {"nothing", ""}};
    for (int i = 0; i < 4; i++) CHECK_EQ(upc_all_fcntl(file, UPC_SET_HINT, &more[i]), 0);
    CHECK_EQ(strcmp(value_of(file, "cb_nodes", &count), "8"), 0);
    CHECK_EQ(strcmp(value_of(file, "striping_unit", &count), "4096"), 0);
    CHECK_EQ(count, 3);
    CHECK_EQ(upc_all_fclose(file), 0);
}

int main(void)
{
    upc_file_t *file = io_scratch("control", UPC_COMMON_FP);
    sizes(file);
    modes(file, io_name("control"));
    CHECK_EQ(upc_all_fclose(file), 0);
    hints();
    PASS();
    return 0;
}
