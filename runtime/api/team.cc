// <polder/team.h> on runtime/team: arguments are checked and put into the engine's form. A
// polder_team is a Team, a request a TeamRequest.
#include "runtime/team/team.h"
#include "runtime/barrier/barrier.h"
#include "runtime/core/job.h"
#include "runtime/fence/strict.h"
#include "runtime/race/race.h"
#include "runtime/sync/one_caller.h"
#include "runtime/team/team_race.h"

#include <polder/team.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

using namespace polder;

namespace polder::api {

using namespace coll;
using namespace team;
namespace {

constexpr int misuse_code = 1;

Team &of(polder_team *team) {
    return *reinterpret_cast<Team *>(team);
}
const Team &of(const polder_team *team) {
    return *reinterpret_cast<const Team *>(team);
}
polder_status public_form(Status status) {
    return static_cast<polder_status>(status);
}

ReductionType type_of(polder_element type) {
    switch (type) {
    case POLDER_ELEMENT_I8: return ReductionType::C;
    case POLDER_ELEMENT_U8: return ReductionType::UC;
    case POLDER_ELEMENT_I16: return ReductionType::S;
    case POLDER_ELEMENT_U16: return ReductionType::US;
    case POLDER_ELEMENT_I32: return ReductionType::I;
    case POLDER_ELEMENT_U32: return ReductionType::UI;
    case POLDER_ELEMENT_I64: return ReductionType::L;
    case POLDER_ELEMENT_U64: return ReductionType::UL;
    case POLDER_ELEMENT_F32: return ReductionType::F;
    case POLDER_ELEMENT_F64: return ReductionType::D;
    case POLDER_ELEMENT_LONG_DOUBLE: return ReductionType::LD;
    case POLDER_ELEMENT_COMPLEX_F32:
    case POLDER_ELEMENT_COMPLEX_F64:
    case POLDER_ELEMENT_COMPLEX_LONG_DOUBLE: break; // built_in
    }
    job_fail(misuse_code, "polder_reduction: %d is no polder_element", static_cast<int>(type));
}

upc_op_t operation_of(polder_reduce_operation operation) {
    switch (operation) {
    case POLDER_REDUCE_ADD: return UPC_ADD;
    case POLDER_REDUCE_MUL: return UPC_MULT;
    case POLDER_REDUCE_MIN: return UPC_MIN;
    case POLDER_REDUCE_MAX: return UPC_MAX;
    case POLDER_REDUCE_AND: return UPC_AND;
    case POLDER_REDUCE_OR: return UPC_OR;
    case POLDER_REDUCE_XOR: return UPC_XOR;
    case POLDER_REDUCE_LOGICAL_AND: return UPC_LOGAND;
    case POLDER_REDUCE_LOGICAL_OR: return UPC_LOGOR;
    }
    job_fail(misuse_code, "polder_reduction: %d is no polder_reduce_operation", static_cast<int>(operation));
}

Combine built_in(polder_element type, upc_op_t operation) {
    switch (type) {
    case POLDER_ELEMENT_COMPLEX_F32: return combine_of(ComplexType::F, operation);
    case POLDER_ELEMENT_COMPLEX_F64: return combine_of(ComplexType::D, operation);
    case POLDER_ELEMENT_COMPLEX_LONG_DOUBLE: return combine_of(ComplexType::LD, operation);
    default: return combine_of(type_of(type), operation);
    }
}

// Ends the job, naming the function, if there is no such operation.
Combine combine_for(const char *function, const polder_reduction &r) {
    if (r.function) {
        if (!r.size) job_fail(misuse_code, "polder_team_%s: elements of 0 bytes", function);
        return {r.function, r.context, r.size, !r.commutative};
    }
    Combine combine = built_in(r.type, operation_of(r.operation));
    if (!combine.function && r.type >= POLDER_ELEMENT_COMPLEX_F32)
        job_fail(misuse_code, "polder_team_%s: complex numbers are added and multiplied, no more", function);
    if (!combine.function)
        job_fail(misuse_code, "polder_team_%s: a bitwise operation on floating-point numbers", function);
    combine.ordered = !r.commutative;
    return combine;
}

// A call, on its way: run() is the blocking form, start() the other.
struct Call {
    Team &team;
    CollectiveArguments arguments;
    TeamData data;
    Combine combine = {};

