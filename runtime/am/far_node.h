// Active messages of other nodes inside a process: what the files share that send, deliver and
// forward them.
#pragma once

#include "runtime/am/far.h"
#include "runtime/am/node.h"
#include "runtime/am/window.h"

namespace polder::am {

// ---- landing places ----
// These are global addresses. In AmContent the node's shift is subtracted from them, as a cast of a
// pointer-to-shared does.

// Whether the bytes lie in the segment of a thread of that node.
bool landing_at(unsigned node, std::uint64_t global, std::uint64_t bytes);
// Whether the bytes lie in memory of this node that can be touched.
bool landing_reachable(std::uint64_t global, std::uint64_t bytes);

// ---- sending ----

// Sends the message with all parts of its payload. With `must` a part that the network does not
// take is kept. Without it false says that the network took nothing.
bool wire_send(WireHeader &header, const AmContent &content, bool must);

// ---- requests that ended without a reply ----

// Gives back the request's part of the window to the process of `from`: with `soon` when
// credit_returns_send is called, else at some later time.
void credit_return_add(unsigned from, std::uint32_t cost, std::uint8_t flags);
// What is owed to that thread's process by now travels with a reply.
void credit_return_attach(unsigned from, WireHeader *reply);
void credit_returns_send();

// ---- a leader's messages for the other processes of its node ----

// What the header of a parcel from another node has in the place of reply_slab.
struct FarParcelFlags {
    std::uint8_t room : 5, reply : 1, soon : 1, sample : 1;

    std::uint8_t byte() const { return static_cast<std::uint8_t>(room | reply << 5 | soon << 6 | sample << 7); }
    static FarParcelFlags of(std::uint8_t byte) {
        return {static_cast<std::uint8_t>(byte & 31), static_cast<std::uint8_t>(byte >> 5 & 1),
                static_cast<std::uint8_t>(byte >> 6 & 1), static_cast<std::uint8_t>(byte >> 7)};
    }
    std::uint8_t flags() const {
        return static_cast<std::uint8_t>((soon ? wire_soon : 0) | (sample ? wire_sample : 0));
    }
};
static_assert(room_units_max < 32);

// Puts a message into the inbox of the process, or into the queue for it. payload: of a medium
// message. Of a long one it is where the payload landed, and `total` is its length.
void forward_in_node(unsigned process, const WireHeader &header, const std::uint64_t *arguments, const void *payload,
                     std::size_t bytes);
// How many messages wait for room in an inbox.
std::uint32_t forwards_waiting();
// Tries again; returns how many went.
unsigned forwards_retry();

} // namespace polder::am
