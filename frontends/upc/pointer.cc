// Parts of a pointer-to-shared: UPC 1.3, 7.2.3. upcc expands calls in place; these are for calls through pointers and
// other languages.
#include <polder/abi.h>

#include <cstddef>

extern "C" {

std::size_t upc_threadof(polder_gp ptr) {
    return polder_thread_of(polder_env_get(), ptr.ga);
}

std::size_t upc_phaseof(polder_gp ptr) {
    return ptr.ga ? ptr.phase : 0;
}

polder_gp upc_resetphase(polder_gp ptr) {
    return polder_gp_from_ga(ptr.ga);
}

std::size_t upc_addrfield(polder_gp ptr) {
    return polder_field_of(polder_env_get(), ptr.ga);
}

// Bytes of an object of `total` bytes in blocks of `block` bytes (0: indefinite) that lie on `thread` (7.2.3.5).
std::size_t upc_affinitysize(std::size_t total, std::size_t block, std::size_t thread) {
    if (block == 0) return thread == 0 ? total : 0;
    const std::size_t threads = polder_job.threads;
    const std::size_t blocks = total / block, rest = total % block; // whole blocks, bytes of the last one
    const std::size_t rows = blocks / threads, last = blocks % threads;
    return rows * block + (thread < last ? block : thread == last ? rest : 0);
}

} // extern "C"
