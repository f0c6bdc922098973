// Writing the table of a process's handlers, under a lock. A table that has grown too small stays,
// as somebody may be reading it: all of them together are no longer than the last.
#include "runtime/api/handlers.h"

#include "base/futex.h"
#include "runtime/core/job.h"

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace polder::api {

std::atomic<HandlerTable *> handler_table{nullptr};

namespace {

FutexLock writing;

void *zeroed(std::size_t bytes) {
    void *memory = std::calloc(1, bytes);
    if (!memory) job_fail(1, "no memory for handlers of messages");
    return memory;
}

void fill(HandlerSlot &slot, polder_handler_id id, polder_handler function, char *name) {
    slot.name = name;
    slot.function.store(function, std::memory_order_relaxed);
    slot.id.store(id, std::memory_order_release);
}

// One that has room for one more. Under the lock.
HandlerTable &roomy() {
    HandlerTable *table = handler_table.load(std::memory_order_relaxed);
    if (table && 2 * (table->used + 1) <= table->mask + 1) return *table;
    const std::uint64_t slots = table ? 2 * (table->mask + 1) : 16;
    HandlerTable *made = static_cast<HandlerTable *>(zeroed(sizeof(HandlerTable) + slots * sizeof(HandlerSlot)));
    made->mask = slots - 1;
    for (std::uint64_t i = 0; table && i <= table->mask; ++i) {
        const HandlerSlot &old = table->slot[i];
        const polder_handler_id id = old.id.load(std::memory_order_relaxed);
        if (id) fill(made->slot_of(id), id, old.function.load(std::memory_order_relaxed), old.name);
    }
    made->used = table ? table->used : 0;
    handler_table.store(made, std::memory_order_release);
    return *made;
}

char *copy_of(const char *name) {
    const std::size_t bytes = std::strlen(name) + 1;
    return static_cast<char *>(std::memcpy(zeroed(bytes), name, bytes));
}

void expect_same(const HandlerSlot &slot, const char *name, polder_handler function) {
    if (std::strcmp(slot.name, name) != 0)
        job_fail(1, "polder_handler_register: the names '%s' and '%s' have the same id; rename one of them", slot.name,
                 name);
    if (slot.function.load(std::memory_order_relaxed) != function)
        job_fail(1, "polder_handler_register: another function is registered as '%s'", name);
}

} // namespace

// FNV-1a.
polder_handler_id handler_id(const char *name) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char *at = name; *at; ++at)
        hash = (hash ^ static_cast<unsigned char>(*at)) * 0x100000001b3;
    return hash | named_bit;
}

void handler_refuse(polder_handler_id id, const char *function) {
    job_fail(1, "%s: handler %lu; programs have %u to %u", function, id, POLDER_FIRST_HANDLER,
             POLDER_FIRST_HANDLER + POLDER_HANDLERS - 1);
}

void handler_put(polder_handler_id id, const char *name, polder_handler function, bool replace) {
    writing.lock();
    HandlerTable &table = roomy();
    HandlerSlot &slot = table.slot_of(id);
    if (!slot.id.load(std::memory_order_relaxed)) {
        ++table.used;
        fill(slot, id, function, name ? copy_of(name) : nullptr);
    } else if (replace) {
        slot.function.store(function, std::memory_order_release);
    } else {
        expect_same(slot, name, function);
    }
    writing.unlock();
}

} // namespace polder::api
