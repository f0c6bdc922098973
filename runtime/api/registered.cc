// <polder/memory.h>, memory that threads register, alone or all together: the owner's side of
// runtime/registered.
#include "runtime/registered/registered.h"
#include "base/copy_once.h"
#include "base/delay.h"
#include "base/futex.h"
#include "runtime/alloc/alloc.h"
#include "runtime/am/am.h"
#include "runtime/atomic/atomic.h"
#include "runtime/barrier/barrier.h"
#include "runtime/core/start_hooks.h"
#include "runtime/directory/entries.h"
#include "runtime/net/net.h"
#include "runtime/sync/one_caller.h"

#include <polder/memory.h>

#include <cstdlib>
#include <cstring>

using namespace polder;

namespace polder::api {
namespace {

constexpr unsigned most_sharers = 64; // others go on with requests

// What the owner's process keeps of an entry, beside the entry.
struct Owned {
    ConduitRegion *region; // null: the network does not reach it
    ConduitKey key;
    std::uint64_t base;
    std::uint64_t bytes;
    unsigned sharers;
    unsigned sharer[most_sharers]; // threads of whose processes the address is known
};

FutexLock lock; // around all of these, and the entries of this process while they are changed
Owned *owned;   // thread_entries of each thread of the process

Owned &owned_of(polder_ga address) {
    const directory::Handle handle = directory::handle_of(address);
    const unsigned rank = handle.thread - control().shape.first_thread(job_process);
    return owned[rank * directory::thread_entries + handle.index];
}

void make_room() {
    if (owned) return;
    const std::size_t count = std::size_t{control().shape.thread_count(job_process)} * directory::thread_entries;
    owned = static_cast<Owned *>(std::calloc(count, sizeof *owned));
    if (!owned) job_fail(1, "no memory for the directory of registered memory");
}

// With the lock. Whether the thread may be told the address: it is on the list then.
bool shares(Owned &one, unsigned thread) {
    for (unsigned i = 0; i < one.sharers; ++i)
        if (one.sharer[i] == thread) return true;
    if (one.sharers == most_sharers) return false;
    one.sharer[one.sharers++] = thread;
    return true;
}

void carry_out(const registered::Request &request, void *at, const void *payload, registered::Answer *answer) {
    if (request.access == registered::Access::put) copy_once(at, payload, request.bytes);
    if (request.access != registered::Access::atomic) return;
    atomic::AtomicRequest what{static_cast<AtomicType>(request.atomic.type),
                               static_cast<AtomicOperation>(request.atomic.operation), request.atomic.operand,
                               request.atomic.second, nullptr};
    if (what.operation != AtomicOperation::set) what.result = &answer->value;
    atomic::atomic_near(at, what);
}

bool is_aligned(const registered::Request &request, const void *at) {
    return request.access != registered::Access::atomic || reinterpret_cast<std::uintptr_t>(at) % request.bytes == 0;
}

// With the lock. Room for the payload of an answer that names pieces: data, then these.
unsigned char answer_room[am::am_max_medium];

// With the lock. Behind the data, the pieces of other threads of this process that the network
// reaches. How many.
std::uint64_t add_pieces(polder_ga asked, unsigned char *to) {
    const unsigned first = control().shape.first_thread(job_process);
    const unsigned end = first + control().shape.thread_count(job_process);
    std::uint64_t count = 0;
    for (unsigned thread = first; thread < end && count < registered::most_pieces; ++thread) {
        const polder_ga handle = directory::handle_on(directory::handle_begin(asked), thread);
        directory::Registered found;
        if (directory::handle_of(asked).thread == thread || !directory::directory_find(handle, 0, &found)) continue;
        const Owned &one = owned_of(handle);
        if (!one.region) continue;
        const registered::Piece piece{thread, one.base, one.bytes, one.key};
        std::memcpy(to + count++ * sizeof piece, &piece, sizeof piece);
    }
    return count;
}

void on_request(am::AmMessage &message) {
    registered::Request request;
    std::memcpy(&request, message.arguments, sizeof request);
    registered::Answer answer = {};
    answer.call = request.call;
    delay_point();
    // With the lock: the memory stays until the access is done.
    lock.lock();
    directory::Registered found;
    const bool of_all = directory::handle_is_of_all(request.at);
    bool tells = false; // the address
    answer.found = directory::directory_find(request.at, request.bytes, &found) && found.process == job_process &&
                   is_aligned(request, found.at);
    if (answer.found) {
        carry_out(request, found.at, message.payload, &answer);
        Owned &one = owned_of(request.at);
        tells = request.wants_address && one.region && (of_all || shares(one, message.from));
        if (tells) {
            answer.address = one.base;
            answer.length = one.bytes;
            answer.key = one.key;
        }
    }
    const bool got = answer.found && request.access == registered::Access::get;
    const void *payload = got ? found.at : nullptr;
    std::size_t bytes = got ? request.bytes : 0;
    if (tells && of_all && control().shape.thread_count(job_process) > 1) {
        if (bytes) copy_once(answer_room, payload, bytes);
        answer.pieces = add_pieces(request.at, answer_room + bytes);
        payload = answer_room;
        bytes += answer.pieces * sizeof(registered::Piece);
    }
    std::uint64_t words[registered::words_of<registered::Answer>];
    std::memcpy(words, &answer, sizeof words);
    am::am_reply(message, {registered::handle_answer, words, registered::words_of<registered::Answer>, payload, bytes});
    lock.unlock();
}

void register_handlers() {
    registered::registered_start();
    am::am_register(registered::handle_request, on_request);
    make_room();
}
POLDER_AT_START(register_handlers);

// Transfers of other nodes come to the leader's end.
void register_with_network(Owned &one, void *base, std::size_t bytes) {
    one = {};
    one.base = reinterpret_cast<std::uint64_t>(base);
    one.bytes = bytes;
    if (!bytes || !net::net_on() || !is_leader()) return;
    const net::NetGuard guard;
    if (!is_ok(net::net.table->register_memory(*net::net.conduit, base, bytes, &one.region, &one.key)))
        one.region = nullptr;
}

// Waits until no sharer has the address, nor a transfer by it.
void invalidate(polder_ga handle, const Owned &one) {
    std::atomic<unsigned> missing{one.sharers};
    const registered::Invalidation invalidation{handle, reinterpret_cast<std::uint64_t>(&missing)};
    std::uint64_t words[registered::words_of<registered::Invalidation>];
    std::memcpy(words, &invalidation, sizeof words);
    for (unsigned i = 0; i < one.sharers; ++i)
        am::am_request_wait(one.sharer[i],
                            {registered::handle_invalidate, words, registered::words_of<registered::Invalidation>});
    sync::WaitPoint nobody{};
    am::am_wait(nobody, {WaitKind::message, handle, one.sharers ? one.sharer[0] : no_peer, true},
                [&] { return missing.load(std::memory_order_acquire) == 0; });
}

void unregister_with_network(const Owned &one) {
    if (!one.region) return;
    const net::NetGuard guard;
    net::net.table->unregister_memory(*net::net.conduit, one.region);
}

// Ends the job if that cannot be registered.
void check_range(const char *function, const void *base, std::size_t bytes) {
    const auto begin = reinterpret_cast<std::uintptr_t>(base);
    if (!base || !bytes || begin + bytes < begin)
        job_fail(1, "%s: %zu bytes at %p are no memory", function, bytes, base);
    if (bytes > std::uint64_t{1} << directory::offset_bits())
        job_fail(1, "%s: %zu bytes; at most 2^%u in a job of %u threads", function, bytes, directory::offset_bits(),
                 threads());
}

// All threads meet. Ends the job if they do not speak of the same handle.
void check_alike(const char *function, polder_ga handle) {
    const polder_ga first = alloc::agree_on_first(handle);
    if (first != handle)
        job_fail(1,
                 "%s: thread %u calls it for memory %#lx, but thread 0 is at %#lx\n"
                 "hint: all threads make the same collective calls in the same order",
                 function, static_cast<unsigned>(mythread()), handle, first);
}

// 0: all entries are in use. The address of the caller's memory.
template <class Enter> polder_ga enter(Enter directory_entered, void *base, std::size_t bytes) {
    lock.lock();
    const polder_ga handle = directory_entered(static_cast<unsigned>(mythread()), base, bytes);
    if (handle) register_with_network(owned_of(handle), base, bytes);
    lock.unlock();
    return handle;
}

// The entry is no longer found. What belonged to it, for unregister_with_network.
Owned take_back(const char *function, polder_ga handle) {
    lock.lock();
    const bool there = directory::directory_remove(handle);
    const Owned one = owned_of(handle);
    lock.unlock();
    if (!there) job_fail(1, "%s: %#lx has been deregistered before", function, handle);
    return one;
}

} // namespace
} // namespace polder::api

