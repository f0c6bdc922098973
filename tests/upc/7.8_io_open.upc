// Parallel I/O: what upc_all_fopen accepts, what its flags do, errors that are the same on all
// threads, and closing.
#include "io_file.h"
#include <sys/stat.h>

static void fails_to_open(const char *name, int flags, int error)
{
    errno = 0;
    CHECK(upc_all_fopen(name, flags, 0, NULL) == NULL);
    CHECK_EQ(errno, error);
}

static void wrong_flags(const char *name)
{
    fails_to_open(name, UPC_RDONLY, EINVAL);
    fails_to_open(name, UPC_COMMON_FP | UPC_CREATE, EINVAL);
    fails_to_open(name, UPC_RDWR | UPC_COMMON_FP | UPC_INDIVIDUAL_FP, EINVAL);
    fails_to_open(name, UPC_RDONLY | UPC_WRONLY | UPC_COMMON_FP, EINVAL);
    fails_to_open(name, UPC_RDWR | UPC_EXCL | UPC_COMMON_FP, EINVAL);
    fails_to_open(name, UPC_RDONLY | UPC_TRUNC | UPC_COMMON_FP, EINVAL);
    fails_to_open(NULL, UPC_RDWR | UPC_CREATE | UPC_COMMON_FP, EINVAL);
    if (THREADS > 1) { // the arguments are single-valued; a mistake of one thread is an error in all, and nobody waits
        const int last = MYTHREAD == THREADS - 1;
        fails_to_open(name, UPC_RDWR | UPC_CREATE | (last ? UPC_COMMON_FP : UPC_INDIVIDUAL_FP), EINVAL);
        fails_to_open(name, UPC_RDWR | UPC_CREATE | (last ? 0 : UPC_COMMON_FP), EINVAL);
        fails_to_open(last ? NULL : name, UPC_RDWR | UPC_CREATE | UPC_COMMON_FP, EINVAL);
    }
    upc_barrier;
    CHECK(access(name, F_OK) != 0);
}

static void system_errors(const char *name)
{
    char inside[600];
    snprintf(inside, sizeof inside, "%s/none/file", name);
    fails_to_open(name, UPC_RDWR | UPC_COMMON_FP, ENOENT);
    fails_to_open(inside, UPC_RDWR | UPC_CREATE | UPC_COMMON_FP, ENOENT);
    fails_to_open("/tmp", UPC_RDONLY | UPC_INDIVIDUAL_FP, EISDIR);
    upc_barrier;
    if (MYTHREAD == 0) CHECK_EQ(mkfifo(name, 0600), 0);
    upc_barrier;
    fails_to_open(name, UPC_RDONLY | UPC_INDIVIDUAL_FP, ESPIPE);
    upc_barrier;
    if (MYTHREAD == 0) CHECK_EQ(unlink(name), 0);
    upc_barrier;
    if (MYTHREAD == 0) CHECK_EQ(mkdir(name, 0555), 0);
    upc_barrier;
    snprintf(inside, sizeof inside, "%s/file", name);
    // Nothing is read-only for the superuser.
    const int super = geteuid() == 0, ordinary = !super || seteuid(65534) == 0;
    upc_barrier;
    if (ordinary) fails_to_open(inside, UPC_RDWR | UPC_CREATE | UPC_COMMON_FP, EACCES);
    upc_barrier;
    if (super && ordinary) CHECK_EQ(seteuid(0), 0);
    upc_barrier;
    if (MYTHREAD == 0) CHECK_EQ(rmdir(name), 0);
    upc_barrier;
}

static void permissions(const char *name)
{
    const upc_hint_t hints[] = {{"file_perm", "0400"}};
    upc_file_t *file = upc_all_fopen(name, UPC_RDWR | UPC_CREATE | UPC_COMMON_FP | UPC_DELETE_ON_CLOSE, 1, hints);
    CHECK(file != NULL);
    struct stat status;
    CHECK_EQ(stat(name, &status), 0);
    CHECK_EQ(status.st_mode & 0777, 0400);
    CHECK_EQ(upc_all_fset_size(file, 10), 0);
    CHECK_EQ(upc_all_fclose(file), 0);
}

int main(void)
{
    CHECK_EQ(__UPC_IO__, 1);
    const char *name = io_name("open");
    wrong_flags(name);
    system_errors(name);

    upc_file_t *file = upc_all_fopen(name, UPC_WRONLY | UPC_CREATE | UPC_INDIVIDUAL_FP, 0, NULL);
    CHECK(file != NULL);
    CHECK_EQ(upc_all_fseek(file, MYTHREAD, UPC_SEEK_SET), MYTHREAD);
    char mine = (char)('a' + MYTHREAD);
    CHECK_EQ(upc_all_fwrite_local(file, &mine, 1, 1, SYNC), 1);
    FAILS(upc_all_fread_local(file, &mine, 1, 1, SYNC), EBADF);
    CHECK_EQ(upc_all_fclose(file), 0);
    FAILS(upc_all_fclose(file), EBADF);
    FAILS(upc_all_fclose(NULL), EBADF);
    FAILS(upc_all_fsync(NULL), EBADF);

    // After closing the file belongs to the system's own I/O.
    struct stat status;
    CHECK_EQ(stat(name, &status), 0);
    CHECK_EQ(status.st_size, THREADS);
    FILE *plain = fopen(name, "r");
    CHECK(plain != NULL);
    for (int i = 0; i < THREADS; i++) CHECK_EQ(fgetc(plain), 'a' + i);
    fclose(plain);
    upc_barrier;

    fails_to_open(name, UPC_RDWR | UPC_CREATE | UPC_EXCL | UPC_COMMON_FP, EEXIST);
    file = upc_all_fopen(name, UPC_RDONLY | UPC_INDIVIDUAL_FP | UPC_APPEND, 0, NULL);
    CHECK(file != NULL);
    CHECK_EQ(upc_all_fseek(file, 0, UPC_SEEK_CUR), THREADS);
    FAILS(upc_all_fwrite_local(file, &mine, 1, 1, NOSYNC), EBADF);
    FAILS(upc_all_fset_size(file, 1), EBADF);
    FAILS(upc_all_fpreallocate(file, 1), EBADF);
    CHECK_EQ(upc_all_fsync(file), 0);
    CHECK_EQ(upc_all_fclose(file), 0);

    file = upc_all_fopen(name, UPC_RDWR | UPC_TRUNC | UPC_COMMON_FP | UPC_DELETE_ON_CLOSE, 0, NULL);
    CHECK(file != NULL);
    CHECK_EQ(upc_all_fget_size(file), 0);
    CHECK_EQ(upc_all_fclose(file), 0);
    CHECK(access(name, F_OK) != 0);
    upc_barrier;

    permissions(name);

    // Two files at once, closed in the order they were opened.
    upc_file_t *first = io_scratch("first", UPC_COMMON_FP), *second = io_scratch("second", UPC_INDIVIDUAL_FP);
    CHECK(first != second);
    CHECK_EQ(upc_all_fseek(first, 7, UPC_SEEK_SET), 7);
    CHECK_EQ(upc_all_fclose(first), 0);
    CHECK_EQ(upc_all_fseek(second, 0, UPC_SEEK_CUR), 0);
    CHECK_EQ(upc_all_fclose(second), 0);
    PASS();
    return 0;
}
