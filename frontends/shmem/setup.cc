// OpenSHMEM 9.1 and 9.2: start, end, queries, threads.
//
// A PE is a thread of the job. With code of the C compiler it is a process with one thread, so that
// each has its own static variables. With code of upcc (oshcc -fpe-threads) a process may have
// several; each has a copy of the variables in its segment.
//
// The library is initialised by each PE, as often as the program asks. The job itself ends once,
// with the process.
#include "frontends/shmem/order.h"
#include "frontends/shmem/place.h"
#include "runtime/start/image.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
// The program's static variables are symmetric objects (runtime/start/image.h).
extern const char polder_wants_image[];
const char polder_wants_image[] = "compile all of the program with oshcc -fpe-threads, or start it without -p";

// Each PE has its own of these variables. The markers tell code that upcc compiled so.
#define PRIVATE(TYPE, NAME)                                                                                            \
    POLDER_PRIVATE TYPE NAME = {};                                                                                     \
    char polder_private_##NAME __attribute__((weak, section("polder_marker"))) = 1
PRIVATE(polder_shmem_place, polder_shmem_here);
PRIVATE(polder_shmem_team, polder_shmem_world);
PRIVATE(polder_shmem_team, polder_shmem_shared);
PRIVATE(polder_shmem_ctx, polder_shmem_default);
#undef PRIVATE
// Units of the program, compiled as plain C or C++, that include <shmem.h>.
extern const char polder_shmem_process_units __attribute__((weak));
// The same compiled by oshcc -fpe-threads.
extern const char polder_shmem_thread_units __attribute__((weak));
[[noreturn]] void upc_global_exit(int code);
const polder_shmem_place *polder_shmem_place_of_thread(void);
}

