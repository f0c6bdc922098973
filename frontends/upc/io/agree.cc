// The two sums of reports; see agree.h.
#include "frontends/upc/io/agree.h"

#include "runtime/race/race.h"
#include "runtime/world/world.h"

namespace polder::upc::io {

using namespace coll;
namespace {

static_assert(sizeof(Report) == largest_value);

Report &as_report(void *sum) {
    return *static_cast<Report *>(sum);
}
const Report &as_report(const void *right) {
    return *static_cast<const Report *>(right);
}

void combine_state(Report &sum, const Report &right) {
    if (!sum.error) sum.error = right.error;
    sum.done = sum.done && right.done;
}

void combine_first(void *left, const void *right, ReductionFunction) {
    Report &sum = as_report(left);
    const Report &next = as_report(right);
    combine_state(sum, next);
    sum.rest = sum.rest && next.rest && sum.bytes == next.bytes;
}

void combine_sum(void *left, const void *right, ReductionFunction) {
    Report &sum = as_report(left);
    const Report &next = as_report(right);
    combine_state(sum, next);
    if (!sum.rest) sum.bytes += next.bytes;
    sum.rest = sum.rest || next.rest;
}

// All threads come to it, and none goes on before: as a barrier to a detector of races.
POLDER_PRIVATE std::uint64_t agreements = 0;
const char agreement_tokens[16] = {};

Report agree(const Report &mine, void (*combine)(void *, const void *, ReductionFunction)) {
    const Kernel kernel{sizeof(Report), nullptr, nullptr, nullptr, combine};
    const race::RaceHush hush;
    const race::RaceToken token = race::race_round(agreement_tokens, ++local(agreements));
    race::race_give(token);
    alignas(largest_value) Report sum = mine;
    world::reduce_all_value(&sum, {&kernel, nullptr, true});
    race::race_take(token);
    return sum;
}

} // namespace

Report agree_with_first(const Report &mine) {
    Report says = mine;
    says.rest = 1;
    return agree(says, combine_first);
}

Report agree_on_sum(const Report &mine) {
    return agree(mine, combine_sum);
}

} // namespace polder::upc::io
