// Comparison of collective calls; see call_check.h. Every thread compares its call with that of
// thread 0, and none goes on before all have. So both threads that the message names are still in
// their calls, and the message can show these.
#include "runtime/world/call_check.h"

#include "runtime/world/world.h"

#include <cstring>

namespace polder::world {
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

void call_check(const CollectiveCall &call) {
    const Record mine = record_of(call);
    Record first = mine;
    broadcast_value(&first, sizeof first, 0);
    const unsigned me = mythread();
    if (std::strcmp(first.function, mine.function) != 0)
        job_fail_between({me, 0}, misuse_code,
                         "collective mismatch: thread %u calls %s, but thread 0 calls %s; all threads must call the "
                         "same collective functions in the same order",
                         me, mine.function, first.function);
    for (unsigned i = 0; i < CollectiveCall::max_arguments && call.arguments[i].name; ++i) {
        if (first.values[i] == mine.values[i]) continue;
        job_fail_between({me, 0}, misuse_code,
                         "%s: %s is %#lx in thread %u, but %#lx in thread 0; the arguments of a collective function "
                         "must be the same in all threads",
                         mine.function, call.arguments[i].name, mine.values[i], me, first.values[i]);
    }
    meet();
}

} // namespace polder::world
