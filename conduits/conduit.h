// Conduit: the contract between the runtime and what carries bytes between nodes. A conduit
// implements this table; hooks (hook/) implement it, too, and forward. Entries that a conduit does
// not have are null until conduit_open has filled them with the reference versions over messages
// (conduits/reference). So callers never test for null.
//
// Vocabulary.
//   end        what a process opens, one or several. Any end sends and starts transfers. Only a
//              leader's end receives messages and is the target of transfers
//   peer       a node, by number; in fact the end of its leader, which reaches all memory of the
//              node
//   region     memory of the node registered as a target of transfers: the node range, and what
//              comes later. A *key* says to others how to reach it
//   extent     a region that others learn of by their first access (see Extents)
//   message    a header and a payload, delivered at the leader of the node exactly once. Messages
//              from one end to one peer arrive in the order they were sent in
//   operation  a put or get under way, ConduitOperation, kept by the caller until it has ended
//   source     a put's source may be reused
//   complete   a put is visible at the target; a get's data is here
//
// Ordering.
//   1. An operation that is complete happened before what its owner does next.
//   2. The target's processors see puts in no promised order, but for caps.ordered.
//   3. With caps.ordered, a message sent after puts to the same peer is delivered after they are
//      visible. A get or put after puts to the same bytes behaves as in one thread.
//   4. With caps.ordered_atomics, a get started after an atomic operation to the same peer reads
//      what is there behind that operation. With caps.message_atomics a get with the key zero does
//      so: both are messages.
//   5. With caps.ordered, the signal of a put with a signal is seen behind puts that were started
//      before it to the same peer.
//
// Once. A put stores each byte of its target exactly once, and each aligned object of 1, 2, 4 or 8
// bytes in it at once. Its owner may act on what it sees, and write there, before the put is
// complete; base/copy_once.h says what goes wrong else.
//   1. This holds for all puts of a conduit with caps.stores_once. Elsewhere it holds for those of
//      at most caps.message_put bytes, which conduit_open has done by messages.
//   2. A get, and a longer put, may overtake such a message. The caller waits for puts to the same
//      bytes in spite of caps.ordered.
//
// Extents. With caps.allocated only memory that is there can be registered, so the node range is
// not one region. Its owner gives options.find, and its users the key zero (conduit_no_key) where
// they know none. An operation with that key is done by messages.
//   1. The target asks find where the bytes lie. Its answer carries the extent that find named.
//   2. The user's end hands that to options.learn, inside poll, before the operation is complete.
//   3. A put with the key zero, and each that is done by messages, may be overtaken as in Once 2.
//
// Threads. With options.thread_safe any thread may call anything at any time. Without it the caller
// lets one in at a time. deliver and done run in whoever polls, inside poll. They may start
// operations and send messages, and never poll.
//
// Errors. A peer that cannot be reached is reported once, by options.lost(peer, why), inside poll.
// Operations to it end with Status::system_error; send to it returns that. The runtime decides what
// that means (today: the end of the job).
#pragma once

#include "base/status.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace polder {

using NodeNumber = std::uint32_t;

struct ConduitCaps {
    const char *name;     // "ofi"
    const char *provider; // as people call it: "net over va (10.77.0.1)"
    const char *choice;   // why that one; null: there is nothing to choose
    bool thread_safe;
    bool ordered;                       // see Ordering
    bool coherent_atomics;              // atomic() agrees with the processors of the target
    bool wait;                          // wait() sleeps in the kernel
    std::size_t max_header;             // of a message; at least 256
    std::size_t max_payload;            // of a message; at least 64 KiB
    std::size_t inline_put;             // bytes a put may have that is given by value (put_inline)
    std::size_t key_bytes;              // of a region; at most conduit_key_bytes
    std::uint64_t peer_bytes;           // memory of ours for each peer, the provider's own apart
    std::uint64_t connected_peer_bytes; // for each that is connected
    bool stores_once = false;           // see Once
    std::size_t message_put = 0;        // puts of at most so many bytes go by messages; filled in by conduit_open
    bool allocated = false;             // see Extents
    bool ordered_atomics = false;       // see Ordering
    bool messages_alone = false;        // no put or get of its own; filled in by conduit_open
    bool puts_by_messages = false;      // no put of its own; filled in by conduit_open
    bool message_atomics = false;       // atomic operations go by messages; filled in by conduit_open
    bool any_memory = false;            // private memory too may be registered, at a cost that does not grow with it
};

