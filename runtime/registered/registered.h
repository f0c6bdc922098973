// Accesses to registered memory (runtime/directory/entries.h), by the threads that are not its
// owner as well. What rma and atomic do for addresses that ga_is_registered.
//
// The order is: own process, node, network.
//   1. Memory of this process is copied. The copy is on the list of accesses meanwhile.
//   2. Memory of another process is private to it. The access is a request to its owner, an active
//      message that the owner's process carries out.
//   3. So is the first access to memory of another node. If the network can reach the memory, the
//      answer brings address and key, which the address cache keeps.
//   4. With these, a put or get is a transfer of the network. Atomic operations stay requests.
//
// Each access is complete when the call returns, so own accesses are in program order. Not in
// handlers.
//
// Deregistering. Why no transfer reaches memory that is not registered any more:
//   1. The owner takes the entry back, with its lock. From then on a request finds nothing, and no
//      answer names the memory. Answers that named it had put their thread on the list of sharers
//      under the same lock. So the list is complete.
//   2. The owner sends each sharer an invalidation, and waits for as many acknowledgements.
//   3. A sharer's process has one lock for all of this. With the lock, a transfer looks the address
//      up and goes on the list of accesses, in one step. So does a request, before it is sent.
//   4. The handler of the invalidation has that lock. It forgets the address, so that later
//      look-ups miss. It marks requests on the list that are for this handle: their answer, if it
//      comes behind the invalidation, teaches nothing.
//   5. If a transfer to the handle is on the list, the acknowledgement is left to it. The last such
//      one sends it when it is complete. Else the handler acknowledges at once.
//   6. So with the last acknowledgement each transfer by that address is complete (5), none is on
//      its way to start (3, 4), and none can start (1, 4). Then the owner unregisters the memory.
//   7. Copies by threads of the owner's process look the entry up and go on the list in one step,
//      with the lock of 3. The owner has taken the entry back before it looks at the list. So it
//      sees each copy that found the entry, and waits for it.
//
// Deregistering in the partition ALL. All threads call, so nobody is told and there are no sharers:
//   1. When all have called, each thread takes its entry back.
//   2. Behind that, the first thread of each process has the lock of 3 above. It forgets the
//      addresses of all pieces. An answer teaches one, with that lock, only while the entry of
//      this very thread is there. So nothing is learnt from then on.
//   3. The same thread waits until no transfer to a piece is on the list. There is one only if the
//      program broke the rule that all accesses come before the call.
//   4. All threads meet again. By 2 and 3 no process has an address, nor a transfer by one. Each
//      owner has waited for copies of its piece (7 above). Then it unregisters its memory.
// Held by tests/unit/runtime/directory/registered.cc, with delays in between.
#pragma once

#include "conduits/conduit.h"
#include "runtime/segment/where.h"

namespace polder::registered {

// False: the memory is not registered, or not any more. What a part of an access has done stays.
[[nodiscard]] bool registered_put(polder_ga to, const void *from, std::size_t bytes);
[[nodiscard]] bool registered_get(void *to, polder_ga from, std::size_t bytes);
struct RegisteredAtomic {
    std::uint64_t type;
    std::uint64_t operation;
    std::uint64_t operand;
    std::uint64_t second;
};
// value: what was there before.
[[nodiscard]] bool registered_atomic(polder_ga at, std::size_t bytes, const RegisteredAtomic &what,
                                     std::uint64_t *value);
// For a program: ends the job if the access above was to memory that is not registered.
void registered_expect(bool found, polder_ga at, std::size_t bytes);

// Of the owner, when the entry is gone: waits until no copy by a thread of its process is under
// way.
void registered_settle(polder_ga handle);

// Of the partition ALL: steps 2 and 3 above.
void registered_forget(polder_ga handle);

// Where it lies, if it is of this process; else null.
void *registered_pointer(polder_ga address);

// ---- messages: handlers of the owner's side are in runtime/api/registered.cc ----

enum Handler : unsigned {
    handle_request = 88, // to the owner: an access
    handle_answer,
    handle_invalidate, // to a sharer
    handle_acknowledge
};
enum class Access : std::uint64_t { put, get, atomic };

struct Request { // as the words of a message
    Access access;
    polder_ga at;
    std::uint64_t bytes;
    RegisteredAtomic atomic;
    std::uint64_t wants_address;
    std::uint64_t call; // comes back
};
struct Answer {
    std::uint64_t call;
    std::uint64_t found; // 0: not registered
    std::uint64_t value;
    std::uint64_t pieces;  // so many follow the data, as Piece
    std::uint64_t address; // of the handle's first byte; with `length` 0 there is none
    std::uint64_t length;
    ConduitKey key;
};
// Of the partition ALL: where the piece of another thread of the answering process lies. One answer
// names them all, so there is one miss for each process that is reached, and not one for each
// thread.
struct Piece {
    std::uint64_t thread;
    std::uint64_t address;
    std::uint64_t length;
    ConduitKey key;
};
inline constexpr std::size_t most_pieces = 32; // in an answer

struct Invalidation {
    polder_ga handle;
    std::uint64_t count; // where the owner counts; comes back
};
template <class Words> constexpr unsigned words_of = sizeof(Words) / sizeof(std::uint64_t);

// Every process whose program registers memory, once, behind am_start.
void registered_start();

} // namespace polder::registered
