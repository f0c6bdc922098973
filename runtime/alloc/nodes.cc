// Who asks whom for symmetric memory; see nodes.h.
#include "runtime/alloc/nodes.h"

#include "runtime/cache/order.h"
#include "runtime/core/job.h"
#include "runtime/rpc/rpc.h"

namespace polder::alloc {
namespace {

constexpr unsigned heap_node = 0;

std::uint64_t ask(unsigned node, rpc::RpcKind kind, std::uint64_t first, std::uint64_t second, std::uint64_t *answer) {
    const std::uint64_t words[] = {first, second};
    rpc::rpc_call(node, kind, words, 2, answer, {WaitKind::allocation, first, node_first(node)});
    return answer[0];
}

// Of a block that is kept at this node.
heap::FreeResult free_here(polder_ga block) {
    std::uint64_t surplus;
    const heap::FreeResult result = node_heap::node_heap_free(block, &surplus);
    if (surplus) take_back_over_nodes(surplus);
    return result;
}

// ---- answers ----

void reply_allocate(const rpc::OneWay &question, std::uint64_t *answer) {
    node_heap::Shortage shortage;
    answer[0] = node_heap::node_heap_allocate(question.words[0], &shortage);
    answer[1] = shortage.bytes;
    answer[2] = shortage.end;
    answer[3] = shortage.others;
}
void reply_free(const rpc::OneWay &question, std::uint64_t *answer) {
    answer[0] = static_cast<std::uint64_t>(free_here(question.words[0]));
    answer[1] = question.words[0];
}
void look_at_freed(unsigned thread, const std::uint64_t *answer) {
    const heap::FreeResult result = static_cast<heap::FreeResult>(answer[0]);
    if (result != heap::FreeResult::ok) node_heap::node_heap_free_failed(thread, answer[1], result);
}
void reply_block_bytes(const rpc::OneWay &question, std::uint64_t *answer) {
    answer[0] = node_heap::node_heap_block_bytes(question.words[0]);
}
void reply_around(const rpc::OneWay &question, std::uint64_t *answer) {
    const node_heap::BlockAround around = node_heap::block_around_here(question.words[0]);
    answer[0] = static_cast<std::uint64_t>(around.state);
    answer[1] = around.start;
    answer[2] = around.bytes;
}
void reply_count_freed(const rpc::OneWay &, std::uint64_t *) {
    node_heap::count_freed();
}
void reply_grant(const rpc::OneWay &question, std::uint64_t *answer) {
    answer[0] = node_heap::node_heap_grant({question.words[0], question.words[1]});
}
void reply_refund(const rpc::OneWay &, std::uint64_t *) {
    node_heap::node_heap_refund();
}
void reply_agree(const rpc::OneWay &question, std::uint64_t *) {
    node_heap::node_heap_agree({question.words[0], question.words[1]});
}
void reply_discard(const rpc::OneWay &question, std::uint64_t *) {
    node_heap::node_heap_discard(question.words[0], question.words[1]);
}
void on_take_back(const rpc::OneWay &message) {
    node_heap::node_heap_take_back(message.words[0]);
}

// ---- questions ----

std::uint64_t allocate_at_heap(std::size_t bytes_each, node_heap::Shortage *shortage) {
    if (mynode() == heap_node) return node_heap::node_heap_allocate(bytes_each, shortage);
    std::uint64_t answer[rpc::rpc_answer_words];
    ask(heap_node, rpc::RpcKind::allocate, bytes_each, 0, answer);
    *shortage = {answer[1], answer[2], answer[3] != 0};
    return answer[0];
}

// The sum of what they say.
std::uint64_t ask_others(rpc::RpcKind kind, std::uint64_t first, std::uint64_t second) {
    const std::uint64_t words[] = {first, second};
    std::uint64_t answer[rpc::rpc_answer_words];
    rpc::rpc_call_others(kind, words, 2, answer, {WaitKind::allocation, first, no_peer});
    return answer[0];
}

void take_back_at(unsigned node, std::uint64_t bytes) {
    if (node == mynode())
        node_heap::node_heap_take_back(bytes);
    else
        rpc::one_way_send(node, rpc::OneWayKind::alloc, &bytes, 1);
}

bool grant_everywhere(const node_heap::Shortage &wanted) {
    if (!node_heap::node_heap_grant(wanted)) return false;
    if (ask_others(rpc::RpcKind::reserve, wanted.bytes, wanted.end) == nodes() - 1) return true;
    node_heap::node_heap_refund();
    ask_others(rpc::RpcKind::refund, 0, 0);
    return false;
}

void report(const node_heap::Shortage &granted) {
    std::uint64_t answer[rpc::rpc_answer_words];
    if (mynode() == heap_node)
        node_heap::node_heap_agree(granted);
    else
        ask(heap_node, rpc::RpcKind::credit, granted.bytes, granted.end, answer);
}

constexpr std::uint64_t more(std::uint64_t needed, std::uint64_t quantum) {
    return needed && needed < quantum ? quantum : needed;
}

// A good deal more than needed, or just that.
bool grant_shortage(const node_heap::Shortage &needed) {
    constexpr std::uint64_t quantum = 16 << 20;
    const node_heap::Shortage roomy{more(needed.bytes, quantum), needed.end + needed.end / 2};
    const node_heap::Shortage *granted = grant_everywhere(roomy)    ? &roomy
                                         : grant_everywhere(needed) ? &needed
                                                                    : nullptr;
    report(granted ? *granted : node_heap::Shortage{});
    return granted;
}

} // namespace

void alloc_nodes_start() {
    rpc::rpc_register(rpc::RpcKind::allocate, 1, reply_allocate);
    rpc::rpc_register(rpc::RpcKind::free, 1, reply_free);
    rpc::rpc_register_async(rpc::RpcKind::free, look_at_freed);
    rpc::rpc_register(rpc::RpcKind::block_bytes, 1, reply_block_bytes);
    rpc::rpc_register(rpc::RpcKind::block_around, 1, reply_around);
    rpc::rpc_register(rpc::RpcKind::count_freed, 0, reply_count_freed);
    rpc::rpc_register(rpc::RpcKind::reserve, 2, reply_grant);
    rpc::rpc_register(rpc::RpcKind::refund, 0, reply_refund);
    rpc::rpc_register(rpc::RpcKind::credit, 2, reply_agree);
    rpc::rpc_register(rpc::RpcKind::discard, 2, reply_discard);
    rpc::one_way_register(rpc::OneWayKind::alloc, 1, on_take_back);
}

// Ends: in each turn but the last this thread or another one has more granted than before, and
// nodes have limits.
std::uint64_t allocate_over_nodes(std::size_t bytes_each) {
    for (unsigned turn = 0;; ++turn) {
        node_heap::Shortage shortage;
        const std::uint64_t offset = allocate_at_heap(bytes_each, &shortage);
        if (offset || !shortage.any()) return offset;
        if (shortage.others) {
            sync::wait_poll_network(); // on node 0 this thread may be whom the granter needs
            sync::wait_turn(turn);
        } else if (!grant_shortage(shortage)) {
            return 0;
        }
    }
}

heap::FreeResult free_over_nodes(std::uint64_t ga, unsigned node) {
    if (node == mynode()) return free_here(ga);
    rpc::rpc_async(node, rpc::RpcKind::free, &ga, 1);
    return heap::FreeResult::ok;
}

std::uint64_t block_bytes_over_nodes(std::uint64_t offset) {
    if (mynode() == heap_node) return node_heap::node_heap_block_bytes(offset);
    std::uint64_t answer[rpc::rpc_answer_words];
    return ask(heap_node, rpc::RpcKind::block_bytes, offset, 0, answer);
}

node_heap::BlockAround block_around_over_nodes(polder_ga ga, unsigned node) {
    std::uint64_t answer[rpc::rpc_answer_words];
    ask(node, rpc::RpcKind::block_around, ga, 0, answer);
    return {static_cast<node_heap::BlockAround::State>(answer[0]), false, answer[1], answer[2]};
}

void count_freed_over_nodes() {
    cache::far_fence(); // the free itself is done
    ask_others(rpc::RpcKind::count_freed, 0, 0);
}

void discard_over_nodes(std::uint64_t offset, std::uint64_t bytes) {
    node_heap::node_heap_discard(offset, bytes);
    ask_others(rpc::RpcKind::discard, offset, bytes);
}

void take_back_over_nodes(std::uint64_t bytes_each) {
    for (unsigned node = 0; node < nodes(); ++node)
        take_back_at(node, bytes_each);
}

} // namespace polder::alloc
