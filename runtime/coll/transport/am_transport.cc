// Messages of collective operations as active messages; see am_transport.h.
//
// The arguments of a message are: operation; team and sender; tag and kind; value and offset. A
// payload of up to 16 bytes takes the place of value and offset, and its length stands beside the
// kind. So the usual message of a collective operation takes one line.
#include "runtime/coll/transport/am_transport.h"

#include "runtime/am/am.h"
#include "runtime/barrier/barrier.h"
#include "runtime/coll/request/mismatch.h"
#include "runtime/core/start_hooks.h"
#include "runtime/segment/segment.h"

#include <cstdlib>
#include <cstring>

namespace polder::coll {
namespace {

constexpr unsigned handler = 72;
constexpr unsigned question_handler = 73;
constexpr std::size_t brief = 16; // bytes that travel as arguments

struct Mailboxes {
    std::atomic<Mailbox *> mailboxes{nullptr}; // of the threads of this process
    std::atomic<unsigned> starting{0};
    unsigned first = 0;
    unsigned count = 0;
};
Mailboxes boxes;

sync::WaitPoint &point_of(unsigned thread) {
    return area<MailboxPoint>(Area::coll_transport)[node_rank(thread)].point;
}

void put(unsigned thread, Arrival *arrival) {
    Mailbox &mailbox = boxes.mailboxes.load(std::memory_order_acquire)[thread - boxes.first];
    delay_point();
    if (arrival) {
        arrival->next = mailbox.head.load(std::memory_order_relaxed);
        while (!mailbox.head.compare_exchange_weak(arrival->next, arrival, std::memory_order_seq_cst))
            ;
    } else {
        mailbox.events.fetch_add(1, std::memory_order_seq_cst);
    }
    sync::wait_signal_after_rmw(point_of(thread));
}

Envelope envelope_of(const std::uint64_t *arguments, unsigned count) {
    Envelope envelope{};
    envelope.operation = arguments[0];
    envelope.team = static_cast<std::uint32_t>(arguments[1]);
    envelope.from = static_cast<std::uint32_t>(arguments[1] >> 32);
    envelope.tag = static_cast<std::uint32_t>(arguments[2]);
    envelope.kind = static_cast<Envelope::Kind>(arguments[2] >> 32 & 0xff);
    envelope.signature = static_cast<std::uint16_t>(arguments[2] >> 48);
    if (count > 3) envelope.value = arguments[3];
    if (count > 4) envelope.offset = arguments[4];
    return envelope;
}

// A message from outside is believed as far as it could be one at all: the rest was checked by what
// brought it.
void take(am::AmMessage &message) {
    if (message.argument_count < 3 || message.to - boxes.first >= boxes.count) return;
    const Envelope envelope = envelope_of(message.arguments, message.argument_count);
    const void *payload = message.payload;
    std::size_t bytes = message.bytes;
    if (envelope.kind == Envelope::Kind::fragment || envelope.kind == Envelope::Kind::written) {
        if (posted_receive_take(envelope, payload, bytes)) put(message.to, nullptr);
        return;
    }
    const std::uint64_t inside = message.arguments[2] >> 40 & 0xff;
    if (inside && inside <= (message.argument_count - 3) * 8) {
        payload = message.arguments + 3;
        bytes = inside;
    }
    Arrival *arrival = arrival_make(envelope, payload, bytes);
    if (!arrival) job_fail(1, "collective operation: no memory for a message of %zu bytes", bytes);
    put(message.to, arrival);
}

// The asker waits in what it counts by `number`, after so many barriers of each kind.
struct Question {
    std::uint64_t number;
    Counted what;
    std::uint16_t signature;
    std::uint32_t barriers[job_barriers];
};

Question question_of(const std::uint64_t *arguments) {
    return {arguments[0],
            static_cast<Counted>(arguments[1] & 0xffff),
            static_cast<std::uint16_t>(arguments[1] >> 16),
            {static_cast<std::uint32_t>(arguments[2]), static_cast<std::uint32_t>(arguments[2] >> 32)}};
}

void look_at_call(const Mailbox &mailbox, const Question &question, const am::AmMessage &message) {
    const std::uint64_t call = mailbox.calls[question.number % operation_window].load(std::memory_order_acquire);
    const auto theirs = static_cast<std::uint16_t>(call);
    if (theirs && question.signature && call >> 16 == (question.number & ~std::uint64_t{0} >> 16) &&
        theirs != question.signature)
        fail_mismatch({message.to, theirs}, {message.from, question.signature}, question.number);
}

// The payload of a question is the name of the routine in which the asker waits.
WaitingThread asker_of(const am::AmMessage &message) {
    WaitingThread asker = {message.from, {}};
    if (message.payload && message.bytes < sizeof asker.routine)
        std::memcpy(asker.routine, message.payload, message.bytes);
    return asker;
}

void keep_asker(Mailbox::Presence &presence, const Question &question, const WaitingThread &asker) {
    if (question.number < presence.asked) return;
    presence.asked = question.number;
    presence.asker = asker;
    for (unsigned i = 0; i < job_barriers; ++i)
        presence.asker_barriers[i] = question.barriers[i];
}

// The thread waits in a barrier of that kind, and an asker for what the thread has not begun. The
// asker has not come to that barrier.
bool waits_in_vain(const Mailbox::Presence &presence, unsigned kind, std::uint64_t asked,
                   const std::uint32_t *asker_barriers) {
    return presence.barrier[kind] > asker_barriers[kind] && presence.begun < asked;
}

void take_question(am::AmMessage &message) {
    if (message.argument_count < 3 || message.to - boxes.first >= boxes.count) return;
    Mailbox &mailbox = boxes.mailboxes.load(std::memory_order_acquire)[message.to - boxes.first];
    const Question question = question_of(message.arguments);
    if (static_cast<unsigned>(question.what) >= counted_kinds) return;
    Mailbox::Presence &presence = mailbox.presence[static_cast<unsigned>(question.what)];
    const WaitingThread asker = asker_of(message);
    presence.lock.lock();
    keep_asker(presence, question, asker);
    const std::uint64_t ended = presence.ended;
    unsigned in_barrier = 0;
    while (in_barrier < job_barriers && !waits_in_vain(presence, in_barrier, question.number, question.barriers))
        ++in_barrier;
    presence.lock.unlock();
    if (ended && ended <= question.number) presence_fail_ended(message.to, asker);
    if (in_barrier < job_barriers)
        presence_fail_order(static_cast<JobBarrier>(in_barrier), waiting_thread(message.to), asker);
    look_at_call(mailbox, question, message);
}

Status send(void *context, unsigned to, const Envelope &envelope, const void *payload, std::size_t bytes) {
    const TransportRoute &route = *static_cast<const TransportRoute *>(context);
    const std::uint64_t kind = static_cast<std::uint8_t>(envelope.kind);
    std::uint64_t arguments[5] = {envelope.operation, envelope.team | std::uint64_t{envelope.from} << 32,
                                  envelope.tag | kind << 32 | std::uint64_t{envelope.signature} << 48, envelope.value,
                                  envelope.offset};
    am::AmContent content{handler, arguments, 5};
    if (envelope.kind == Envelope::Kind::data || envelope.kind == Envelope::Kind::begun) {
        content.argument_count = bytes <= brief ? 3 + static_cast<unsigned>((bytes + 7) / 8) : 3;
        if (bytes <= brief) {
            arguments[2] |= std::uint64_t{bytes} << 40;
            if (bytes) std::memcpy(arguments + 3, payload, bytes);
            bytes = 0;
        }
    }
    content.payload = payload;
    content.bytes = bytes;
    return am::am_request(route.thread_of(route.team, to), content);
}

bool shared_here(const void *memory, std::size_t bytes) {
    const auto first = reinterpret_cast<std::uintptr_t>(memory);
    return in_node_range(first) && (!bytes || in_node_range(first + bytes - 1));
}

// Memory of the same process, or of the node's segments, which all processes have at the same
// place.
bool reaches(void *context, unsigned to, const void *memory, std::size_t bytes) {
    const TransportRoute &route = *static_cast<const TransportRoute *>(context);
    const unsigned thread = route.thread_of(route.team, to);
    return thread - boxes.first < boxes.count || (on_node(thread) && shared_here(memory, bytes));
}

// Before the first message can come: others may use teams before this process does.
void prepare() {
    if (boxes.mailboxes.load(std::memory_order_acquire)) return;
    unsigned nobody = 0;
    if (!boxes.starting.compare_exchange_strong(nobody, 1)) {
        for (unsigned turn = 0; !boxes.mailboxes.load(std::memory_order_acquire); ++turn)
            sync::wait_turn(turn);
        return;
    }
    const JobShape &shape = control().shape;
    boxes.first = shape.first_thread(job_process);
    boxes.count = shape.thread_count(job_process);
    const std::size_t bytes = sizeof(Mailbox) * boxes.count;
    auto *mailboxes = static_cast<Mailbox *>(std::aligned_alloc(cache_line, bytes));
    if (!mailboxes) job_fail(1, "teams: no memory for %u threads", boxes.count);
    std::memset(static_cast<void *>(mailboxes), 0, bytes);
    am::am_register(handler, take);
    am::am_register(question_handler, take_question);
    boxes.mailboxes.store(mailboxes, std::memory_order_release);
}

POLDER_AT_START(prepare);

void mismatch(void *context, std::uint32_t from, std::uint64_t operation, std::uint16_t theirs, std::uint16_t mine) {
    const TransportRoute &route = *static_cast<const TransportRoute *>(context);
    fail_mismatch({route.thread_of(route.team, from), theirs}, {mythread(), mine}, operation);
}

} // namespace

const Transport am_transport = {
    4096,           65536,           send,    reaches, transport_put, transport_put_done, transport_put_ordered,
    transport_open, transport_close, mismatch};

void transport_start() {
    prepare();
    if (nodes() == 1) am::am_start(); // between nodes it is there from the start
}

bool transport_ask(unsigned thread, Counted what, std::uint64_t number, std::uint16_t signature) {
    const std::uint64_t arguments[3] = {number, static_cast<std::uint64_t>(what) | std::uint64_t{signature} << 16,
                                        barrier::barrier_number(JobBarrier::program) |
                                            std::uint64_t{barrier::barrier_number(JobBarrier::internal)} << 32};
    const WaitingThread caller = waiting_thread(mythread());
    am::AmContent question = {question_handler, arguments, 3};
    question.payload = caller.routine;
    question.bytes = std::strlen(caller.routine);
    return am::am_request(thread, question) == Status::ok;
}

void transport_begin(std::uint64_t number, std::uint16_t signature) {
    mailbox_of_caller().calls[number % operation_window].store(number << 16 | signature, std::memory_order_release);
}

// Where a thread waits in a barrier, it begins nothing. An asker that has not come to that barrier
// waits for what the thread has not begun. So neither can go on.
void transport_in_barrier(Counted what, std::uint64_t begun, JobBarrier which) {
    if (!boxes.mailboxes.load(std::memory_order_acquire)) return;
    Mailbox::Presence &presence = mailbox_of_caller().presence[static_cast<unsigned>(what)];
    const auto kind = static_cast<unsigned>(which);
    presence.lock.lock();
    presence.begun = begun;
    presence.barrier[kind] = barrier::barrier_number(which);
    const bool in_vain = waits_in_vain(presence, kind, presence.asked, presence.asker_barriers);
    const WaitingThread asker = presence.asker;
    presence.lock.unlock();
    if (in_vain) presence_fail_order(which, waiting_thread(mythread()), asker);
}

void transport_end(Counted what, std::uint64_t begun) {
    if (!boxes.mailboxes.load(std::memory_order_acquire)) return;
    Mailbox::Presence &presence = mailbox_of_caller().presence[static_cast<unsigned>(what)];
    presence.lock.lock();
    presence.ended = begun + 1;
    const bool asked = presence.asked > begun;
    const WaitingThread asker = presence.asker;
    presence.lock.unlock();
    if (asked) presence_fail_ended(mythread(), asker);
}

Mailbox &mailbox_of_caller() {
    return boxes.mailboxes.load(std::memory_order_acquire)[mythread() - boxes.first];
}

void mailbox_event_for_caller() {
    put(mythread(), nullptr);
}

sync::WaitPoint &mailbox_point_of_caller() {
    return point_of(mythread());
}

Arrival *mailbox_take(Mailbox &mailbox) {
    if (!mailbox.head.load(std::memory_order_relaxed)) return nullptr;
    Arrival *newest = mailbox.head.exchange(nullptr, std::memory_order_acquire);
    Arrival *list = nullptr;
    while (newest) {
        Arrival *next = newest->next;
        newest->next = list;
        list = newest;
        newest = next;
    }
    return list;
}

} // namespace polder::coll