namespace polder::shmem {
namespace {

POLDER_PRIVATE unsigned times_initialized = 0;

const char *setting(const char *name, const char *old_name) {
    const char *value = std::getenv(name);
    return value ? value : std::getenv(old_name);
}

// Non-negative number with an optional suffix, and anything behind that (8: environment variables).
bool is_size(const char *text) {
    char *end;
    const double value = std::strtod(text, &end);
    return end != text && value >= 0 && (!*end || std::strchr("kKmMgGtT", *end));
}

void look_at_environment() {
    const char *size = setting("SHMEM_SYMMETRIC_SIZE", "SMA_SYMMETRIC_SIZE");
    if (size && !is_size(size))
        job_fail(misuse_code,
                 "SHMEM_SYMMETRIC_SIZE is '%s', which is no size; a size is a number and k, m, g or t, but none is "
                 "needed: the symmetric heap grows",
                 size);
    if (polder_mythread() != 0) return;
    if (setting("SHMEM_VERSION", "SMA_VERSION"))
        std::fprintf(stderr, "OpenSHMEM %d.%d, %s %s\n", SHMEM_MAJOR_VERSION, SHMEM_MINOR_VERSION, SHMEM_VENDOR_STRING,
                     POLDER_VERSION);
    if (setting("SHMEM_INFO", "SMA_INFO"))
        std::fprintf(stderr,
                     "SHMEM_VERSION         any value: print the version at the start\n"
                     "SHMEM_INFO            any value: print this text\n"
                     "SHMEM_SYMMETRIC_SIZE  accepted, not needed: the symmetric heap grows%s%s\n"
                     "SHMEM_DEBUG           any value: check the arguments of collective operations\n"
                     "all others            upcrun --env\n",
                     size ? "; it is " : "", size ? size : "");
}

polder_shmem_fixed fixed(std::uintptr_t number) {
    return reinterpret_cast<polder_shmem_fixed>(number);
}

void find_place() {
    // What another than the first PE of a process has for variables lies in its segment already.
    const bool is_first = polder_delta == 0;
    const start::ImagePlace image = is_first ? start::image_place() : start::ImagePlace{};
    const auto me = static_cast<unsigned>(polder_mythread());
    const auto heap = reinterpret_cast<std::uintptr_t>(segment_of(me));
    polder_shmem_place &here = shmem::here();
    here.me = polder_mythread();
    here.pes = polder_threads();
    here.shift = fixed(node_range.shift);
    here.first = fixed(node_range.first);
    here.near = fixed(node_range.threads);
    here.whole = fixed(polder_nodes() == 1);
    here.base = static_cast<char *>(segment_of(node_range.first));
    here.image = fixed(image.first - heap);
    here.image_bytes = fixed(image.bytes);
    here.image_reach = fixed(image.offset + heap - image.first);
    here.heap_bytes = fixed(std::uintptr_t{1} << node_range.shift);
    here.heap = fixed(heap);
}

void lose_place() {
    polder_shmem_place &here = shmem::here();
    here.heap = nullptr;
    here.heap_bytes = nullptr;
    here.image_bytes = nullptr;
    here.near = nullptr;
    here.whole = nullptr;
}

void find_teams() {
    const polder_scope scope = SHMEM_CTX_DEFAULT->scope; // of an earlier initialisation
    *SHMEM_CTX_DEFAULT = {SHMEM_TEAM_WORLD, 0, nullptr, scope ? scope : polder_scope_make()};
    *SHMEM_TEAM_WORLD = {&team_world(), polder_mythread(), polder_threads(), 0, {0}, nullptr};
    const int node = polder_mynode();
    const int first = polder_node_first(node);
    const auto lowest = static_cast<unsigned>(first);
    const int mine = polder_mythread() - first;
    *SHMEM_TEAM_SHARED = {nullptr, mine, polder_node_size(node), lowest, {0}, nullptr};
}

// The engine's levels are the same (polder.h). Who starts the engine decides. Where it runs
// already, other code may rely on what it has granted, so the level is only raised. Nobody gets
// less than serialized, which takes no lock either. There are programs that ask for single and let
// a thread of their own meet the other PEs while main waits for it.
void ask_for_level(int asked, bool starts) {
    const int level = std::max<int>(asked, SHMEM_THREAD_SERIALIZED);
    static_assert(POLDER_THREAD_SINGLE == SHMEM_THREAD_SINGLE && POLDER_THREAD_FUNNELED == SHMEM_THREAD_FUNNELED &&
                  POLDER_THREAD_SERIALIZED == SHMEM_THREAD_SERIALIZED &&
                  POLDER_THREAD_MULTIPLE == SHMEM_THREAD_MULTIPLE);
    if (starts || level > static_cast<int>(polder_thread_level_granted()))
        polder_thread_level_ask(static_cast<polder_thread_level>(level));
}

// name: as programs write it.
void initialize(const char *name, int level) {
    const bool starts = !polder_initialized();
    if (starts) {
        if (setting("SHMEM_DEBUG", "SMA_DEBUG")) setenv("POLDER_CHECK", "collectives", 0);
        polder_init(nullptr, nullptr);
    }
    // The words of who starts the engine, but of PEs where files are compiled for them.
    if (starts || &polder_shmem_thread_units) {
        control().naming.word.store(MemberWord::pe, std::memory_order_relaxed);
        if (nodes() > 1 && is_leader()) ring_launcher(); // it tells the first upcrun
    }
    ask_for_level(level, starts);
    if (++local(times_initialized) > 1) return;
    const JobShape &shape = control().shape;
    if (shape.thread_count(job_process) != 1 && &polder_shmem_process_units)
        job_fail(misuse_code,
                 "%s: %u PEs are to be pthreads of this process, but files of the program "
                 "have one copy of their variables a process; %s",
                 name, shape.thread_count(job_process), polder_wants_image);
    find_place();
    find_teams();
    look_at_environment();
    const sync::OneCaller caller(name);
    polder_barrier_all();
}

} // namespace

int thread_level() {
    return polder_thread_level_granted();
}

void expect_initialized(const char *routine) {
    if (!local(times_initialized))
        job_fail(misuse_code, "shmem_%s: %s", routine,
                 here().pes ? "called after shmem_finalize" : "called before shmem_init");
}

void fail_pe(const char *routine, int pe, int pes) {
    expect_initialized(routine);
    job_fail(misuse_code, "shmem_%s: there is no PE %d; the team has %d, from 0 to %d", routine, pe, pes, pes - 1);
}

void fail_size(const char *routine, std::size_t count, std::size_t size) {
    expect_initialized(routine);
    job_fail(misuse_code, "shmem_%s: %zu elements of %zu bytes are more than there is memory", routine, count, size);
}

void fail_address(const char *routine, const void *address, std::size_t bytes) {
    expect_initialized(routine);
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    const std::uintptr_t offset = at - POLDER_SHMEM_HERE(heap);
    if (offset < POLDER_SHMEM_HERE(heap_bytes) || offset - POLDER_SHMEM_HERE(image) < POLDER_SHMEM_HERE(image_bytes))
        job_fail(misuse_code, "shmem_%s: %zu bytes at %p run beyond the end of symmetric memory", routine, bytes,
                 address);
    if (in_node_range(at))
        job_fail(misuse_code,
                 "shmem_%s: %p is memory of PE %u; an object of another PE is named by the caller's own address of it",
                 routine, address, ga_thread(ga_of_pointer(address)));
    job_fail(misuse_code,
             "shmem_%s: the address %p is not symmetric; it must be of shmem_malloc or a static variable of the "
             "program, not of the stack, of malloc or of a shared library",
             routine, address);
}

} // namespace polder::shmem