inline constexpr std::size_t conduit_key_bytes = 32;     // room for any key
inline constexpr std::size_t conduit_address_bytes = 48; // room for any end's address

// The caller's, from start until it has ended (left == 0); not moved meanwhile.
struct ConduitOperation {
    void *provider[8];                // the conduit's
    void (*done)(ConduitOperation &); // null, or called once when it has ended (left is 0 then); may free the operation
    std::atomic<std::uint32_t> source; // 1 while the source of a put is needed
    std::atomic<std::uint32_t> left;   // 1 until it is complete
    Status status;                     // once complete
};

struct ConduitKey {
    unsigned char bytes[conduit_key_bytes];
};
inline constexpr ConduitKey conduit_no_key = {};

struct ConduitExtent {
    std::uint64_t begin; // as operations without a key call its first byte
    std::uint64_t at;    // as operations with its key do
    std::uint64_t bytes; // 0: there is none to be told of
    ConduitKey key;
};
struct ConduitAddress {
    std::uint16_t length;
    unsigned char bytes[conduit_address_bytes - 2];
};
struct ConduitRegion; // the conduit's

// A message. As it is delivered, header and payload are there until deliver returns, and aligned to
// 8.
struct ConduitMessage {
    const void *header;
    std::size_t header_bytes;
    const void *payload;
    std::size_t payload_bytes;
    // Filled in by the conduit on delivery: the node it comes from, and the end, for send_back.
    NodeNumber from = 0;
    bool internal = false; // of the reference versions, not for options.deliver
    std::uint64_t end = 0;
};

struct Conduit;

enum class AtomicType : std::uint8_t { i32, u32, i64, u64, f32, f64 };
enum class AtomicOperation : std::uint8_t {
    get,
    set,
    add,
    sub,
    mul,
    min,
    max,
    bit_and,
    bit_or,
    bit_xor,
    inc,
    dec,
    swap,
    cswap
};

struct ConduitOptions {
    NodeNumber node;
    NodeNumber nodes;
    bool leader;
    bool thread_safe;         // several threads of this process will call
    const unsigned char *key; // of the job, 16 bytes: ends that do not hold it are not talked to
    void *context;            // handed to the functions below
    void (*deliver)(void *context, const ConduitMessage &message);
    void (*lost)(void *context, NodeNumber peer, const char *why);
    // The peer has answered nothing for a timeout, though its process exists. Once, until it
    // answers. May be null.
    void (*silent)(void *context, NodeNumber peer);
    // What may be left out: conduit_open fills it in from the settings.
    const char *provider = nullptr;  // POLDER_PROVIDER, or the one that was measured to be the best
    const char *choice = nullptr;    // why that one; null: nobody says, the conduit chooses. Kept by the caller
    const char *interface = nullptr; // POLDER_INTERFACE: a name, an address or the beginning of one, a network
    bool one_machine =
        false; // all nodes are on this machine, in one network: loopback, which stays when other networks come and go
    bool measured = false; // the provider was measured once; where it is not offered any more, the conduit chooses
    const char *modes = nullptr;  // POLDER_OFI_MODES, for tests
    std::size_t put_messages = 0; // POLDER_PUT_MESSAGES, or as was measured; see caps.message_put
    // See Extents; both may be null, and run in whoever polls. find: where the bytes lie here, null
    // where nobody may reach them. `extent` is null where the user did not ask for it; else its
    // bytes are 0, and find may set it.
    void *(*find)(void *context, NodeNumber from, std::uint64_t remote, std::uint64_t bytes,
                  ConduitExtent *extent) = nullptr;
    void (*learn)(void *context, NodeNumber peer, const ConduitExtent &extent) = nullptr;
    std::int64_t timeout_ns = 0; // for so long nothing may be heard of a peer's machine
    // Where messages to and from other ends are counted, those of the conduit itself among them.
    // Several ends may count in one place. May be null.
    std::atomic<std::uint64_t> *sent = nullptr;
    std::atomic<std::uint64_t> *taken = nullptr;
    bool attended = true; // ends poll all the time: their silence means something, where nothing else does
    void (*internal)(Conduit &conduit, const ConduitMessage &message) = nullptr; // takes internal messages (reference/)
    void (*internal_lost)(Conduit &conduit, NodeNumber peer) = nullptr;          // called before lost
};

