// The table of a process's handlers: open addressing, no more than half full. Readers take no lock;
// writers have one. A table that has grown too small stays, as somebody may be reading it: all of
// them together are no longer than the last.
#include "runtime/api/handlers.h"

#include "base/futex.h"
#include "runtime/core/job.h"

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace polder::api {
namespace {

constexpr polder_handler_id named_bit = std::uint64_t{1} << 63;

struct Slot {
    std::atomic<polder_handler_id> id; // 0: free. Written last
    std::atomic<polder_handler> function;
    char *name; // null: a number
};
struct Table {
    std::uint64_t mask; // slots - 1; the slots are a power of two
    std::uint64_t used;
    Slot slot[];
};

std::atomic<Table *> current{nullptr};
FutexLock writing;

// Ids of names are hashes, and numbers differ in their lowest bits.
Slot &slot_of(Table &table, polder_handler_id id) {
    for (std::uint64_t at = id & table.mask;; at = (at + 1) & table.mask) {
        const polder_handler_id there = table.slot[at].id.load(std::memory_order_acquire);
        if (there == id || !there) return table.slot[at];
    }
}

void *zeroed(std::size_t bytes) {
    void *memory = std::calloc(1, bytes);
    if (!memory) job_fail(1, "no memory for handlers of messages");
    return memory;
}

void fill(Slot &slot, polder_handler_id id, polder_handler function, char *name) {
    slot.name = name;
    slot.function.store(function, std::memory_order_relaxed);
    slot.id.store(id, std::memory_order_release);
}

// One that has room for one more. Under the lock.
Table &roomy() {
    Table *table = current.load(std::memory_order_relaxed);
    if (table && 2 * (table->used + 1) <= table->mask + 1) return *table;
    const std::uint64_t slots = table ? 2 * (table->mask + 1) : 16;
    Table *made = static_cast<Table *>(zeroed(sizeof(Table) + slots * sizeof(Slot)));
    made->mask = slots - 1;
    for (std::uint64_t i = 0; table && i <= table->mask; ++i) {
        const Slot &old = table->slot[i];
        const polder_handler_id id = old.id.load(std::memory_order_relaxed);
        if (id) fill(slot_of(*made, id), id, old.function.load(std::memory_order_relaxed), old.name);
    }
    made->used = table ? table->used : 0;
    current.store(made, std::memory_order_release);
    return *made;
}

char *copy_of(const char *name) {
    const std::size_t bytes = std::strlen(name) + 1;
    return static_cast<char *>(std::memcpy(zeroed(bytes), name, bytes));
}

void expect_same(const Slot &slot, const char *name, polder_handler function) {
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

polder_handler_id handler_expect(polder_handler_id id, const char *function) {
    if (id & named_bit) return id;
    if (id - POLDER_FIRST_HANDLER >= POLDER_HANDLERS)
        job_fail(1, "%s: handler %lu; programs have %u to %u", function, id, POLDER_FIRST_HANDLER,
                 POLDER_FIRST_HANDLER + POLDER_HANDLERS - 1);
    return id;
}

void handler_put(polder_handler_id id, const char *name, polder_handler function, bool replace) {
    writing.lock();
    Table &table = roomy();
    Slot &slot = slot_of(table, id);
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

polder_handler handler_find(polder_handler_id id) {
    Table *table = current.load(std::memory_order_acquire);
    if (!table) return nullptr;
    const Slot &slot = slot_of(*table, id);
    // A free slot may be on its way to another id: its function is nobody's yet.
    return slot.id.load(std::memory_order_acquire) == id ? slot.function.load(std::memory_order_acquire) : nullptr;
}

} // namespace polder::api
