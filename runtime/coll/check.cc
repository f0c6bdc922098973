// Comparison of collective calls; see check.h. Every member compares its call with member 0's.
#include "runtime/coll/check.h"
#include "runtime/coll/value.h"

#include "base/config.h"
#include "runtime/core/job.h"

#include <cstring>

namespace polder {
namespace {

constexpr int misuse_code = 1;

struct Record {
    char function[40];
    std::uint64_t values[CollectiveCall::max_arguments];
};

Record record_of(const CollectiveCall &call) {
    Record record = {};
    std::strncpy(record.function, call.function, sizeof record.function - 1);
    for (unsigned i = 0; i < CollectiveCall::max_arguments; ++i)
        record.values[i] = call.arguments[i].value;
    return record;
}

} // namespace

bool coll_check_wanted() {
    // 0: not asked yet. Threads that ask at the same time find the same.
    static std::atomic<int> answer{0};
    int known = answer.load(std::memory_order_relaxed);
    if (!known) {
        known = std::strstr(setting_text(Setting::check), "collectives") ? 2 : 1;
        answer.store(known, std::memory_order_relaxed);
    }
    return known == 2;
}

void coll_check(Group &group, const CollectiveCall &call) {
    const Record mine = record_of(call);
    Record first = mine;
    coll_broadcast_value(group, &first, sizeof first, 0);
    if (std::strcmp(first.function, mine.function) != 0)
        job_fail(misuse_code,
                 "collective mismatch: %s here, but %s in thread 0; all threads must call the same "
                 "collective functions in the same order",
                 mine.function, first.function);
    for (unsigned i = 0; i < CollectiveCall::max_arguments && call.arguments[i].name; ++i) {
        if (first.values[i] == mine.values[i]) continue;
        job_fail(misuse_code,
                 "%s: %s is %#lx here, but %#lx in thread 0; the arguments of a collective function must be "
                 "the same in all threads",
                 mine.function, call.arguments[i].name, mine.values[i], first.values[i]);
    }
}

} // namespace polder
