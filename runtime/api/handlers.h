// Handlers of the program's messages (<polder/message.h>), by id: a number of the program's, or one
// computed from a name. All travel as one handler of runtime/am, with the id as a hidden first
// argument; so there may be any number of them.
//
// Ids of names have the highest bit set, numbers do not.
#pragma once

#include <polder/message.h>

#include <atomic>

namespace polder::api {

inline constexpr polder_handler_id named_bit = std::uint64_t{1} << 63;

// Of a name; no two names of one process have the same, or the job ends with a message.
polder_handler_id handler_id(const char *name);
[[noreturn]] void handler_refuse(polder_handler_id id, const char *function);
// A number that programs may use, or an id of a name; else the job ends.
inline polder_handler_id handler_expect(polder_handler_id id, const char *function) {
    const bool good = id & named_bit || id - POLDER_FIRST_HANDLER < POLDER_HANDLERS;
    if (__builtin_expect(!good, 0)) handler_refuse(id, function);
    return id;
}

// The function is known from here on. replace: an earlier one goes.
void handler_put(polder_handler_id id, const char *name, polder_handler function, bool replace);

// The table of a process's handlers: open addressing, no more than half full. Readers take no lock.
struct HandlerSlot {
    std::atomic<polder_handler_id> id; // 0: free. Written last
    std::atomic<polder_handler> function;
    char *name; // null: a number
};
struct HandlerTable {
    std::uint64_t mask; // slots - 1; the slots are a power of two
    std::uint64_t used;
    HandlerSlot slot[];

    // Ids of names are hashes, and numbers differ in their lowest bits.
    HandlerSlot &slot_of(polder_handler_id id) {
        for (std::uint64_t at = id & mask;; at = (at + 1) & mask) {
            const polder_handler_id there = slot[at].id.load(std::memory_order_acquire);
            if (there == id || !there) return slot[at];
        }
    }
};
extern std::atomic<HandlerTable *> handler_table; // null: no handler was ever set

// Null: not in this process.
inline polder_handler handler_find(polder_handler_id id) {
    HandlerTable *table = handler_table.load(std::memory_order_acquire);
    if (!table) return nullptr;
    const HandlerSlot &slot = table->slot_of(id);
    // A free slot may be on its way to another id: its function is nobody's yet.
    return slot.id.load(std::memory_order_acquire) == id ? slot.function.load(std::memory_order_acquire) : nullptr;
}

} // namespace polder::api
