// Schedule: what one member of a collective operation does, as a list of steps. Algorithms
// (algorithms/) write schedules. They know members by number and memory by buffer, and nothing of
// how bytes travel. An engine (engine/) carries a schedule out over any transport. So the same
// algorithm runs on a job's threads and on simulated members that count messages.
//
// Terms.
//    buffer  memory that steps mean: the caller's `in` and `out`. `scratch` lives as long as the
//            operation, `constant` was known when the schedule was written
//    stage   a part of a schedule that is written later, once lengths have come
//    tag     tells the messages between two members in one operation apart
//    small   of at most `eager` bytes: sent at once, and kept by the receiver until it comes to it.
//            A larger message waits for the receiver to *post* the memory it goes to
//
// Rules.
//   1. Steps are done in order.
//   2. A send is over when its bytes may be changed, an await when its bytes have come.
//   3. Where members send to each other in a circle, each posts before it sends.
//   4. A schedule has O(log members) steps where its algorithm has. Memory of the engine grows
//      with nothing else.
//
// Deadlock freedom of an exchange in a circle (ring, recursive doubling, Bruck).
//   1. In each round a member posts, sends and awaits, in this order. A post waits for no step of
//      another member.
//   2. Suppose that members wait for ever. Let i be the lowest round in which one of them waits.
//   3. No member waits in a send of round i. The receiver is in round i or further, and waits
//      behind its post of round i.
//   4. No member waits in an await of round i. The sender is in round i or further, and by 3 its
//      send of round i is over. This contradicts 2.
#pragma once

#include "runtime/coll/schedule/growing_array.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace polder::coll {

enum class Buffer : std::uint8_t { in, out, scratch, constant };
inline constexpr unsigned buffers = 4;

struct BufferRef {
    Buffer buffer;
    std::size_t offset = 0;

    BufferRef operator+(std::size_t bytes) const { return {buffer, offset + bytes}; }
};

inline constexpr std::uint32_t any_member = ~0u; // await: whoever sends with this tag (small messages only)

struct Step {
    enum class Kind : std::uint8_t { post, send, await, combine, copy };
    Kind kind;
    bool left;   // combine: `from` goes before `to`
    Buffer from; // what a send sends
    Buffer to;   // what a post or await names
    std::uint32_t peer;
    std::uint32_t tag;
    std::size_t from_at;
    std::size_t to_at;
    std::size_t bytes;
    std::uint32_t count; // copy: chunks of `bytes`, at these distances
    std::ptrdiff_t from_stride;
    std::ptrdiff_t to_stride;
};

// From here to the end of a run of chunks; see Schedule::copy_strided.
struct StridedRef {
    BufferRef ref;
    std::ptrdiff_t stride;
};

class Schedule;

// The stage of a schedule that is written when the steps before it are done.
class LaterStage {
public:
    // Adds steps to the schedule; may set the stage behind this one.
    using Write = void (*)(Schedule &, const char *scratch, const void *context);

    LaterStage() = default;
    ~LaterStage() { std::free(context_); }
    LaterStage(const LaterStage &) = delete;
    LaterStage &operator=(const LaterStage &) = delete;

    bool is_set() const { return write_; }
    // context comes from malloc and is the stage's.
    void set(Write write, void *context) {
        write_ = write;
        context_ = context;
    }
    void write(Schedule &schedule, const char *scratch);

private:
    Write write_ = nullptr;
    void *context_ = nullptr;
};

class Schedule {
public:
    explicit Schedule(std::size_t eager) : eager_(eager) {}

    void post(unsigned peer, unsigned tag, BufferRef to, std::size_t bytes);
    void send(unsigned peer, unsigned tag, BufferRef from, std::size_t bytes);
    void await(unsigned peer, unsigned tag, BufferRef to, std::size_t bytes);
    void receive(unsigned peer, unsigned tag, BufferRef to, std::size_t bytes) {
        post(peer, tag, to, bytes);
        await(peer, tag, to, bytes);
    }
    // to = to + from; left: to = from + to. `from` stays as it is.
    void combine(BufferRef to, BufferRef from, std::size_t bytes, bool left = false);
    void copy(BufferRef to, BufferRef from, std::size_t bytes);
    void copy_strided(StridedRef to, StridedRef from, std::size_t bytes, std::size_t count);
    // Memory for the duration of the operation, aligned to 16.
    BufferRef scratch(std::size_t bytes);
    // A copy of the bytes.
    BufferRef constant(const void *data, std::size_t bytes);
    // When the steps so far are done, write(schedule, scratch, context) adds others. Without a
    // context the schedule has failed.
    void then(LaterStage::Write write, void *context);
    bool has_stage() const { return stage_.is_set(); }
    void next_stage(const char *scratch) { stage_.write(*this, scratch); }
    void fail() { failed_ = true; }

    std::size_t size() const { return steps_.size(); }
    const Step &operator[](std::size_t i) const { return steps_.values()[i]; }
    std::size_t scratch_bytes() const { return scratch_; }
    char *constants() const { return constants_.values(); }
    std::size_t eager() const { return eager_; }
    bool failed() const { return failed_; } // no memory: what was written is not to be used

private:
    Step *add(Step::Kind kind, unsigned peer, unsigned tag, std::size_t bytes);

    GrowingArray<Step> steps_;
    GrowingArray<char> constants_;
    std::size_t scratch_ = 0;
    std::size_t eager_;
    LaterStage stage_;
    bool failed_ = false;
};

// Copies, one after the other: those behind one another, or at equal distances, become one step.
class Copies {
public:
    explicit Copies(Schedule &schedule) : schedule_(schedule) {}
    ~Copies() { flush(); }
    Copies(const Copies &) = delete;
    Copies &operator=(const Copies &) = delete;
    void add(BufferRef to, BufferRef from, std::size_t bytes);

private:
    void flush();
    Schedule &schedule_;
    StridedRef to_ = {{Buffer::out}, 0};
    StridedRef from_ = {{Buffer::out}, 0};
    std::size_t bytes_ = 0;
    std::size_t count_ = 0;
};

} // namespace polder::coll