using namespace polder::api;

extern "C" {
#pragma GCC visibility push(default)

polder_memory polder_memory_register(void *base, size_t bytes) {
    const auto begin = reinterpret_cast<std::uintptr_t>(base);
    if (bytes && in_node_range(begin) && in_node_range(begin + bytes - 1)) return ga_of_pointer(base);
    check_range("polder_memory_register", base, bytes);
    return enter(directory::directory_enter, base, bytes);
}

void polder_memory_deregister(polder_memory memory) {
    if (!memory || ga_is_near(memory)) return;
    if (!ga_is_registered(memory) || directory::handle_is_of_all(memory) ||
        directory::handle_of(memory).thread != static_cast<unsigned>(mythread()))
        job_fail(1, "polder_memory_deregister: %#lx is no memory that this thread has registered", memory);
    const Owned one = take_back("polder_memory_deregister", memory);
    invalidate(memory, one);
    registered::registered_settle(memory);
    unregister_with_network(one);
}

polder_memory polder_memory_all_register(void *base, size_t bytes) {
    const char *const function = "polder_memory_all_register";
    const sync::OneCaller here(function);
    if (base || bytes) check_range(function, base, bytes);
    const polder_ga mine = enter(directory::directory_enter_all, base, bytes);
    const polder_ga handle = mine ? directory::handle_on(mine, 0) : 0;
    check_alike(function, handle);
    return handle;
}

// The proof is in runtime/registered/registered.h.
void polder_memory_all_deregister(polder_memory memory) {
    const char *const function = "polder_memory_all_deregister";
    const sync::OneCaller here(function);
    check_alike(function, memory);
    if (!memory) return;
    if (!ga_is_registered(memory) || !directory::handle_is_of_all(memory) || directory::handle_of(memory).thread)
        job_fail(1, "%s: %#lx is no memory that all threads have registered", function, memory);
    const auto me = static_cast<unsigned>(mythread());
    const Owned one = take_back(function, directory::handle_on(memory, me));
    if (me == control().shape.first_thread(job_process)) registered::registered_forget(memory);
    registered::registered_settle(directory::handle_on(memory, me));
    barrier::barrier_internal();
    unregister_with_network(one);
}

polder_ga polder_at(polder_memory memory, size_t offset) {
    if (ga_is_registered(memory) && (directory::handle_of(memory).offset + offset) >> directory::offset_bits())
        job_fail(1, "polder_at: offset %zu is beyond any registered memory", offset);
    return memory + offset;
}
#pragma GCC visibility pop
} // extern "C"
