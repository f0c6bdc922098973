// The state of a public task: 0, then its thief's address once it is stolen, then finished. A
// joiner that is about to sleep adds `sleeps`.
//
// Proof that the joiner wakes. Its announcement and the thief's finish are read-modify-writes of
// one word. Either the joiner finds the task finished, and does not sleep. Or the thief finds the
// announcement, and signals after its exchange, as runtime/sync/wait.h wants it.
#pragma once

#include "runtime/task/pool.h"

namespace polder::task {

inline constexpr std::uint64_t finished = 1;
inline constexpr std::uint64_t sleeps = 2;
inline constexpr std::uint64_t flags = cache_line - 1;

inline bool is_finished(const polder_task &task) {
    return __atomic_load_n(&task.state, __ATOMIC_ACQUIRE) & finished;
}

// Null: the thief has not come to say who it is.
inline Worker *thief_of(const polder_task &task) {
    return reinterpret_cast<Worker *>(__atomic_load_n(&task.state, __ATOMIC_ACQUIRE) & ~flags);
}

inline void set_thief(polder_task &task, Worker &thief) {
    __atomic_fetch_or(&task.state, reinterpret_cast<std::uint64_t>(&thief), __ATOMIC_ACQ_REL);
}

// The joiner; true: the task is finished.
inline bool sleep_announced(polder_task &task) {
    return __atomic_fetch_or(&task.state, sleeps, __ATOMIC_SEQ_CST) & finished;
}

// The thief; the task is the joiner's from here on. True: the joiner may sleep.
inline bool finish(polder_task &task) {
    return __atomic_exchange_n(&task.state, finished, __ATOMIC_SEQ_CST) & sleeps;
}

} // namespace polder::task
