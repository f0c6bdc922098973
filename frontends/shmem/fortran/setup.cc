// Fortran: start, end, queries (OpenSHMEM 1.4, 9.1 and 9.2). A PE is a process: compilers of
// Fortran give variables one copy a process.
#include "frontends/shmem/fortran/fortran.h"

#include <algorithm>
#include <cstring>

using polder::shmem::fortran::Integer;
using polder::shmem::fortran::Logical;

extern "C" {
void start_pes(int);
// A program that calls this binding has units of the Fortran compiler (shmem.h, its last lines).
extern const char polder_shmem_process_units __attribute__((weak));
const char polder_shmem_process_units = 1;
}

POLDER_FORTRAN(void, shmem_init, void) {
    pshmem_init();
}
POLDER_FORTRAN(void, start_pes, const Integer *) {
    start_pes(0);
}
POLDER_FORTRAN(void, shmem_finalize, void) {
    pshmem_finalize();
}
POLDER_FORTRAN(void, shmem_global_exit, const Integer *status) {
    pshmem_global_exit(*status);
}

POLDER_FORTRAN(Integer, shmem_my_pe, void) {
    return pshmem_my_pe();
}
POLDER_FORTRAN(Integer, my_pe, void) {
    return pshmem_my_pe();
}
POLDER_FORTRAN(Integer, shmem_n_pes, void) {
    return pshmem_n_pes();
}
POLDER_FORTRAN(Integer, num_pes, void) {
    return pshmem_n_pes();
}
POLDER_FORTRAN(Logical, shmem_pe_accessible, const Integer *pe) {
    return pshmem_pe_accessible(*pe) != 0;
}
POLDER_FORTRAN(Logical, shmem_addr_accessible, const void *address, const Integer *pe) {
    return pshmem_addr_accessible(address, *pe) != 0;
}
// The value of a Cray pointer; 0: none.
POLDER_FORTRAN(void *, shmem_ptr, const void *dest, const Integer *pe) {
    return pshmem_ptr(dest, *pe);
}

POLDER_FORTRAN(void, shmem_info_get_version, Integer *major, Integer *minor) {
    pshmem_info_get_version(major, minor);
}
// A CHARACTER variable ends in blanks, not in a zero.
POLDER_FORTRAN(void, shmem_info_get_name, char *name, std::size_t length) {
    char text[SHMEM_MAX_NAME_LEN];
    pshmem_info_get_name(text);
    std::memset(name, ' ', length);
    std::memcpy(name, text, std::min(length, std::strlen(text)));
}