    Call(polder_team *t, Collective collective, const void *in = nullptr, void *out = nullptr, std::size_t bytes = 0)
        : team(of(t)), data{in, out, nullptr} {
        arguments.collective = collective;
        arguments.bytes = bytes;
        check_length(bytes, 1);
    }
    Call &&root(int root) && {
        if (root < 0 || static_cast<unsigned>(root) >= team.size)
            job_fail(misuse_code, "polder_team_%s: root %d of a team of %u", name_of(arguments.collective), root,
                     team.size);
        arguments.root = static_cast<unsigned>(root);
        return static_cast<Call &&>(*this);
    }
    Call &&lengths(Blocks in, Blocks out, std::size_t own) && {
        arguments.uneven = true;
        arguments.in = in;
        arguments.out = out;
        arguments.own_bytes = own;
        const bool gathers = arguments.collective == Collective::gather;
        if ((gathers || arguments.collective == Collective::scatter) && team.rank == arguments.root)
            check_own((gathers ? out : in).bytes[team.rank]);
        return static_cast<Call &&>(*this);
    }
    Call &&with(const polder_reduction &reduction, std::size_t count, bool exclusive = false) && {
        set_combine(reduction);
        check_length(count, combine.element);
        arguments.bytes = count * combine.element;
        arguments.exclusive = exclusive;
        return static_cast<Call &&>(*this);
    }
    void run(const char *routine) && {
        const sync::OneCaller here(routine);
        data.combine = combine.function ? &combine : nullptr;
        team_call(team, arguments, data);
    }
    polder_status start(polder_team_request **request) && {
        fence::strict_write();
        data.combine = combine.function ? &combine : nullptr;
        const race::RaceHush hush;
        const TeamRace order = team_race(team, arguments);
        if (order.gives) race::race_give(order.token);
        auto **made = reinterpret_cast<TeamRequest **>(request);
        const Status status = team_start(team, arguments, data, made);
        if (status == Status::ok && order.takes) (*made)->race = order.token;
        return public_form(status);
    }

private:
    void set_combine(const polder_reduction &reduction);

    // Of a block from or for each member.
    void check_length(std::size_t count, std::size_t size) const {
        std::size_t bytes;
        if (!__builtin_mul_overflow(count, size * team.size, &bytes) && bytes <= PTRDIFF_MAX) return;
        const char *name = name_of(arguments.collective);
        if (size == 1)
            job_fail(misuse_code, "polder_team_%s: %zu bytes of each member are more than there is memory", name,
                     count);
        job_fail(misuse_code, "polder_team_%s: %zu elements of %zu bytes are more than there is memory", name, count,
                 size);
    }
    void check_own(std::size_t length) const {
        if (length == arguments.own_bytes) return;
        job_fail(misuse_code, "polder_team_%sv: the root's block has %zu bytes, and lengths[%u] is %zu",
                 name_of(arguments.collective), arguments.own_bytes, team.rank, length);
    }
};

// A reduce-scatter is an exchange of all blocks, and a sum of those that came, in the order of
// ranks. So each byte travels once, and results repeat.
struct ReduceScatter {
    Combine combine;
    void *sum;
    std::size_t count;
    unsigned blocks;
    alignas(16) char received[];

    std::size_t bytes() const { return count * combine.element; }
};

// Null: no memory.
ReduceScatter *reduce_scatter_prepare(polder_team *team, void *sum, std::size_t count,
                                      const polder_reduction &reduction) {
    const Combine combine = combine_for("reduce_scatter", reduction);
    const unsigned blocks = of(team).size;
    std::size_t bytes;
    if (__builtin_mul_overflow(count, combine.element * blocks, &bytes)) return nullptr;
    void *memory = std::malloc(sizeof(ReduceScatter) + bytes);
    if (!memory) return nullptr;
    auto *made = static_cast<ReduceScatter *>(memory);
    made->combine = combine;
    made->sum = sum;
    made->count = count;
    made->blocks = blocks;
    return made;
}

void reduce_scatter_finish(void *context) {
    auto *work = static_cast<ReduceScatter *>(context);
    if (work->count) std::memcpy(work->sum, work->received, work->bytes());
    for (unsigned rank = 1; rank < work->blocks; ++rank)
        work->combine.function(work->sum, work->received + rank * work->bytes(), work->count, work->combine.context);
    std::free(work);
}

void Call::set_combine(const polder_reduction &r) {
    combine = combine_for(name_of(arguments.collective), r);
}

std::size_t mean_of(const Team &team, const std::size_t *lengths) {
    std::size_t all = 0;
    for (unsigned r = 0; r < team.size; ++r)
        all += lengths[r];
    return all / team.size;
}

// Puts to other nodes are visible there before anybody leaves.
void fence_for_barrier() {
    polder_fence();
}

} // namespace
} // namespace polder::api

