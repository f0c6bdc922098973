// Schedule engine: a member's end in one team, which carries out its schedules
// (schedule/schedule.h) over a transport. Any number of operations may be under way.
// engine_progress moves all of them on, in the member's own thread.
//
// Terms.
//    operation       one collective call of this member. All members call alike, so they number
//                    operations alike
//    envelope        what goes with a message: operation, tag, sender
//    arrival         a message that came and was not used yet
//    posted receive  memory that a post has offered for a message that is not small. A sender that
//                    can reach it writes it in place or by puts of the network; others send
//                    fragments
//    put             bytes on their way into a posted receive. Later sends go on meanwhile. Steps
//                    that change memory, and the end of the operation, wait for all puts
//
// Flow control. A receiver keeps small messages of operations that it has not come to or does not
// wait for yet. Three rules bound what it keeps:
//    F1  A message of operation k goes to a member in two cases only. The member is known to have
//        begun operation k - operation_window. Or fewer than blind_limit messages went to it since
//        the sender last heard of it.
//    F2  Every message says which operation its sender has begun.
//    F3  A member that heard tell_after messages of another, and has begun something newer than it
//        told that one, tells it.
// So a member keeps of each other member at most blind_limit messages and those of operation_window
// operations.
//
// Deadlock freedom of flow control. Let member r wait in operation k for a message of p, and let F1
// forbid p to send it.
//   1. By F1 p has sent at least blind_limit messages to r since it last heard of r. Let all
//      messages under way arrive.
//   2. r heard these messages after it sent its last message to p. They are more than tell_after.
//   3. r has begun k. If its last message did not say so, it tells p now, by F3.
//   4. p hears that r has begun k, so by F1 it may send. This contradicts the assumption.
//
// Mistakes. Every message carries a signature of its call: function, root and length, in 16 bits.
// The first message between members whose operations of the same number differ finds the mistake.
// It may come before the operation has begun here, or after it is over.
//
// Threads. All of the engine belongs to the member's thread, except `left` of a posted receive.
// Whoever brings bytes counts it down (release), and the owner reads it (acquire).
#pragma once

#include "base/status.h"
#include "runtime/coll/reduction/combine.h"
#include "runtime/coll/schedule/schedule.h"

#include <atomic>

