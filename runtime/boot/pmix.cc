// Calls of the PMIx library, which is loaded by name. Only the few functions and types used here
// are declared.
#include "runtime/boot/pmix.h"
#include "base/log.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <unistd.h>

#if defined(POLDER_HAVE_PMIX)
extern "C" {
#include <pmix.h>
}
extern "C" {
void *dlopen(const char *, int) __attribute__((weak)); // a static link has none
void *dlsym(void *, const char *) __attribute__((weak));
}
#endif

namespace polder::boot {

void (*pmix_before_end)() = nullptr;

#if defined(POLDER_HAVE_PMIX)

namespace {

struct Library {
    decltype(&PMIx_Init) init;
    decltype(&PMIx_Finalize) finalize;
    decltype(&PMIx_Put) put;
    decltype(&PMIx_Commit) commit;
    decltype(&PMIx_Fence) fence;
    decltype(&PMIx_Get) get;
    decltype(&PMIx_Abort) abort;
    decltype(&PMIx_Error_string) error_string;
};
Library library;
pmix_proc_t self_process;
unsigned job_ranks;
bool begun = false;
pid_t begun_by;

[[noreturn]] void refuse(const char *what, pmix_status_t status) {
    log_error("the launcher's PMIx fails at %s: %s", what, library.error_string(status));
    std::exit(1);
}

template <class Function> bool find(void *handle, const char *name, Function *function) {
    *function = reinterpret_cast<Function>(dlsym(handle, name));
    return *function != nullptr;
}

bool load() {
    if (!dlopen || !dlsym) return false;
    void *handle = dlopen("libpmix.so.2", RTLD_NOW | RTLD_GLOBAL);
    if (!handle) handle = dlopen("libpmix.so", RTLD_NOW | RTLD_GLOBAL);
    return handle && find(handle, "PMIx_Init", &library.init) && find(handle, "PMIx_Finalize", &library.finalize) &&
           find(handle, "PMIx_Put", &library.put) && find(handle, "PMIx_Commit", &library.commit) &&
           find(handle, "PMIx_Fence", &library.fence) && find(handle, "PMIx_Get", &library.get) &&
           find(handle, "PMIx_Abort", &library.abort) && find(handle, "PMIx_Error_string", &library.error_string);
}

pmix_proc_t process(pmix_rank_t rank) {
    pmix_proc_t result{};
    std::memcpy(result.nspace, self_process.nspace, sizeof result.nspace);
    result.rank = rank;
    return result;
}

// About the job, or its part on this machine.
bool get_number(const char *key, unsigned *number) {
    const pmix_proc_t all = process(PMIX_RANK_WILDCARD);
    pmix_value_t *value = nullptr;
    if (library.get(&all, key, nullptr, 0, &value) != PMIX_SUCCESS || !value) return false;
    *number = value->data.uint32;
    const bool good = value->type == PMIX_UINT32;
    std::free(value);
    return good;
}

// Local ranks as text: "0,1,5".
bool get_locals(PmixPlace *place) {
    const pmix_proc_t all = process(PMIX_RANK_WILDCARD);
    pmix_value_t *value = nullptr;
    if (library.get(&all, PMIX_LOCAL_PEERS, nullptr, 0, &value) != PMIX_SUCCESS || !value || value->type != PMIX_STRING)
        return false;
    place->leader = place->rank;
    place->local = place->locals = 0;
    for (const char *at = value->data.string; *at;) {
        char *end;
        const unsigned rank = static_cast<unsigned>(std::strtoul(at, &end, 10));
        if (end == at) break;
        ++place->locals;
        place->local += rank < place->rank;
        if (rank < place->leader) place->leader = rank;
        at = *end == ',' ? end + 1 : end;
    }
    std::free(value->data.string);
    std::free(value);
    return place->locals > 0;
}

void put(const char *key, const void *mine, std::size_t bytes) {
    pmix_value_t value{};
    value.type = PMIX_BYTE_OBJECT;
    value.data.bo.bytes = static_cast<char *>(const_cast<void *>(mine));
    value.data.bo.size = bytes;
    const pmix_status_t status = library.put(PMIX_GLOBAL, key, &value);
    if (status != PMIX_SUCCESS) refuse("PMIx_Put", status);
    if (const pmix_status_t committed = library.commit(); committed != PMIX_SUCCESS) refuse("PMIx_Commit", committed);
}

// Of all processes of the job: launchers need not have fences of some (Slurm's plugin has none that
// works).
void fence() {
    bool collect = true;
    pmix_info_t info{};
    std::snprintf(info.key, sizeof info.key, "%s", PMIX_COLLECT_DATA);
    info.value.type = PMIX_BOOL;
    info.value.data.flag = collect;
    const pmix_status_t status = library.fence(nullptr, 0, &info, 1);
    if (status != PMIX_SUCCESS) refuse("PMIx_Fence", status);
}

void get(unsigned rank, const char *key, void *to, std::size_t bytes) {
    const pmix_proc_t from = process(rank);
    pmix_value_t *value = nullptr;
    const pmix_status_t status = library.get(&from, key, nullptr, 0, &value);
    if (status != PMIX_SUCCESS || !value) refuse("PMIx_Get", status);
    if (value->type != PMIX_BYTE_OBJECT || value->data.bo.size != bytes) {
        log_error("rank %u does not start like the others: is it the same program, and the same libpolder?", rank);
        std::exit(1);
    }
    std::memcpy(to, value->data.bo.bytes, bytes);
    std::free(value->data.bo.bytes);
    std::free(value);
}

// The keys of one exchange after another.
void next_key(char *key, std::size_t size) {
    static unsigned count = 0;
    std::snprintf(key, size, "polder.%u", count++);
}

} // namespace

bool pmix_begin(PmixPlace *place, char *error, std::size_t error_size) {
    error[0] = 0;
    if (!std::getenv("PMIX_NAMESPACE")) return false;
    if (!load()) {
        std::snprintf(error, error_size,
                      "the processes were started on several machines, and PMIx (libpmix.so.2) cannot be loaded");
        return false;
    }
    const pmix_status_t status = library.init(&self_process, nullptr, 0);
    place->rank = self_process.rank;
    begun = status == PMIX_SUCCESS;
    begun_by = getpid();
    if (begun && get_number(PMIX_JOB_SIZE, &place->ranks) && get_locals(place)) {
        job_ranks = place->ranks;
        return true;
    }
    std::snprintf(error, error_size, "the launcher's PMIx does not say who is where: %s", library.error_string(status));
    return false;
}

void pmix_exchange_all(const void *mine, std::size_t bytes, void *all) {
    char key[40];
    next_key(key, sizeof key);
    put(key, mine, bytes);
    fence();
    for (unsigned rank = 0; all && rank < job_ranks; ++rank)
        get(rank, key, static_cast<char *>(all) + rank * bytes, bytes);
}

void pmix_exchange(const unsigned *ranks, unsigned count, const void *mine, std::size_t bytes, void *all) {
    static const char nothing = 0;
    char key[40];
    next_key(key, sizeof key);
    put(key, bytes ? mine : &nothing, bytes ? bytes : 1); // an empty object is none
    fence();
    char none;
    for (unsigned i = 0; i < count; ++i)
        get(ranks[i], key, bytes ? static_cast<char *>(all) + i * bytes : &none, bytes ? bytes : 1);
}

void pmix_follow() {
    fence();
}

void pmix_abort(int code, const char *message) {
    if (begun) library.abort(code, message, nullptr, 0);
}

bool pmix_begun() {
    return begun;
}

// A process that leaves without it is taken for crashed. Behind main and the handlers of the
// program; not in a forked child.
__attribute__((destructor)) static void finalize_at_exit() {
    if (!begun || begun_by != getpid()) return;
    if (pmix_before_end) pmix_before_end();
    library.finalize(nullptr, 0);
}

#else

bool pmix_begin(PmixPlace *, char *error, std::size_t error_size) {
    error[0] = 0;
    if (std::getenv("PMIX_NAMESPACE"))
        std::snprintf(error, error_size,
                      "the processes were started on several machines, and this Polder was built without PMIx; upcrun "
                      "-N starts them");
    return false;
}
void pmix_exchange_all(const void *, std::size_t, void *) {}
void pmix_exchange(const unsigned *, unsigned, const void *, std::size_t, void *) {}
void pmix_follow() {}
void pmix_abort(int, const char *) {}
bool pmix_begun() {
    return false;
}

#endif

} // namespace polder::boot