using namespace polder::api;

extern "C" {
#pragma GCC visibility push(default)

polder_team *polder_team_world(void) {
    return reinterpret_cast<polder_team *>(&team_world());
}
int polder_team_rank(const polder_team *team) {
    return static_cast<int>(of(team).rank);
}
int polder_team_size(const polder_team *team) {
    return static_cast<int>(of(team).size);
}
int polder_team_thread(const polder_team *team, int rank) {
    if (rank < 0 || static_cast<unsigned>(rank) >= of(team).size)
        job_fail(misuse_code, "polder_team_thread: rank %d of a team of %u", rank, of(team).size);
    return static_cast<int>(team_thread(of(team), static_cast<unsigned>(rank)));
}
int polder_team_translate(const polder_team *from, int rank, const polder_team *to) {
    unsigned found;
    const unsigned thread = static_cast<unsigned>(polder_team_thread(from, rank));
    return of(to).ranks.rank_of(thread, &found) ? static_cast<int>(found) : -1;
}

polder_status polder_team_split(polder_team *parent, int colour, int key, polder_team **team) {
    const sync::OneCaller here("polder_team_split");
    return public_form(team_split(of(parent), colour, key, reinterpret_cast<Team **>(team)));
}
polder_status polder_team_create(polder_team *parent, const int *ranks, int count, polder_team **team) {
    if (count < 0) job_fail(misuse_code, "polder_team_create: a list of %d ranks", count);
    const sync::OneCaller here("polder_team_create");
    return public_form(
        team_from_list(of(parent), ranks, static_cast<unsigned>(count), reinterpret_cast<Team **>(team)));
}
polder_status polder_team_duplicate(polder_team *parent, polder_team **team) {
    return polder_team_split(parent, 0, polder_team_rank(parent), team);
}
void polder_team_destroy(polder_team *team) {
    const sync::OneCaller here("polder_team_destroy");
    team_free(&of(team));
}

int polder_team_test(polder_team_request **request) {
    if (!*request) return 1;
    const race::RaceToken token = reinterpret_cast<TeamRequest *>(*request)->race;
    if (!team_test(reinterpret_cast<TeamRequest *>(*request))) return 0;
    if (token) race::race_take(token);
    fence::strict_acquire(); // the program may have read since it was begun
    *request = nullptr;
    return 1;
}
void polder_team_wait(polder_team_request **request) {
    if (!*request) return;
    const race::RaceToken token = reinterpret_cast<TeamRequest *>(*request)->race;
    team_wait(reinterpret_cast<TeamRequest *>(*request));
    if (token) race::race_take(token);
    fence::strict_acquire();
    *request = nullptr;
}
#pragma GCC visibility pop
} // extern "C"

// Both forms of a function: `call` makes the Call of the parameters.
#define POLDER_LIST(...) __VA_ARGS__
#define POLDER_BOTH(name, parameters, call)                                                                            \
    extern "C" [[gnu::visibility("default")]] void polder_team_##name parameters {                                     \
        call.run("polder_team_" #name);                                                                                \
    }                                                                                                                  \
    extern "C" [[gnu::visibility("default")]] polder_status polder_team_##name##_start(                                \
        POLDER_LIST parameters, polder_team_request **request) {                                                       \
        return call.start(request);                                                                                    \
    }

// All threads of the job have shared lines for it on each node.
extern "C" [[gnu::visibility("default")]] void polder_team_barrier(polder_team *team) {
    const sync::OneCaller here("polder_team_barrier");
    fence_for_barrier();
    if (&of(team) == &team_world()) {
        CollectiveArguments barrier;
        barrier.collective = Collective::barrier;
        const race::RaceToken token = race::race_watched() ? team_race(of(team), barrier).token : nullptr;
        race::race_give(token);
        barrier::barrier_internal();
        race::race_take(token);
    } else
        Call(team, Collective::barrier).run("polder_team_barrier");
    fence_for_barrier();
}
extern "C" [[gnu::visibility("default")]] polder_status polder_team_barrier_start(polder_team *team,
                                                                                  polder_team_request **request) {
    fence_for_barrier();
    return Call(team, Collective::barrier).start(request);
}

