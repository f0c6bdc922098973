// <polder/memory.h>, memory that threads register: the owner's side of runtime/registered.
#include "runtime/registered/registered.h"
#include "base/copy_once.h"
#include "base/delay.h"
#include "base/futex.h"
#include "runtime/am/am.h"
#include "runtime/atomic/atomic.h"
#include "runtime/core/start_hooks.h"
#include "runtime/directory/entries.h"
#include "runtime/net/net.h"

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
Owned *owned;   // partition_entries of each thread of the process

Owned &owned_of(polder_ga address) {
    const directory::Handle handle = directory::handle_of(address);
    const unsigned rank = handle.thread - control().shape.first_thread(job_process);
    return owned[rank * directory::partition_entries + handle.index];
}

void make_room() {
    if (owned) return;
    const std::size_t count = std::size_t{control().shape.thread_count(job_process)} * directory::partition_entries;
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

void on_request(am::AmMessage &message) {
    registered::Request request;
    std::memcpy(&request, message.arguments, sizeof request);
    registered::Answer answer = {};
    answer.call = request.call;
    delay_point();
    // With the lock: the memory stays until the access is done.
    lock.lock();
    directory::Registered found;
    answer.found = directory::directory_find(request.at, request.bytes, &found) && found.process == job_process &&
                   is_aligned(request, found.at);
    if (answer.found) {
        carry_out(request, found.at, message.payload, &answer);
        Owned &one = owned_of(request.at);
        if (request.wants_address && one.region && shares(one, message.from)) {
            answer.address = one.base;
            answer.length = one.bytes;
            answer.key = one.key;
        }
    }
    std::uint64_t words[registered::words_of<registered::Answer>];
    std::memcpy(words, &answer, sizeof words);
    const bool got = answer.found && request.access == registered::Access::get;
    am::am_reply(message, {registered::handle_answer, words, registered::words_of<registered::Answer>,
                           got ? found.at : nullptr, got ? request.bytes : 0});
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
    if (!net::net_on() || !is_leader()) return;
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

} // namespace
} // namespace polder::api

using namespace polder::api;

extern "C" {
#pragma GCC visibility push(default)

polder_memory polder_memory_register(void *base, size_t bytes) {
    const auto begin = reinterpret_cast<std::uintptr_t>(base);
    if (!base || !bytes || begin + bytes < begin)
        job_fail(1, "polder_memory_register: %zu bytes at %p are no memory", bytes, base);
    if (in_node_range(begin) && in_node_range(begin + bytes - 1)) return ga_of_pointer(base);
    if (bytes > std::uint64_t{1} << directory::offset_bits())
        job_fail(1, "polder_memory_register: %zu bytes; at most 2^%u in a job of %u threads", bytes,
                 directory::offset_bits(), threads());
    lock.lock();
    const polder_ga handle = directory::directory_enter(static_cast<unsigned>(mythread()), base, bytes);
    if (handle) register_with_network(owned_of(handle), base, bytes);
    lock.unlock();
    return handle;
}

void polder_memory_deregister(polder_memory memory) {
    if (!memory || ga_is_near(memory)) return;
    if (!ga_is_registered(memory) || directory::handle_of(memory).thread != static_cast<unsigned>(mythread()))
        job_fail(1, "polder_memory_deregister: %#lx is no memory that this thread has registered", memory);
    lock.lock();
    const bool there = directory::directory_remove(memory);
    Owned one = owned_of(memory);
    lock.unlock();
    if (!there) job_fail(1, "polder_memory_deregister: %#lx has been deregistered before", memory);
    invalidate(memory, one);
    if (!one.region) return;
    const net::NetGuard guard;
    net::net.table->unregister_memory(*net::net.conduit, one.region);
}

polder_ga polder_at(polder_memory memory, size_t offset) {
    if (ga_is_registered(memory) && (directory::handle_of(memory).offset + offset) >> directory::offset_bits())
        job_fail(1, "polder_at: offset %zu is beyond any registered memory", offset);
    return memory + offset;
}
#pragma GCC visibility pop
} // extern "C"
