// The user's side: requests, transfers, and what an invalidation does here.
#include "runtime/registered/registered.h"

#include "base/copy_once.h"
#include "base/delay.h"
#include "base/futex.h"
#include "runtime/am/am.h"
#include "runtime/directory/address_cache.h"
#include "runtime/directory/entries.h"
#include "runtime/net/net.h"

#include <cstring>

namespace polder::registered {

namespace {

constexpr std::size_t longest_request = am::am_max_medium - most_pieces * sizeof(Piece);

// An access under way from this process, on the list.
struct Listed {
    polder_ga handle;
    bool transfers;             // by an address of the cache, or a copy; else it is a request
    bool forgotten;             // the request's answer teaches nothing
    Invalidation invalidation;  // to be acknowledged when the transfer is complete
    std::uint64_t acknowledges; // so many: one for each thread of this process that is a sharer
    Listed *next;
};
struct Call : Listed {
    void *to; // of a get
    std::uint64_t value;
    bool found;
    std::atomic<bool> here;
};

FutexLock lock; // around the list and the addresses of registered memory
Listed *list;

sync::WaitReason reason(polder_ga at) {
    return {WaitKind::copy, at, directory::handle_of(at).thread, true};
}

bool has_owner(polder_ga at) {
    return directory::handle_of(at).thread < threads();
}

// With the lock.
void enlist(Listed &one) {
    one.next = list;
    list = &one;
}
void unlist(Listed &one) {
    Listed **link = &list;
    while (*link != &one)
        link = &(*link)->next;
    *link = one.next;
}
// A transfer or copy; or one to a handle that differs in the bits `others`.
Listed *transfer_to(polder_ga handle, polder_ga others = 0) {
    Listed *one = list;
    while (one && !(one->transfers && !((one->handle ^ handle) & ~others)))
        one = one->next;
    return one;
}
unsigned first_thread_here() {
    return control().shape.first_thread(job_process);
}
bool may_be_learnt(const Listed &request) {
    directory::Registered mine;
    if (!directory::handle_is_of_all(request.handle)) return !request.forgotten;
    return directory::directory_find(directory::handle_on(request.handle, first_thread_here()), 0, &mine);
}

void acknowledge(const Invalidation &invalidation, std::uint64_t times) {
    const unsigned owner = directory::handle_of(invalidation.handle).thread;
    const std::uint64_t words[] = {invalidation.count, times};
    am::am_request_wait(owner, {handle_acknowledge, words, 2});
}

// ---- requests ----

struct Sent {
    Access access;
    polder_ga at;
    std::size_t bytes;
    const void *from; // of a put
    RegisteredAtomic atomic;
};

bool request(const Sent &sent, void *to, std::uint64_t *value = nullptr) {
    const unsigned owner = directory::handle_of(sent.at).thread;
    Call call = {};
    call.handle = directory::handle_begin(sent.at);
    call.to = to;
    lock.lock();
    enlist(call);
    lock.unlock();
    const bool learns = !on_node(owner) && directory::address_cache_on() && sent.access != Access::atomic;
    const Request request{sent.access, sent.at, sent.bytes,
                          sent.atomic, learns,  reinterpret_cast<std::uint64_t>(&call)};
    std::uint64_t words[words_of<Request>];
    std::memcpy(words, &request, sizeof words);
    const bool put = sent.access == Access::put;
    am::am_request_wait(owner,
                        {handle_request, words, words_of<Request>, put ? sent.from : nullptr, put ? sent.bytes : 0},
                        (sent.access == Access::get ? sent.bytes : 0) +
                            (learns && directory::handle_is_of_all(sent.at) ? most_pieces * sizeof(Piece) : 0));
    sync::WaitPoint nobody{}; // this thread polls, or is woken behind the handlers
    am::am_wait(nobody, reason(sent.at), [&] { return call.here.load(std::memory_order_acquire); });
    lock.lock();
    unlist(call);
    lock.unlock();
    if (learns) directory::address_count(false);
    if (value) *value = call.value;
    return call.found;
}

// With the lock. The piece that was asked for comes last: no other one may take its place.
void learn(const Call &call, NodeNumber node, const Answer &answer, const unsigned char *pieces) {
    for (std::uint64_t i = 0; i < answer.pieces; ++i) {
        Piece piece;
        std::memcpy(&piece, pieces + i * sizeof piece, sizeof piece);
        directory::address_learn(directory::handle_on(call.handle, static_cast<unsigned>(piece.thread)), node,
                                 {piece.address, piece.length, piece.key});
    }
    directory::address_learn(call.handle, node, {answer.address, answer.length, answer.key});
}

void on_answer(am::AmMessage &message) {
    Answer answer;
    std::memcpy(&answer, message.arguments, sizeof answer);
    Call &call = *reinterpret_cast<Call *>(answer.call);
    const std::size_t data = message.bytes - answer.pieces * sizeof(Piece);
    if (data) std::memcpy(call.to, message.payload, data);
    call.value = answer.value;
    call.found = answer.found != 0;
    delay_point();
    lock.lock();
    if (answer.length && may_be_learnt(call))
        learn(call, node_of(message.from), answer, static_cast<const unsigned char *>(message.payload) + data);
    lock.unlock();
    call.here.store(true, std::memory_order_release);
}

// ---- transfers ----

template <class Start> void complete(polder_ga at, Start start) {
    ConduitOperation operation;
    operation.done = nullptr;
    const auto begin = [&] {
        const net::NetGuard guard;
        return start(operation) != Status::again;
    };
    if (!begin()) net::net_wait(reason(at), begin);
    net::net_wait(reason(at), [&] { return operation.left.load(std::memory_order_acquire) == 0; });
}

// True: the address was known, and the transfer is complete.
template <class Start> bool transfer(polder_ga at, std::size_t bytes, Start start) {
    const directory::Handle handle = directory::handle_of(at);
    if (on_node(handle.thread) || !directory::address_cache_on()) return false;
    Listed mine = {};
    mine.handle = directory::handle_begin(at);
    mine.transfers = true;
    directory::Address address;
    lock.lock();
    const bool known = directory::address_find(mine.handle, node_of(handle.thread), &address) &&
                       handle.offset <= address.bytes && bytes <= address.bytes - handle.offset;
    if (known) enlist(mine);
    lock.unlock();
    if (!known) return false;
    delay_point();
    complete(at, [&](ConduitOperation &operation) {
        return start(node_of(handle.thread), address.at + handle.offset, address.key, operation);
    });
    directory::address_count(true);
    delay_point();
    lock.lock();
    unlist(mine);
    Listed *other = mine.acknowledges ? transfer_to(mine.handle) : nullptr;
    if (other) {
        other->acknowledges += mine.acknowledges;
        other->invalidation = mine.invalidation;
    }
    lock.unlock();
    if (mine.acknowledges && !other) acknowledge(mine.invalidation, mine.acknowledges);
    return true;
}

void on_invalidate(am::AmMessage &message) {
    Invalidation invalidation;
    std::memcpy(&invalidation, message.arguments, sizeof invalidation);
    lock.lock();
    directory::address_forget(invalidation.handle, node_of(message.from));
    for (Listed *one = list; one; one = one->next)
        if (one->handle == invalidation.handle) one->forgotten = true;
    Listed *under_way = transfer_to(invalidation.handle);
    if (under_way) {
        ++under_way->acknowledges;
        under_way->invalidation = invalidation;
    }
    lock.unlock();
    delay_point();
    const std::uint64_t words[] = {invalidation.count, 1};
    if (!under_way) am::am_reply(message, {handle_acknowledge, words, 2});
}

void on_acknowledge(am::AmMessage &message) {
    reinterpret_cast<std::atomic<unsigned> *>(message.arguments[0])
        ->fetch_sub(static_cast<unsigned>(message.arguments[1]), std::memory_order_acq_rel);
}

// Parts of a request's length; false as soon as one is.
template <class Each> bool in_parts(std::size_t bytes, Each each) {
    for (std::size_t at = 0; at < bytes; at += longest_request)
        if (!each(at, bytes - at < longest_request ? bytes - at : longest_request)) return false;
    return true;
}

// In this process, or null.
void *own(polder_ga address, std::size_t bytes) {
    directory::Registered found;
    const bool here = directory::directory_find(address, bytes, &found);
    return here && found.process == job_process ? found.at : nullptr;
}

// True: the memory is of this process, and the copy is done. It is on the list meanwhile.
template <class Copy> bool copy_own(polder_ga at, std::size_t bytes, Copy copy) {
    if (!own(at, bytes)) return false; // mostly: without the lock
    Listed mine = {};
    mine.handle = directory::handle_begin(at);
    mine.transfers = true;
    lock.lock();
    void *const here = own(at, bytes);
    if (here) enlist(mine);
    lock.unlock();
    if (!here) return false;
    delay_point();
    copy(here);
    lock.lock();
    unlist(mine);
    lock.unlock();
    return true;
}

} // namespace

bool registered_put(polder_ga to, const void *from, std::size_t bytes) {
    if (!has_owner(to)) return false;
    if (copy_own(to, bytes, [&](void *here) { copy_once(here, from, bytes); })) return true;
    const auto start = [&](NodeNumber node, std::uint64_t remote, const ConduitKey &key, ConduitOperation &operation) {
        return net::net.table->put(*net::net.conduit, node, remote, key, from, bytes, operation);
    };
    if (transfer(to, bytes, start)) return true;
    return in_parts(bytes, [&](std::size_t at, std::size_t part) {
        return request({Access::put, to + at, part, static_cast<const char *>(from) + at, {}}, nullptr);
    });
}

bool registered_get(void *to, polder_ga from, std::size_t bytes) {
    if (!has_owner(from)) return false;
    if (copy_own(from, bytes, [&](const void *here) { copy_once(to, here, bytes); })) return true;
    const auto start = [&](NodeNumber node, std::uint64_t remote, const ConduitKey &key, ConduitOperation &operation) {
        return net::net.table->get(*net::net.conduit, node, remote, key, to, bytes, operation);
    };
    if (transfer(from, bytes, start)) return true;
    return in_parts(bytes, [&](std::size_t at, std::size_t part) {
        return request({Access::get, from + at, part, nullptr, {}}, static_cast<char *>(to) + at);
    });
}

bool registered_atomic(polder_ga at, std::size_t bytes, const RegisteredAtomic &what, std::uint64_t *value) {
    return has_owner(at) && request({Access::atomic, at, bytes, nullptr, what}, nullptr, value);
}

void registered_expect(bool found, polder_ga at, std::size_t bytes) {
    if (found) return;
    const directory::Handle handle = directory::handle_of(at);
    job_fail(1, "%zu bytes at offset %lu of registered memory of thread %u: not registered, or not any more", bytes,
             handle.offset, handle.thread);
}

void registered_settle(polder_ga handle) {
    sync::WaitPoint nobody{};
    am::am_wait(nobody, reason(handle), [&] {
        lock.lock();
        const bool none = !transfer_to(handle);
        lock.unlock();
        return none;
    });
}

void registered_forget(polder_ga handle) {
    if (!net::net_on()) return;
    const polder_ga threads = directory::handle_thread_bits();
    lock.lock();
    directory::address_forget_like(handle, threads);
    lock.unlock();
    net::net_wait(reason(handle), [&] {
        lock.lock();
        const bool none = !transfer_to(handle, threads);
        lock.unlock();
        return none;
    });
}

void *registered_pointer(polder_ga address) {
    return own(address, 1);
}

void registered_start() {
    am::am_start();
    am::am_register(handle_answer, on_answer);
    am::am_register(handle_invalidate, on_invalidate);
    am::am_register(handle_acknowledge, on_acknowledge);
}

} // namespace polder::registered