using namespace polder;
using namespace polder::shmem;

POLDER_ROUTINE(void, init, void) {
    initialize("shmem_init", SHMEM_THREAD_SINGLE);
}

POLDER_ROUTINE(int, init_thread, int requested, int *provided) {
    if (requested < SHMEM_THREAD_SINGLE || requested > SHMEM_THREAD_MULTIPLE) return 1;
    initialize("shmem_init_thread", requested);
    if (provided) *provided = thread_level();
    return 0;
}

POLDER_ROUTINE(void, query_thread, int *provided) {
    expect_initialized("query_thread");
    *provided = thread_level();
}

POLDER_ROUTINE(void, query_initialized, int *initialized) {
    *initialized = local(times_initialized) > 0;
}

// What the job holds is given back when the process ends, so that the library can be initialised
// once more.
POLDER_ROUTINE(void, finalize, void) {
    expect_initialized("finalize");
    const sync::OneCaller caller(__func__ + 1);
    quiet_all(); // of contexts that the program has not destroyed, too
    pshmem_barrier_all();
    if (--local(times_initialized)) return;
    lose_place();
}

POLDER_ROUTINE(void, global_exit, int status) {
    expect_initialized("global_exit");
    upc_global_exit(status);
}

POLDER_ROUTINE(int, my_pe, void) {
    expect_initialized("my_pe");
    return here().me;
}
POLDER_ROUTINE(int, n_pes, void) {
    expect_initialized("n_pes");
    return here().pes;
}

// One executable on all PEs, so static variables of each are there.
POLDER_ROUTINE(int, pe_accessible, int pe) {
    expect_initialized("pe_accessible");
    return pe >= 0 && pe < here().pes;
}

namespace {
bool is_symmetric(const void *address) {
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(address) - POLDER_SHMEM_HERE(heap);
    if (offset - POLDER_SHMEM_HERE(image) < POLDER_SHMEM_HERE(image_bytes)) return true;
    if (offset - start::image_place().offset < start::image_place().bytes) return true;
    return offset >= node_range.symmetric_data && offset < node_range.symmetric_end &&
           offset < POLDER_SHMEM_HERE(heap_bytes);
}

void *pointer_to(const void *address, unsigned thread) {
    if (thread - POLDER_SHMEM_HERE(first) >= POLDER_SHMEM_HERE(near) || !is_symmetric(address)) return nullptr;
    return near_pointer(ga_of_segment(thread) + offset_of("ptr", address, 1));
}
} // namespace

POLDER_ROUTINE(int, addr_accessible, const void *addr, int pe) {
    return pshmem_pe_accessible(pe) && is_symmetric(addr);
}

POLDER_ROUTINE(void *, ptr, const void *dest, int pe) {
    expect_initialized("ptr");
    if (pe == here().me && is_symmetric(dest)) return const_cast<void *>(dest);
    return pe < 0 ? nullptr : pointer_to(dest, static_cast<unsigned>(pe));
}

POLDER_ROUTINE(void *, team_ptr, shmem_team_t team, const void *dest, int pe) {
    expect_initialized("team_ptr");
    if (!team || pe < 0 || pe >= team->size) return nullptr;
    const int there = pshmem_team_translate_pe(team, pe, SHMEM_TEAM_WORLD);
    return there < 0 ? nullptr : pshmem_ptr(dest, there);
}

POLDER_ROUTINE(void, info_get_version, int *major, int *minor) {
    *major = SHMEM_MAJOR_VERSION;
    *minor = SHMEM_MINOR_VERSION;
}
POLDER_ROUTINE(void, info_get_name, char *name) {
    std::memcpy(name, SHMEM_VENDOR_STRING, sizeof SHMEM_VENDOR_STRING);
}

POLDER_ROUTINE(void, pcontrol, int, ...) {}

extern "C" {
const polder_shmem_place *polder_shmem_place_of_thread(void) {
    return &here();
}

// A program that begins so does not call shmem_finalize: the end of the process is one.
void start_pes(int) {
    if (!local(times_initialized)) initialize("start_pes", SHMEM_THREAD_SINGLE);
}
int _my_pe(void) {
    return pshmem_my_pe();
}
int _num_pes(void) {
    return pshmem_n_pes();
}
}