// What an end did so far: for tests and tools.
struct ConduitCounts {
    std::uint64_t locks;     // taken: none without thread_safe
    std::uint64_t dropped;   // messages that came from strangers or were malformed
    std::uint64_t connected; // peers and ends it keeps something for
    std::uint64_t requests;  // messages that asked for operations: by reference versions
};

struct ConduitCandidate {
    char name[56];
};

struct ConduitTable {
    // Leaves a text in `error` on failure. address: how others reach this end (leaders); known
    // before start.
    Status (*open)(const ConduitOptions &options, Conduit **conduit, ConduitAddress *address, char *error,
                   std::size_t error_size);
    // addresses: of all leaders, by node; kept by the caller until close (in memory the node
    // shares). Connects to nobody yet.
    Status (*start)(Conduit &, const ConduitAddress *addresses);
    void (*close)(Conduit &); // after all ends have stopped; ends what is under way
    const ConduitCaps &(*caps)(const Conduit &);

    // ---- memory ----
    Status (*register_memory)(Conduit &, void *at, std::size_t bytes, ConduitRegion **region, ConduitKey *key);
    void (*unregister_memory)(Conduit &, ConduitRegion *);

    // ---- transfers: ok (started), or again (poll first) ----
    // remote: address in the target's own address space, inside the region of the key. Local memory
    // needs no registration.
    Status (*put)(Conduit &, NodeNumber peer, std::uint64_t remote, const ConduitKey &, const void *local,
                  std::size_t bytes, ConduitOperation &);
    Status (*get)(Conduit &, NodeNumber peer, std::uint64_t remote, const ConduitKey &, void *local, std::size_t bytes,
                  ConduitOperation &);
    // The source is taken at once (at most caps.inline_put bytes); complete by flush only.
    Status (*put_inline)(Conduit &, NodeNumber peer, std::uint64_t remote, const ConduitKey &, const void *local,
                         std::size_t bytes);
    // The put, then `value` added to the 64-bit word `signal` of the same region, atomically for
    // the target's processors, after the put is visible.
    Status (*put_signal)(Conduit &, NodeNumber peer, std::uint64_t remote, const ConduitKey &, const void *local,
                         std::size_t bytes, std::uint64_t signal, std::uint64_t value, ConduitOperation &);
    // Aligned. Operands are values of the type, in the first bytes of the 64 bits.
    //   result        the value before; may be null
    //   cswap         stores `second` where the value equals `operand`. Floats are compared by
    //                 value: 0.0 equals -0.0, and a NaN equals nothing
    //   bad_argument  an operation on bits, of a floating-point type
    Status (*atomic)(Conduit &, NodeNumber peer, std::uint64_t remote, const ConduitKey &, AtomicType, AtomicOperation,
                     std::uint64_t operand, std::uint64_t second, void *result, ConduitOperation &);

    // ---- messages: ok (taken, nothing of it is needed any more), or again (nothing was sent) ----
    Status (*send)(Conduit &, NodeNumber peer, const ConduitMessage &message);
    // An internal message to the end another one came from, which need not be a leader's.
    Status (*send_back)(Conduit &, std::uint64_t end, const ConduitMessage &message);

    // ---- completion and progress ----
    bool (*flushed)(Conduit &, NodeNumber peer); // all puts to the peer are complete; does not poll
    bool (*all_flushed)(Conduit &); // everything this end has started is over, messages too: nothing needs its polls
    unsigned (*poll)(Conduit &);    // makes progress; how many things it found
    // Sleeps until there is reason to poll, wake() is called, or the time is over. Where !caps.wait
    // it naps.
    void (*wait)(Conduit &, std::int64_t timeout_ns);
    void (*wake)(Conduit &); // any thread, also a signal handler
    ConduitCounts (*counts)(Conduit &);

    // Names of what `provider` may choose from, as other machines can be reached by it, the best
    // guess first; how many. May be null.
    unsigned (*candidates)(const ConduitOptions &, ConduitCandidate *list, unsigned most);
};

struct ConduitReference; // state of the reference versions: reference/

struct Conduit {
    const ConduitTable *table;
    ConduitReference *reference = nullptr;
    Conduit *hooked = nullptr; // of a hook: what it is around
};

// What a plugin exports, as "polder_conduit": its table, or null if it was built for another
// version of this header.
inline constexpr unsigned conduit_version = 11;
using ConduitEntry = const ConduitTable *(*)(unsigned version);

} // namespace polder
