// Short blocking operations of all threads of a job of one node: through the shared lines of runtime/coll (group.h), which cost a line
// each way and, where threads share cores, a context switch a thread, instead of messages.
#include "runtime/coll/value.h"
#include "runtime/team/team.h"

#include <cstring>

namespace polder {
namespace {

// A Combine for vectors of `bytes` as the kernel of a reduction of one value: the kernel's function stands for this.
struct Vector {
    Kernel kernel;
    const Combine &combine;

    Vector(const Combine &c, std::size_t bytes) : kernel{bytes, nullptr, nullptr, nullptr, apply}, combine(c) {}
    Reduction reduction() const {
        return {&kernel, reinterpret_cast<ReductionFunction>(const_cast<Vector *>(this)), combine.ordered};
    }
    static void apply(void *sum, const void *right, ReductionFunction self) {
        const Vector &v = *reinterpret_cast<const Vector *>(self);
        v.combine.function(sum, right, v.kernel.size / v.combine.element, v.combine.context);
    }
};

// Few members: each reads the values of all, which is one line each way, and makes the same sum.
constexpr unsigned few = 4;

void sum_of_all(Group &group, void *sum, const Vector &vector) {
    unsigned char values[few][largest_value];
    const std::size_t bytes = vector.kernel.size;
    unsigned char *all = values[0];
    coll_gather_all_value(group, all, sum, bytes);
    std::memcpy(sum, all, bytes);
    for (unsigned r = 1; r < group.size; ++r) {
        alignas(16) unsigned char next[largest_value];
        std::memcpy(next, all + r * bytes, bytes);
        vector.reduction().combine(sum, next);
    }
}

bool reduce(Group &group, const CollectiveArguments &call, const TeamData &data) {
    if (call.bytes > largest_value || call.exclusive) return false;
    const Vector vector(*data.combine, call.bytes);
    alignas(16) unsigned char sum[largest_value];
    std::memcpy(sum, data.in, call.bytes);
    switch (call.collective) {
    case Collective::reduce: coll_reduce_value(group, sum, vector.reduction(), call.root); break;
    case Collective::allreduce:
        if (group.size <= few)
            sum_of_all(group, sum, vector);
        else
            coll_reduce_all_value(group, sum, vector.reduction());
        break;
    default: coll_prefix_value(group, sum, vector.reduction());
    }
    if (call.collective != Collective::reduce || group.rank == call.root) std::memcpy(data.out, sum, call.bytes);
    return true;
}

} // namespace

bool team_run_on_node(const CollectiveArguments &call, const TeamData &data) {
    if (!call.bytes || call.bytes > slot_bytes || call.uneven) return false;
    Group &group = group_of_job();
    switch (call.collective) {
    case Collective::broadcast: return coll_broadcast_value(group, data.out, call.bytes, call.root), true;
    case Collective::reduce:
    case Collective::allreduce:
    case Collective::scan: return reduce(group, call, data);
    default: return false;
    }
}

} // namespace polder