POLDER_BOTH(broadcast, (polder_team * team, void *data, size_t bytes, int root),
            Call(team, Collective::broadcast, data, data, bytes).root(root))
POLDER_BOTH(gather, (polder_team * team, const void *block, void *all, size_t bytes, int root),
            Call(team, Collective::gather, block, all, bytes).root(root))
POLDER_BOTH(scatter, (polder_team * team, const void *all, void *block, size_t bytes, int root),
            Call(team, Collective::scatter, all, block, bytes).root(root))
POLDER_BOTH(allgather, (polder_team * team, const void *block, void *all, size_t bytes),
            Call(team, Collective::allgather, block, all, bytes))
POLDER_BOTH(alltoall, (polder_team * team, const void *given, void *received, size_t bytes),
            Call(team, Collective::alltoall, given, received, bytes))

POLDER_BOTH(gatherv,
            (polder_team * team, const void *block, size_t bytes, void *all, const size_t *lengths,
             const size_t *offsets, int root),
            Call(team, Collective::gather, block, all, bytes).root(root).lengths({}, {lengths, offsets}, bytes))
POLDER_BOTH(scatterv,
            (polder_team * team, const void *all, const size_t *lengths, const size_t *offsets, void *block,
             size_t bytes, int root),
            Call(team, Collective::scatter, all, block, bytes).root(root).lengths({lengths, offsets}, {}, bytes))
POLDER_BOTH(
    allgatherv, (polder_team * team, const void *block, void *all, const size_t *lengths, const size_t *offsets),
    Call(team, Collective::allgather, block, all, mean_of(of(team), lengths)).lengths({}, {lengths, offsets}, 0))
POLDER_BOTH(alltoallv,
            (polder_team * team, const void *given, const size_t *given_lengths, const size_t *given_offsets,
             void *received, const size_t *received_lengths, const size_t *received_offsets),
            Call(team, Collective::alltoall, given, received)
                .lengths({given_lengths, given_offsets}, {received_lengths, received_offsets}, 0))

POLDER_BOTH(reduce,
            (polder_team * team, const void *values, void *sum, size_t count, polder_reduction reduction, int root),
            Call(team, Collective::reduce, values, sum).root(root).with(reduction, count))
POLDER_BOTH(allreduce, (polder_team * team, const void *values, void *sum, size_t count, polder_reduction reduction),
            Call(team, Collective::allreduce, values, sum).with(reduction, count))
POLDER_BOTH(scan, (polder_team * team, const void *values, void *sum, size_t count, polder_reduction reduction),
            Call(team, Collective::scan, values, sum).with(reduction, count))
POLDER_BOTH(scan_exclusive,
            (polder_team * team, const void *values, void *sum, size_t count, polder_reduction reduction),
            Call(team, Collective::scan, values, sum).with(reduction, count, true))

extern "C" [[gnu::visibility("default")]] void
polder_team_reduce_scatter(polder_team *team, const void *values, void *sum, size_t count, polder_reduction reduction) {
    ReduceScatter *work = reduce_scatter_prepare(team, sum, count, reduction);
    if (!work) job_fail(misuse_code, "polder_team_reduce_scatter: no memory for blocks of %u members", of(team).size);
    Call(team, Collective::alltoall, values, work->received, work->bytes()).run("polder_team_reduce_scatter");
    reduce_scatter_finish(work);
}
extern "C" [[gnu::visibility("default")]] polder_status
polder_team_reduce_scatter_start(polder_team *team, const void *values, void *sum, size_t count,
                                 polder_reduction reduction, polder_team_request **request) {
    ReduceScatter *work = reduce_scatter_prepare(team, sum, count, reduction);
    if (!work) return POLDER_NO_MEMORY;
    const polder_status status = Call(team, Collective::alltoall, values, work->received, work->bytes()).start(request);
    if (status != POLDER_OK) {
        std::free(work);
        return status;
    }
    auto *made = reinterpret_cast<TeamRequest *>(*request);
    made->finish = reduce_scatter_finish;
    made->finished = work;
    return POLDER_OK;
}

extern "C" [[gnu::visibility("default")]] polder_reduction polder_reduction_of(polder_element type,
                                                                               polder_reduce_operation operation) {
    return {type, operation, nullptr, nullptr, 0, 1};
}
