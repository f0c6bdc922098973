// Carries out schedules: flow control, then the steps, then the operations; see engine.h. A step is
// done or waits, and the operation goes on with it when engine_progress comes again.
#include "runtime/coll/engine/engine.h"

#include "runtime/core/job.h"

#include <cstdlib>
#include <cstring>
#include <new>

namespace polder::coll {

Arrival *arrival_make(const Envelope &envelope, const void *payload, std::size_t bytes) {
    auto *arrival = static_cast<Arrival *>(std::malloc(sizeof(Arrival) + bytes));
    if (!arrival) return nullptr;
    arrival->next = nullptr;
    arrival->envelope = envelope;
    arrival->bytes = bytes;
    if (bytes) std::memcpy(arrival->data, payload, bytes);
    return arrival;
}

bool posted_receive_take(const Envelope &envelope, const void *payload, std::size_t bytes) {
    PostedReceive &receive = *reinterpret_cast<PostedReceive *>(envelope.value);
    if (envelope.kind == Envelope::Kind::written) {
        receive.left.store(0, std::memory_order_release);
        return true;
    }
    std::memcpy(receive.memory + envelope.offset, payload, bytes);
    return receive.left.fetch_sub(bytes, std::memory_order_acq_rel) == bytes;
}

// ---- channels: what is known of other members ----

namespace {

[[noreturn, gnu::cold]] void no_memory() {
    job_fail(1, "collective operation: no memory");
}

Channel *find_in(Channel *channels, std::uint32_t room, std::uint32_t peer) {
    for (std::uint32_t i = peer * 0x9e3779b1u;; ++i) {
        Channel &channel = channels[i & (room - 1)];
        if (!channel.peer || channel.peer == peer + 1) return &channel;
    }
}

void grow(Engine &engine) {
    const std::uint32_t room = engine.channel_room ? 2 * engine.channel_room : 8;
    auto *channels = static_cast<Channel *>(std::calloc(room, sizeof(Channel)));
    if (!channels) no_memory();
    for (std::uint32_t i = 0; i < engine.channel_room; ++i)
        if (const Channel &old = engine.channels[i]; old.peer) *find_in(channels, room, old.peer - 1) = old;
    std::free(engine.channels);
    engine.channels = channels;
    engine.channel_room = room;
}

Channel &channel_of(Engine &engine, std::uint32_t peer) {
    if (2 * (engine.channel_count + 1) > engine.channel_room) grow(engine);
    Channel &channel = *find_in(engine.channels, engine.channel_room, peer);
    if (!channel.peer) {
        channel.peer = peer + 1;
        ++engine.channel_count;
    }
    return channel;
}

bool owes(const Engine &engine, const Channel &channel) {
    return channel.heard >= tell_after && channel.told < engine.begun;
}

void told(Engine &engine, Channel &channel) {
    channel.heard = 0;
    channel.told = engine.begun;
}

// What a message that is sent says of the sender, whatever it is.
Status post_message(Engine &engine, std::uint32_t to, Envelope &envelope, const void *payload, std::size_t bytes) {
    envelope.team = engine.team;
    envelope.from = engine.rank;
    envelope.clock = engine.clock + 1;
    const Status status = engine.transport->send(engine.context, to, envelope, payload, bytes);
    engine.refused |= status != Status::ok;
    return status;
}

void tell(Engine &engine) {
    engine.loud = engine.owing = false;
    for (std::uint32_t i = 0; i < engine.channel_room; ++i) {
        Channel &channel = engine.channels[i];
        if (!channel.peer || channel.heard < tell_after) continue;
        engine.loud = true;
        if (!owes(engine, channel)) continue;
        Envelope envelope{};
        envelope.operation = engine.begun;
        envelope.kind = Envelope::Kind::begun;
        if (post_message(engine, channel.peer - 1, envelope, nullptr, 0) == Status::ok) {
            ++engine.news;
            told(engine, channel);
        } else {
            engine.owing = true;
        }
    }
}

bool may_send(const Channel &channel, std::uint64_t operation) {
    return operation <= channel.begun + operation_window || channel.blind < blind_limit;
}

// A message of an operation.
bool send(Engine &engine, const Operation &operation, std::uint32_t to, Envelope envelope, const void *payload,
          std::size_t bytes) {
    envelope.operation = operation.number;
    envelope.signature = operation.signature;
    if (post_message(engine, to, envelope, payload, bytes) != Status::ok) return false;
    ++engine.messages;
    engine.bytes += bytes;
    ++engine.clock;
    return true;
}

// One that the receiver keeps until it comes to it.
bool send_kept(Engine &engine, const Operation &operation, std::uint32_t to, const Envelope &envelope,
               const void *payload, std::size_t bytes) {
    Channel &channel = channel_of(engine, to);
    if (!may_send(channel, operation.number)) return false;
    if (!send(engine, operation, to, envelope, payload, bytes)) return false;
    ++channel.blind;
    if (operation.number == engine.begun) told(engine, channel);
    return true;
}

} // namespace

void engine_open(Engine &engine, const Transport &transport, void *context, std::uint32_t team, std::uint32_t rank) {
    engine = {};
    engine.transport = &transport;
    engine.context = context;
    engine.team = team;
    engine.rank = rank;
}

void engine_close(Engine &engine) {
    while (Arrival *arrival = engine.arrivals) {
        engine.arrivals = arrival->next;
        std::free(arrival);
    }
    std::free(engine.channels);
    engine.channels = nullptr;
    engine.channel_room = engine.channel_count = 0;
}

namespace {

// Whether an arrival fits the operation of its number, if that has begun.
void compare(const Engine &engine, const Envelope &envelope) {
    if (envelope.operation > engine.begun || envelope.operation + operation_window <= engine.begun) return;
    const std::uint16_t mine = engine.signatures[envelope.operation % operation_window];
    if (mine && envelope.signature && mine != envelope.signature && engine.transport->mismatch)
        engine.transport->mismatch(engine.context, envelope.from, envelope.operation, envelope.signature, mine);
}

} // namespace

void engine_arrive(Engine &engine, Arrival *arrival) {
    const Envelope &envelope = arrival->envelope;
    Channel &channel = channel_of(engine, envelope.from);
    if (channel.begun < envelope.operation) channel.begun = envelope.operation;
    channel.blind = 0;
    if (envelope.kind == Envelope::Kind::begun) return std::free(arrival);
    compare(engine, envelope);
    if (++channel.heard >= tell_after) {
        engine.loud = true;
        engine.owing |= owes(engine, channel);
    }
    arrival->next = engine.arrivals;
    engine.arrivals = arrival;
}

// ---- steps ----

namespace {

enum class Outcome { done, waits };

// The payload of a message of kind ready. key: only where the memory was opened.
struct PostedPlace {
    std::uint64_t bytes;
    ReceiveKey key;
};

[[noreturn, gnu::cold]] void fail_length(std::uint32_t from, std::size_t sent, std::size_t wanted) {
    job_fail(1,
             "collective operation: member %u of a team sent %zu bytes where %zu were to come; all members must "
             "call with matching lengths",
             from, sent, wanted);
}

// Takes out the arrival that the step of the operation waits for.
Arrival *take(Engine &engine, const Operation &operation, Envelope::Kind kind, const Step &step) {
    for (Arrival **link = &engine.arrivals; *link; link = &(*link)->next) {
        Arrival *arrival = *link;
        const Envelope &e = arrival->envelope;
        if (e.operation != operation.number || e.kind != kind || e.tag != step.tag) continue;
        if (step.peer != any_member && e.from != step.peer) continue;
        *link = arrival->next;
        if (e.clock > engine.clock) engine.clock = e.clock;
        return arrival;
    }
    return nullptr;
}

PostedReceive *posted_receive_make(Operation &operation) {
    PostedReceive *receive = operation.free_receives;
    if (receive)
        operation.free_receives = receive->next;
    else if (void *memory = std::malloc(sizeof(PostedReceive)))
        receive = new (memory) PostedReceive;
    else
        no_memory();
    receive->next = operation.receives;
    return operation.receives = receive;
}

Outcome do_post(Engine &engine, Operation &operation, const Step &step) {
    if (!operation.announced) {
        PostedReceive *receive = posted_receive_make(operation);
        receive->peer = step.peer;
        receive->tag = step.tag;
        receive->memory = operation.buffer[static_cast<unsigned>(step.to)] + step.to_at;
        receive->left.store(step.bytes, std::memory_order_relaxed);
        receive->opened = nullptr;
        if (engine.transport->open)
            receive->opened =
                engine.transport->open(engine.context, step.peer, receive->memory, step.bytes, &operation.own_key);
        operation.announced = true;
    }
    const bool opened = operation.receives->opened;
    Envelope envelope{};
    envelope.tag = step.tag;
    envelope.kind = Envelope::Kind::ready;
    envelope.value = reinterpret_cast<std::uintptr_t>(operation.receives);
    envelope.offset = reinterpret_cast<std::uintptr_t>(operation.receives->memory);
    const PostedPlace place = {step.bytes, operation.own_key};
    const std::size_t bytes = opened ? sizeof place : sizeof place.bytes;
    if (!send_kept(engine, operation, step.peer, envelope, &place, bytes)) return Outcome::waits;
    operation.announced = false;
    return Outcome::done;
}

// Whether no put is under way any more. Nobody says when one ends.
bool puts_over(Engine &engine, Operation &operation) {
    for (unsigned i = 0; i < operation.put_count;)
        if (engine.transport->put_done(engine.context, operation.puts[i]))
            operation.puts[i] = operation.puts[--operation.put_count];
        else
            ++i;
    engine.refused |= operation.put_count != 0;
    return !operation.put_count;
}

// False: not by a put.
bool begin_put(Engine &engine, Operation &operation, const Step &step, const char *from) {
    const Transport &transport = *engine.transport;
    if (operation.put) return true;
    if (!transport.put || operation.sent ||
        !transport.put(engine.context, step.peer, operation.to_memory, operation.to_open ? &operation.to_key : nullptr,
                       from, step.bytes, &operation.puts[operation.put_count]))
        return false;
    ++operation.put_count;
    engine.bytes += step.bytes;
    return operation.put = true;
}

Outcome send_by_put(Engine &engine, Operation &operation, const Step &step, Envelope &envelope) {
    if (!engine.transport->put_ordered() && !puts_over(engine, operation)) return Outcome::waits;
    envelope.kind = Envelope::Kind::written;
    if (!send(engine, operation, step.peer, envelope, nullptr, 0)) return Outcome::waits;
    operation.put = false;
    return Outcome::done;
}

// Into memory of the receiver, or in fragments.
Outcome send_to_posted(Engine &engine, Operation &operation, const Step &step, const char *from) {
    const Transport &transport = *engine.transport;
    Envelope envelope{};
    envelope.tag = step.tag;
    envelope.value = operation.to;
    if (transport.reaches(engine.context, step.peer, operation.to_memory, step.bytes)) {
        if (!operation.sent) {
            std::memcpy(operation.to_memory, from, step.bytes);
            engine.bytes += step.bytes;
        }
        operation.sent = step.bytes;
        envelope.kind = Envelope::Kind::written;
        return send(engine, operation, step.peer, envelope, nullptr, 0) ? Outcome::done : Outcome::waits;
    }
    if (operation.put_count == Operation::most_puts && !operation.put && !puts_over(engine, operation))
        return Outcome::waits;
    if (begin_put(engine, operation, step, from)) return send_by_put(engine, operation, step, envelope);
    envelope.kind = Envelope::Kind::fragment;
    while (operation.sent < step.bytes) {
        const std::size_t left = step.bytes - operation.sent;
        const std::size_t bytes = left < transport.largest ? left : transport.largest;
        envelope.offset = operation.sent;
        if (!send(engine, operation, step.peer, envelope, from + operation.sent, bytes)) return Outcome::waits;
        operation.sent += bytes;
    }
    return Outcome::done;
}

Outcome do_send(Engine &engine, Operation &operation, const Step &step) {
    const char *from = operation.buffer[static_cast<unsigned>(step.from)] + step.from_at;
    if (step.bytes <= operation.schedule.eager()) {
        Envelope envelope{};
        envelope.tag = step.tag;
        envelope.kind = Envelope::Kind::data;
        return send_kept(engine, operation, step.peer, envelope, from, step.bytes) ? Outcome::done : Outcome::waits;
    }
    if (!operation.to) {
        Arrival *ready = take(engine, operation, Envelope::Kind::ready, step);
        if (!ready) return Outcome::waits;
        operation.to = ready->envelope.value;
        operation.to_memory = reinterpret_cast<char *>(ready->envelope.offset);
        operation.sent = 0;
        PostedPlace place = {};
        operation.to_open = ready->bytes == sizeof place;
        std::memcpy(&place, ready->data, operation.to_open ? sizeof place : sizeof place.bytes);
        operation.to_key = place.key;
        std::free(ready);
        if (place.bytes != step.bytes) fail_length(engine.rank, step.bytes, place.bytes);
    }
    if (send_to_posted(engine, operation, step, from) == Outcome::waits) return Outcome::waits;
    operation.to = 0;
    operation.sent = 0;
    return Outcome::done;
}

Outcome await_posted(Engine &engine, Operation &operation, const Step &step) {
    for (PostedReceive **link = &operation.receives; *link; link = &(*link)->next) {
        PostedReceive *receive = *link;
        if (receive->peer != step.peer || receive->tag != step.tag) continue;
        if (receive->left.load(std::memory_order_acquire)) {
            if (const Arrival *small = take(engine, operation, Envelope::Kind::data, step))
                fail_length(small->envelope.from, small->bytes, step.bytes);
            return Outcome::waits;
        }
        if (receive->opened) engine.transport->close(receive->opened);
        *link = receive->next;
        receive->next = operation.free_receives;
        operation.free_receives = receive;
        return Outcome::done;
    }
    job_fail(1, "collective operation: a schedule awaits what it did not post (tag %#x of member %u)", step.tag,
             step.peer);
}

Outcome do_await(Engine &engine, Operation &operation, const Step &step) {
    if (step.bytes > operation.schedule.eager()) return await_posted(engine, operation, step);
    Arrival *arrival = take(engine, operation, Envelope::Kind::data, step);
    if (!arrival) return Outcome::waits;
    if (arrival->bytes != step.bytes) fail_length(arrival->envelope.from, arrival->bytes, step.bytes);
    if (step.bytes) // else there may be no place
        std::memcpy(operation.buffer[static_cast<unsigned>(step.to)] + step.to_at, arrival->data, step.bytes);
    std::free(arrival);
    return Outcome::done;
}

void do_combine(Operation &operation, const Step &step) {
    const Combine &combine = operation.combine;
    char *to = operation.buffer[static_cast<unsigned>(step.to)] + step.to_at;
    const char *from = operation.buffer[static_cast<unsigned>(step.from)] + step.from_at;
    if (!step.left || !combine.ordered)
        return combine.function(to, from, step.bytes / combine.element, combine.context);
    char *spare = operation.buffer[static_cast<unsigned>(Buffer::scratch)] + operation.schedule.scratch_bytes();
    for (std::size_t at = 0; at < step.bytes; at += operation.spare_bytes) {
        const std::size_t rest = step.bytes - at;
        const std::size_t bytes = rest < operation.spare_bytes ? rest : operation.spare_bytes;
        std::memcpy(spare, from + at, bytes);
        combine.function(spare, to + at, bytes / combine.element, combine.context);
        std::memcpy(to + at, spare, bytes);
    }
}

void do_copy(Operation &operation, const Step &step) {
    char *to = operation.buffer[static_cast<unsigned>(step.to)] + step.to_at;
    const char *from = operation.buffer[static_cast<unsigned>(step.from)] + step.from_at;
    for (std::uint32_t i = 0; i < step.count; ++i, to += step.to_stride, from += step.from_stride)
        if (to != from) std::memmove(to, from, step.bytes);
}

Outcome do_step(Engine &engine, Operation &operation, const Step &step) {
    switch (step.kind) {
    case Step::Kind::post: return do_post(engine, operation, step);
    case Step::Kind::send: return do_send(engine, operation, step);
    case Step::Kind::await: return do_await(engine, operation, step);
    case Step::Kind::combine:
    case Step::Kind::copy:
        if (operation.put_count && !puts_over(engine, operation)) return Outcome::waits;
        (step.kind == Step::Kind::copy ? do_copy : do_combine)(operation, step);
        return Outcome::done;
    }
    return Outcome::done;
}

// Scratch keeps what is in it; nobody has its address any more, as all steps are done.
void write_stage(Operation &operation) {
    Schedule &schedule = operation.schedule;
    char *&scratch = operation.buffer[static_cast<unsigned>(Buffer::scratch)];
    schedule.next_stage(scratch);
    const std::size_t bytes = schedule.scratch_bytes() + operation.spare_bytes;
    char *more = bytes ? static_cast<char *>(std::realloc(scratch, bytes)) : scratch;
    if (schedule.failed() || (bytes && !more)) no_memory();
    scratch = more;
    operation.buffer[static_cast<unsigned>(Buffer::constant)] = schedule.constants();
}

bool advance(Engine &engine, Operation &operation) {
    const std::size_t before = operation.at;
    const std::size_t sent = operation.sent;
    while (operation.at < operation.schedule.size()) {
        if (do_step(engine, operation, operation.schedule[operation.at]) == Outcome::waits)
            return operation.at != before || operation.sent != sent;
        ++operation.at;
    }
    if (operation.put_count && !puts_over(engine, operation)) return operation.at != before;
    if (operation.schedule.has_stage()) {
        write_stage(operation);
        return true;
    }
    return operation.done = true;
}

constexpr std::size_t usual_spare = 4096;

std::size_t spare_for(const Operation &operation) {
    if (!operation.combine.ordered) return 0;
    const std::size_t element = operation.combine.element;
    return element >= usual_spare ? element : usual_spare / element * element;
}

} // namespace

Status engine_start(Engine &engine, Operation &operation) {
    if (operation.schedule.failed()) return Status::no_memory;
    operation.spare_bytes = spare_for(operation);
    const std::size_t bytes = operation.schedule.scratch_bytes() + operation.spare_bytes;
    char *&scratch = operation.buffer[static_cast<unsigned>(Buffer::scratch)];
    scratch = bytes ? static_cast<char *>(std::malloc(bytes)) : nullptr;
    if (bytes && !scratch) return Status::no_memory;
    operation.buffer[static_cast<unsigned>(Buffer::constant)] = operation.schedule.constants();
    operation.number = ++engine.begun;
    engine.signatures[operation.number % operation_window] = operation.signature;
    for (const Arrival *arrival = engine.arrivals; arrival; arrival = arrival->next)
        if (arrival->envelope.operation == operation.number) compare(engine, arrival->envelope);
    engine.owing |= engine.loud;
    operation.next = nullptr;
    Operation **link = &engine.operations;
    while (*link)
        link = &(*link)->next;
    *link = &operation;
    return Status::ok;
}

bool engine_progress(Engine &engine) {
    bool some = false;
    engine.refused = false;
    if (engine.owing) tell(engine);
    for (Operation **link = &engine.operations; *link;) {
        Operation &operation = **link;
        some |= advance(engine, operation);
        if (operation.done)
            *link = operation.next;
        else
            link = &operation.next;
    }
    return some;
}

void operation_end(Operation &operation) {
    std::free(operation.buffer[static_cast<unsigned>(Buffer::scratch)]);
    operation.buffer[static_cast<unsigned>(Buffer::scratch)] = nullptr;
    while (PostedReceive *receive = operation.free_receives) {
        operation.free_receives = receive->next;
        std::free(receive);
    }
}

} // namespace polder::coll