namespace polder::coll {

struct Envelope {
    enum class Kind : std::uint8_t {
        data,     // a small message
        ready,    // value: a posted receive of the sender, offset: its memory. Payload: bytes, perhaps a key
        fragment, // value: a posted receive of the receiver, offset: in it
        written,  // value: a posted receive of the receiver, written in place
        begun     // nothing but the operation
    };
    std::uint64_t operation;
    std::uint32_t team;
    std::uint32_t from;
    std::uint32_t tag;
    Kind kind;
    std::uint16_t signature; // of the sender's call
    std::uint32_t clock;     // of the sender: for simulations
    std::uint64_t value;
    std::uint64_t offset;
};

struct Arrival {
    Arrival *next;
    Envelope envelope;
    std::size_t bytes;
    alignas(16) unsigned char data[];
};
// Null: no memory. Freed by engine_arrive or later.
Arrival *arrival_make(const Envelope &envelope, const void *payload, std::size_t bytes);

struct PostedReceive {
    PostedReceive *next;
    std::uint32_t peer;
    std::uint32_t tag;
    char *memory;
    std::atomic<std::size_t> left;
    void *opened = nullptr; // to puts; see Transport::open
};
// With what others put to memory that was opened to them.
struct ReceiveKey {
    unsigned char bytes[16];
};
// What a message of kind fragment or written does; any thread of the receiver's process. True: that
// was all.
bool posted_receive_take(const Envelope &envelope, const void *payload, std::size_t bytes);

struct Transport {
    std::size_t eager;   // bytes of a small message; the same for all members
    std::size_t largest; // payload of a message, at least that
    // ok: taken, nothing of it is needed any more; again: nothing was sent, try later.
    Status (*send)(void *context, unsigned to, const Envelope &envelope, const void *payload, std::size_t bytes);
    // Whether memory of that member can be written by the caller, at the same address.
    bool (*reaches)(void *context, unsigned to, const void *memory, std::size_t bytes);
    // Where it is not: begins to write it all the same, and gives a handle; false: not possible
    // there. May be null. key: of memory that was opened, else null.
    bool (*put)(void *context, unsigned to, void *memory, const ReceiveKey *key, const void *from, std::size_t bytes,
                std::uint64_t *handle);
    // Whether that is over: then the bytes are there, and the handle is gone.
    bool (*put_done)(void *context, std::uint64_t handle);
    // Whether a message that is sent after a put to the same member arrives when the bytes are
    // there.
    bool (*put_ordered)();
    // Opens the caller's memory to puts of that member, as far as they need it: null, or what to
    // close it with. May be null.
    void *(*open)(void *context, unsigned from, void *memory, std::size_t bytes, ReceiveKey *key) = nullptr;
    void (*close)(void *opened) = nullptr;
    // Member `from` is in another call than the caller, with the operation of this number; theirs,
    // mine: signatures. Does not return. May be null.
    void (*mismatch)(void *context, std::uint32_t from, std::uint64_t operation, std::uint16_t theirs,
                     std::uint16_t mine) = nullptr;
};

struct Operation {
    Operation *next;
    std::uint64_t number;
    std::uint16_t signature = 0; // 0: says nothing
    Schedule schedule;
    std::size_t at = 0; // the step it is at
    char *buffer[buffers] = {};
    Combine combine;
    std::size_t spare_bytes = 0; // behind scratch: for combine steps to the left
    PostedReceive *receives = nullptr;
    PostedReceive *free_receives = nullptr;
    bool announced = false;  // post: the receive is there, its message was not taken yet
    ReceiveKey own_key = {}; // of that
    std::uint64_t to = 0;    // send in chunks: the receiver's receive, once known
    char *to_memory = nullptr;
    bool to_open = false; // with to_key
    ReceiveKey to_key = {};
    std::size_t sent = 0; // of it
    bool put = false;     // its put has begun
    static constexpr unsigned most_puts = 8;
    unsigned put_count = 0; // under way: their sources are not to be changed
    std::uint64_t puts[most_puts];
    bool done = false;
    Status status = Status::ok;

    explicit Operation(std::size_t eager) : next(nullptr), number(0), schedule(eager) {}
};

struct Channel {
    std::uint32_t peer; // rank + 1; 0: none
    std::uint32_t blind;
    std::uint32_t heard;
    std::uint64_t begun;
    std::uint64_t told;
};

inline constexpr std::uint64_t operation_window = 16;
inline constexpr std::uint32_t blind_limit = 16;
inline constexpr std::uint32_t tell_after = 8;

struct Engine {
    const Transport *transport = nullptr;
    void *context = nullptr;
    std::uint32_t team = 0;
    std::uint32_t rank = 0;
    std::uint64_t begun = 0;                         // the latest operation
    std::uint16_t signatures[operation_window] = {}; // of the latest
    Operation *operations = nullptr;
    Arrival *arrivals = nullptr;
    Channel *channels = nullptr;
    std::uint32_t channel_count = 0;
    std::uint32_t channel_room = 0; // a power of 2
    bool loud = false;              // some channel has heard much
    bool owing = false;             // and may have something to tell
    bool refused = false;           // the transport had no room
    std::uint32_t clock = 0;        // messages in the longest chain that led here, each member sending one at a time
    std::uint64_t messages = 0;     // sent, all but `begun`
    std::uint64_t bytes = 0;        // of these
    std::uint64_t news = 0;         // messages that say `begun`
};

void engine_open(Engine &engine, const Transport &transport, void *context, std::uint32_t team, std::uint32_t rank);
// No operation is under way.
void engine_close(Engine &engine);

// Begins the operation: the schedule is written, places are set but for scratch. Not ok: no memory,
// nothing has begun.
Status engine_start(Engine &engine, Operation &operation);
// A message has come (not fragment or landed). Takes it over.
void engine_arrive(Engine &engine, Arrival *arrival);
// Does what can be done. True: something was.
bool engine_progress(Engine &engine);
// Frees what an operation that is done holds.
void operation_end(Operation &operation);

} // namespace polder::coll
