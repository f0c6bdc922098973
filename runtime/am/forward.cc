// A leader's messages for the other processes of its node. They go into the inboxes of these. Where
// an inbox is full they go into a queue of the leader, one for each process, in order. Memory:
// far.h.
#include "runtime/am/far_node.h"

#include <cstdlib>
#include <cstring>

namespace polder::am {
namespace {

struct Waiting { // behind it the payload of a medium message
    Waiting *next;
    AmParcel parcel;
    WindowBack back; // of replies: for the process's window, once this is out of the queue
};
struct Queue {
    Waiting *first;
    Waiting **last;
};
Queue *queues;
FutexLock queues_lock;
std::atomic<std::uint32_t> waiting{0};

AmParcel parcel_of(const WireHeader &header, const std::uint64_t *arguments, const void *payload, std::size_t bytes) {
    AmContent content = {header.handler, arguments, header.arguments, payload, bytes};
    if (header.landing) content.landing = const_cast<void *>(payload);
    AmParcel parcel;
    am_pack(content, &parcel);
    parcel.from = header.from;
    parcel.to = header.to;
    const bool reply = header.kind == WireKind::reply;
    const FarParcelFlags note = {header.room, reply, (header.flags & wire_soon) != 0,
                                 (header.flags & wire_sample) != 0};
    parcel.header.reply_slab = note.byte();
    return parcel;
}

// Into the inbox, with a slab of ours if it needs one. False: no room now.
bool put(unsigned process, AmParcel &parcel, const void *payload) {
    Inbox &own = am_inbox(job_process);
    parcel.header.slab = 0;
    if (parcel.header.kind == static_cast<unsigned>(AmKind::in_slab)) {
        if (!(parcel.header.slab = slab_take(parcel.header.bytes))) return false;
        std::memcpy(slab_memory(own, parcel.header.slab), payload, parcel.header.bytes);
    }
    if (am_put(process, parcel)) return true;
    if (parcel.header.slab) slab_release(own, parcel.header.slab);
    return false;
}

// A reply's part of the window comes back only now, so that nobody sends faster than its own
// process takes the answers.
void give_back(unsigned process, const AmParcel &parcel, const WindowBack &back) {
    ++am_counts().handed_on;
    if (back.count) (void)window_return(far_window(process, node_of(parcel.from)), back);
}

void append(Queue &queue, const AmParcel &parcel, const void *payload, const WindowBack &back) {
    const std::size_t bytes = parcel.header.kind == static_cast<unsigned>(AmKind::in_slab) ? parcel.header.bytes : 0;
    Waiting *next = static_cast<Waiting *>(std::malloc(sizeof(Waiting) + bytes));
    if (!next)
        job_fail(1, "no memory for a message of %zu bytes that waits for process %u", bytes, am_process_of(parcel.to));
    *next = {nullptr, parcel, back};
    if (bytes) std::memcpy(next + 1, payload, bytes);
    *(queue.first ? queue.last : &queue.first) = next;
    queue.last = &next->next;
    waiting.fetch_add(1, std::memory_order_relaxed);
}

unsigned drain(unsigned process, Queue &queue) {
    unsigned count = 0;
    for (; queue.first && put(process, queue.first->parcel, queue.first + 1); ++count) {
        Waiting *done = queue.first;
        give_back(process, done->parcel, done->back);
        queue.first = done->next;
        std::free(done);
        waiting.fetch_sub(1, std::memory_order_relaxed);
    }
    return count;
}

} // namespace

void forward_in_node(unsigned process, const WireHeader &header, const std::uint64_t *arguments, const void *payload,
                     std::size_t bytes) {
    AmParcel parcel = parcel_of(header, arguments, payload, bytes);
    const WindowBack back = {header.back_bytes, header.back_count, (header.flags & wire_sample) != 0};
    queues_lock.lock();
    if (!queues) queues = static_cast<Queue *>(std::calloc(processes(), sizeof(Queue)));
    if (!queues) job_fail(1, "no memory for the queues of %u processes", processes());
    if (!queues[process].first && put(process, parcel, payload))
        give_back(process, parcel, back);
    else
        append(queues[process], parcel, payload, back);
    queues_lock.unlock();
}

std::uint32_t forwards_waiting() {
    return waiting.load(std::memory_order_relaxed);
}

unsigned forwards_retry() {
    if (!forwards_waiting() || !queues_lock.try_lock()) return 0;
    unsigned count = 0;
    for (unsigned process = 0; process < processes(); ++process)
        count += drain(process, queues[process]);
    queues_lock.unlock();
    return count;
}

} // namespace polder::am
