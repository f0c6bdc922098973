// Transfer: a put, get, copy, fill or fetching atomic operation under way, in pieces. It goes on by
// itself in whatever thread polls, the progress thread too: the end of a piece starts the next one.
// Blocking calls keep a Transfer on the stack; others get a handle.
//
// Vocabulary.
//   piece   at most far_piece bytes
//   lane    carries one piece at a time, and takes the next when it has ended. So far_lanes pieces
//           are under way
//   stage   a copy from far to far gets a piece into a buffer of the lane, then puts it from there
//   handle  of a transfer somebody waits for later; 0 is one that is complete already
// A put whose signal is set puts, then sets it by an atomic operation. A fill puts from one buffer
// that is filled once.
//
// Two ends of a put. transfer_read: its source may be reused. transfer_done: it is visible at the
// target; of a get: the data are here.
//
// Invariant (nothing of a transfer is touched after `lanes` is 0). Each lane is one of `lanes` from
// the start until the end of the last piece it carries. The subtraction is the last thing its
// `done` does, and the conduit does not touch an operation after `done`. Held by
// tests/unit/runtime/rma/rma.cc under the address and thread sanitizers.
//
// Bounded: far_lanes operations a transfer. The program bounds transfers by what it starts without
// waiting.
#pragma once

#include "runtime/atomic/atomic.h"
#include "runtime/rma/far.h"

namespace polder::rma {

enum class TransferKind : std::uint8_t { put, get, copy, fill, atomic };

struct TransferRequest {
    TransferKind kind;
    polder_ga to;   // far end of all but get
    polder_ga from; // far end of get and copy
    void *memory;   // of put and get
    std::size_t bytes;
    int value = 0;        // of fill
    polder_ga signal = 0; // of put: 64 bits near `to` that change after the put is visible
    std::uint64_t signal_value = 0;
    bool signal_set = false;           // to the value; else by adding it
    atomic::AtomicRequest atomic = {}; // of an atomic operation on the `bytes` at `to`
};

struct Transfer;
struct TransferLane {
    ConduitOperation operation;
    Transfer *transfer;
    TransferLane *retry; // next of those the conduit refused, which polls start again
    char *buffer;
    std::size_t at;    // of its piece
    std::size_t bytes; // of its piece
    bool second;       // stage: of a copy, or of a put with a signal that is set
};

struct Transfer {
    TransferRequest request;
    std::atomic<std::size_t> next;    // where the next piece begins
    std::atomic<std::uint32_t> lanes; // that still work
    char *buffers;                    // of a copy or fill
    TransferLane lane[far_lanes];
};

// Ranges are checked; puts of the thread to the same bytes come first (far_order). With `leave` the
// caller goes on with other work. Then the progress thread, if there is one, has a long put from
// the start: giving bytes to the network takes a processor's time too.
void transfer_start(Transfer &transfer, const TransferRequest &request, bool leave = false);
// Waits, polling, and gives back what the transfer held.
void transfer_finish(Transfer &transfer);

// The thread waits for transfers it has begun. Next time they begin accordingly (`leave`).
void transfer_awaited();

bool transfer_is_read(const Transfer &transfer);
bool transfer_is_done(const Transfer &transfer);

} // namespace polder::rma
