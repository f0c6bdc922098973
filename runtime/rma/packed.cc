// Both sides of a packed message: the sender writes its pieces, the leader checks them and moves
// bytes.
#include "runtime/rma/packed.h"

#include "base/copy_once.h"
#include "runtime/core/start_hooks.h"
#include "runtime/net/net.h"
#include "runtime/node_heap/node_heap.h"
#include "runtime/put/put_pool.h"

#include <cstring>

namespace polder::rma {

namespace {

enum class Packed : std::uint8_t { scatter = 1, gather, done, data };

struct Header {
    std::uint8_t net_class;
    Packed kind;
    std::uint16_t shaped;
    std::uint32_t thread; // that asks
    std::uint64_t at;
    std::uint64_t bytes;
    std::uint64_t first;
    std::uint64_t count;
    polder_ga landing; // of the asker, for `data`
    StridedShape shape;
};
static_assert(sizeof(Header) <= 256);
constexpr std::size_t short_header = offsetof(Header, shape);

struct Wire { // what comes in, checked
    Header header;
    const polder_ga *address;
    const char *bytes;
    std::size_t byte_count;
};

POLDER_PRIVATE FutexLock one_at_a_time = {};
POLDER_PRIVATE polder_ga landing_of_thread = 0;

// Bytes behind the addresses are 8-aligned, as these are 8 long.
std::size_t address_bytes(const Header &h) {
    return h.shaped ? 0 : h.count * sizeof(polder_ga);
}

polder_ga piece_at(const Wire &wire, std::size_t i) {
    const Header &h = wire.header;
    if (!h.shaped) return wire.address[i];
    return h.at + piece_offset(h.shape, h.shape.far_stride, h.first + i);
}

// ---- at the leader that is asked ----

bool near_piece(polder_ga at, std::size_t bytes) {
    return ga_is_near(at) && ga_is_near(at + bytes - 1) && ga_thread(at) == ga_thread(at + bytes - 1);
}

bool take_header(const ConduitMessage &m, Header *h) {
    std::memset(static_cast<void *>(h), 0, sizeof *h);
    if (m.header_bytes < short_header || m.header_bytes > sizeof *h) return false;
    std::memcpy(static_cast<void *>(h), m.header, m.header_bytes);
    if (h->shaped && (m.header_bytes < sizeof *h || h->shape.levels > shape_levels)) return false;
    for (unsigned i = 0; h->shaped && i < h->shape.levels; ++i)
        if (h->shape.count[i] == 0) return false;
    return true;
}

bool take_wire(const ConduitMessage &m, Wire *wire) {
    const Header &h = wire->header;
    if (h.bytes == 0 || h.bytes > packed_bytes || h.count == 0 || h.count > packed_bytes / h.bytes) return false;
    if (address_bytes(h) > m.payload_bytes) return false;
    wire->address = static_cast<const polder_ga *>(m.payload);
    wire->bytes = static_cast<const char *>(m.payload) + address_bytes(h);
    wire->byte_count = m.payload_bytes - address_bytes(h);
    for (std::size_t i = 0; i < h.count; ++i)
        if (!near_piece(piece_at(*wire, i), h.bytes)) return false;
    return h.thread < threads() && node_of(h.thread) == m.from;
}

void answer(const Header &asked, NodeNumber node, Packed kind, const void *payload, std::size_t bytes) {
    Header h = asked;
    h.kind = kind;
    h.shaped = 0;
    net::net_send_queued(node, {&h, short_header, payload, bytes});
}

bool scatter(const ConduitMessage &m, Wire &wire) {
    const Header &h = wire.header;
    if (!take_wire(m, &wire) || wire.byte_count != h.bytes * h.count) return false;
    for (std::size_t i = 0; i < h.count; ++i)
        copy_once(near_pointer(piece_at(wire, i)), wire.bytes + i * h.bytes, h.bytes);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    answer(h, m.from, Packed::done, nullptr, 0);
    return true;
}

bool gather(const ConduitMessage &m, Wire &wire) {
    const Header &h = wire.header;
    if (!take_wire(m, &wire) || wire.byte_count) return false;
    alignas(8) static char bytes[packed_bytes]; // one thread delivers at a time
    for (std::size_t i = 0; i < h.count; ++i)
        std::memcpy(bytes + i * h.bytes, near_pointer(piece_at(wire, i)), h.bytes);
    answer(h, m.from, Packed::data, bytes, h.bytes * h.count);
    return true;
}

// ---- at the leader of the asking node ----

bool answered(const ConduitMessage &m, const Header &h) {
    if (!on_node(h.thread) || m.payload_bytes > packed_bytes) return false;
    if (h.kind == Packed::data) {
        if (!near_piece(h.landing, packed_bytes)) return false;
        std::memcpy(near_pointer(h.landing), m.payload, m.payload_bytes);
    }
    net::net_line(h.thread).answers.fetch_add(1, std::memory_order_release);
    return true;
}

void take(const ConduitMessage &m) {
    Wire wire;
    bool good = take_header(m, &wire.header);
    if (good) switch (wire.header.kind) {
        case Packed::scatter: good = scatter(m, wire); break;
        case Packed::gather: good = gather(m, wire); break;
        case Packed::done:
        case Packed::data: good = answered(m, wire.header); break;
        default: good = false;
        }
    if (!good) strided_counts.refused.fetch_add(1, std::memory_order_relaxed);
}

void start() {
    net::net_register(net::NetClass::rma, take);
}
POLDER_AT_START(start);

// ---- at the thread that asks ----

polder_ga landing() {
    polder_ga &mine = local(landing_of_thread);
    if (!mine) mine = node_heap::allocate_local(packed_bytes);
    if (!mine) job_fail(1, "no memory for a strided transfer: %zu bytes of the shared heap", packed_bytes);
    return mine;
}

// The puts before it must not come after it. With an ordered conduit they do not: a message comes
// behind puts of the same end.
void send_and_wait(NodeNumber node, const Header &h, const void *payload, std::size_t bytes) {
    if (!net::net.caps->ordered || net::net_ends.at) put::put_pool_wait(node);
    std::atomic<std::uint64_t> &answers = net::net_line(mythread()).answers;
    const std::uint64_t wanted = answers.load(std::memory_order_relaxed) + 1;
    const sync::WaitReason why = {WaitKind::copy, h.at, h.thread, true};
    const ConduitMessage message = {&h, h.shaped ? sizeof h : short_header, payload, bytes};
    strided_counts.packed.fetch_add(1, std::memory_order_relaxed);
    net::net_wait(why, [&] { return net::net_send(node, message) != Status::again; });
    net::net_wait(why, [&] { return answers.load(std::memory_order_acquire) >= wanted; });
}

Header header_of(Packed kind, const PackedPieces &p) {
    Header h = {};
    h.net_class = static_cast<std::uint8_t>(net::NetClass::rma);
    h.kind = kind;
    h.shaped = p.shape != nullptr;
    h.thread = mythread();
    h.at = p.at;
    h.bytes = p.bytes;
    h.first = p.first;
    h.count = p.count;
    if (p.shape) h.shape = *p.shape;
    return h;
}

} // namespace

std::size_t piece_offset(const StridedShape &shape, const std::size_t *strides, std::size_t number) {
    std::size_t offset = 0;
    for (unsigned level = 0; level < shape.levels; ++level) {
        offset += number % shape.count[level] * strides[level];
        number /= shape.count[level];
    }
    return offset;
}

void packed_put(NodeNumber node, const PackedPieces &p, const void *bytes) {
    local(one_at_a_time).lock();
    const Header h = header_of(Packed::scatter, p);
    alignas(8) char payload[packed_bytes];
    const std::size_t addresses = address_bytes(h);
    if (addresses) std::memcpy(payload, p.address + p.first, addresses);
    std::memcpy(payload + addresses, bytes, p.bytes * p.count);
    send_and_wait(node, h, payload, addresses + p.bytes * p.count);
    local(one_at_a_time).unlock();
}

void packed_get(NodeNumber node, const PackedPieces &p, void *bytes) {
    local(one_at_a_time).lock();
    Header h = header_of(Packed::gather, p);
    h.landing = landing();
    send_and_wait(node, h, p.shape ? nullptr : p.address + p.first, address_bytes(h));
    std::memcpy(bytes, near_pointer(h.landing), p.bytes * p.count);
    local(one_at_a_time).unlock();
}

} // namespace polder::rma
