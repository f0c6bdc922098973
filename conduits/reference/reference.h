// Reference versions of what a conduit lacks: puts, gets, puts by value, puts with a signal,
// atomics. A reference version sends messages, which the leader of the target node carries out with
// its own processors. They are slower than hardware, and right everywhere. After conduit_open has
// opened a conduit it calls reference_fill; from then on no entry of its table is null.
//
// Vocabulary.
//   record    an operation of this end under way: a fixed number, so `again` when all are in use
//   piece     as much of a transfer as fits a message; a record has a few on their way at a time
//   answer    what the target sends back. An answer that the conduit does not take at once is kept.
//             A later poll reads it anew from memory and sends it. Kept answers are bounded by the
//             records of those who ask
//
// Order. The peer carries out requests of an end in the order they were started in. Where the
// conduit is ordered, they come after native puts of that end. A put by messages that has pieces
// left holds back messages and transfers to that peer.
//
// Short puts. Where the conduit has puts of its own that may store a byte twice (no
// caps.stores_once), those of at most reference_short bytes are messages. Elsewhere those of at
// most options.put_messages bytes are. A message may be faster, as its target works at it while the
// next one is sent. Each is sent whole or refused, so nothing ever waits behind a part of one.
//
// Extents. Where the conduit registers memory in extents, an operation without a key is done by
// messages. Its request says so (extent_wanted), and each answer to it then carries the extent
// behind its header.
//
// Once. Why a request takes effect exactly once, whoever polls and whenever a thread loses its
// core:
//   1. `again` of native->send means that nothing was sent. If no record is left (begin, atomic),
//      the caller tries the whole operation again. Otherwise `sent` stays, and the next push sends
//      the same piece. `sent` grows in the step that sent the piece, under the lock. So no two
//      threads send one piece.
//   2. The conduit delivers a message exactly once, to one thread, and in order (its contract).
//   3. reference_serve carries a request out in that one call. It stores with copy_once, thus each
//      byte once, or with one atomic instruction. Only then does it answer. A thread that loses its
//      core in between delays the answer alone.
//   4. An answer that is not taken is kept by the target: the answer is repeated, the request is
//      not.
//   5. The asker takes an answer under the lock. It finds a record by slot and generation. The
//      generation changes when the record is given back. So an answer counts once, and none counts
//      for a later operation in the slot.
//
// What comes in is checked: memory must lie in a region registered here, answers must belong to a
// record that waits for them.
#pragma once

#include "base/futex.h"
#include "conduits/conduit.h"
#include "conduits/counters.h"

namespace polder {

inline constexpr unsigned reference_records = 256;
inline constexpr unsigned reference_window = 4;      // pieces of a record under way
inline constexpr std::size_t reference_short = 4096; // a put of at most so much, and its signal, are one message

enum class ReferenceKind : std::uint8_t { put = 1, get, signal, atomic, done, data, value };

struct ReferenceHeader {
    ReferenceKind kind;
    AtomicType type;
    AtomicOperation operation;
    bool extent_wanted;
    std::uint32_t bytes;   // of the piece
    std::uint64_t remote;  // where
    std::uint64_t record;  // number of the asking end; comes back
    std::uint64_t offset;  // of the piece in its transfer; comes back
    std::uint64_t operand; // signal: word; value: the old one
    std::uint64_t second;  // signal: value
};

struct ReferenceAnswerHeader { // the first part alone, or both
    ReferenceHeader header;
    ConduitExtent extent;
};

struct ReferenceRecord {
    ConduitOperation native; // first: the put before a signal
    ConduitReference *owner;
    ConduitOperation *operation; // null: by value
    ReferenceRecord *next_free;
    ReferenceKind kind;
    bool used;
    bool signal_due;
    bool extent_wanted;
    std::uint8_t native_pending; // the put before a signal, and the call that starts it
    NodeNumber peer;
    std::uint32_t generation;
    std::uint32_t answers; // pieces whose answers have not come
    unsigned char *local;
    std::uint64_t remote;
    std::uint64_t bytes;
    std::uint64_t sent;
    std::uint64_t signal;
    std::uint64_t value;
    Status status;
};

struct ReferenceAnswer { // kept
    ReferenceAnswer *next;
    std::uint64_t end;
    ReferenceAnswerHeader header;
    const void *payload;
};

struct ReferenceRegion {
    ReferenceRegion *next;
    ConduitRegion *region;
    std::uint64_t begin;
    std::uint64_t bytes;
};

struct ConduitReference {
    ConduitTable filled;
    const ConduitTable *native;
    ConduitCaps caps;
    Conduit *conduit;
    ConduitOptions options; // of the end: find and learn of them
    bool thread_safe;
    FutexLock lock; // around records and regions; never held while the conduit delivers
    ConduitCounter locks;
    ConduitCounter requests; // sent
    ReferenceRecord *records;
    ReferenceRecord *free;
    std::atomic<std::uint32_t> in_use;
    std::atomic<bool> pending; // records have something left to send
    std::atomic<bool> has_finished;
    std::atomic<bool> has_answers;
    bool native_put;
    bool leaves_parts; // a put by messages may have parts left when the call returns
    ReferenceRegion *regions;
    ReferenceAnswer *answers; // kept
    ReferenceAnswer **last_answer;
    ReferenceRecord *finished; // to be told, outside the lock
};

class ReferenceGuard {
public:
    explicit ReferenceGuard(ConduitReference &r) : r_(r) {
        if (r.thread_safe) {
            r.lock.lock();
            ++r.locks;
        }
    }
    ~ReferenceGuard() {
        if (r_.thread_safe) r_.lock.unlock();
    }
    ReferenceGuard(const ReferenceGuard &) = delete;
    ReferenceGuard &operator=(const ReferenceGuard &) = delete;

private:
    ConduitReference &r_;
};

// Two of ConduitOptions; to be set before the conduit is opened.
void reference_take(Conduit &conduit, const ConduitMessage &message);
void reference_lost(Conduit &conduit, NodeNumber peer);

// Fills the entries that the table of the conduit lacks. `only`: also those that it has, so that
// reference versions alone are used.
Status reference_fill(Conduit &conduit, const ConduitOptions &options, bool only);
void reference_close(Conduit &conduit);

// ---- between the files of this folder ----

// records.cc. Under the lock.
ReferenceRecord *reference_record(ConduitReference &r, ReferenceKind kind, NodeNumber peer,
                                  ConduitOperation *operation);
ReferenceRecord *reference_find(ConduitReference &r, std::uint64_t number); // null: none such is in use
std::uint64_t reference_number(const ConduitReference &r, const ReferenceRecord &record);
void reference_release(ConduitReference &r, ReferenceRecord &record); // without telling
Status reference_push(ConduitReference &r, ReferenceRecord &record); // sends what can be sent; again: something is left
void reference_check(ConduitReference &r, ReferenceRecord &record);  // is it over? then it goes to `finished`
bool reference_blocks(const ConduitReference &r, NodeNumber peer);   // a put to the peer has pieces left
void reference_tell(ConduitReference &r);                            // not under the lock

// target.cc
void reference_serve(ConduitReference &r, const ConduitMessage &message);
void reference_send_answers(ConduitReference &r); // those kept

} // namespace polder
