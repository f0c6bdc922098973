// Array layout: where the elements of `shared [B] T array[elements]` lie, seen from a pointer with
// any thread t0 and phase p.
//   1. Element i is at position x = p + i.
//   2. Block x / B lies on thread (t0 + x / B) modulo THREADS.
//   3. What lies on one thread is contiguous there, in the order of i.
//   4. Block size 0: everything lies on one thread, in one block.
// For the members of a team, read "member" for "thread" and their number for THREADS. The blocks of
// the array on other threads are left out.
#pragma once

#include "runtime/coll/request/member_threads.h"
#include "runtime/core/job.h"
#include "runtime/segment/segment.h"

#include <polder/abi.h>

#include <cstddef>
#include <cstdint>

namespace polder::coll {

struct Layout {
    std::uint64_t elements;
    std::uint64_t block;
    std::uint64_t phase;
    std::size_t size; // of an element
    unsigned first_thread;
    unsigned threads;
    polder_ga origin; // where block 0 would begin, were it on thread 0
    MemberThreads members = {};

    std::uint64_t end() const { return phase + elements; }
    std::uint64_t blocks() const { return elements ? (end() + block - 1) / block : 0; }
    unsigned thread_of(std::uint64_t b) const { return static_cast<unsigned>((first_thread + b) % threads); }
    // First of the blocks on `thread`; its further ones follow at a distance of THREADS.
    std::uint64_t first_block(unsigned thread) const { return (thread + threads - first_thread) % threads; }
    // Elements before block b.
    std::uint64_t before(std::uint64_t b) const {
        const std::uint64_t x = b * block;
        return x <= phase ? 0 : x - phase < elements ? x - phase : elements;
    }
    // Of this node.
    char *at(std::uint64_t b, std::uint64_t inside) const {
        return static_cast<char *>(near_pointer(ga_of(b, inside)));
    }
    polder_ga ga_of(std::uint64_t b, std::uint64_t inside) const {
        const std::uint64_t x = first_thread + b;
        return members.part(origin, static_cast<unsigned>(x % threads)) + (x / threads * block + inside) * size;
    }

    // The elements on one thread: contiguous memory. count 0: none.
    struct Part {
        char *values;
        std::uint64_t count;
    };
    Part part_of(unsigned thread) const {
        const std::uint64_t first = first_block(thread);
        const std::uint64_t all = blocks();
        if (first >= all) return {nullptr, 0};
        const std::uint64_t last = first + (all - 1 - first) / threads * threads;
        char *values = at(first, first == 0 ? phase : 0);
        const std::uint64_t in_last = last + 1 == all ? end() - last * block : block;
        return {values, static_cast<std::uint64_t>(at(last, in_last) - values) / size};
    }

    bool operator==(const Layout &) const = default;
};

// A walk over the elements in their order, a chunk of memory at a time; all of them lie on this
// node.
class LayoutWalk {
public:
    LayoutWalk(const Layout &layout, std::uint64_t element)
        : layout_(layout), origin_(static_cast<char *>(near_pointer(layout.origin))) {
        const std::uint64_t x = layout.phase + element;
        inside_ = x;
        thread_ = layout.first_thread;
        row_ = 0;
        if (x < layout.block) return; // no divisions: they take as long as short operations
        const std::uint64_t b = x / layout.block;
        inside_ = x % layout.block;
        thread_ = layout.thread_of(b);
        row_ = (layout.first_thread + b) / layout.threads;
    }
    char *at() const {
        const std::uint64_t thread = layout_.members.table ? layout_.members.table[thread_] : thread_;
        return origin_ + (thread << polder_job.shift) + (row_ * layout_.block + inside_) * layout_.size;
    }
    // Elements from here to the end of the block.
    std::uint64_t count() const { return layout_.block - inside_; }
    // At most count().
    void skip(std::uint64_t elements) {
        inside_ += elements;
        if (inside_ < layout_.block) return;
        inside_ = 0;
        if (++thread_ < layout_.threads) return;
        thread_ = 0;
        ++row_;
    }

private:
    const Layout &layout_;
    char *origin_;
    std::uint64_t inside_;
    std::uint64_t thread_;
    std::uint64_t row_;
};

// Whom an array is dealt out to: `count` members, of which `first` has the first element.
struct LayoutMembers {
    unsigned first;
    unsigned count;
    MemberThreads threads = {};
};

// array: its address as on thread 0. block 0: indefinite. A phase of another block size than this
// counts modulo it.
inline Layout layout_over(const LayoutMembers &over, polder_gp array, std::size_t elements, std::size_t block,
                          std::size_t size) {
    const std::uint64_t phase = array.phase < block ? array.phase : block ? array.phase % block : 0;
    Layout layout{elements, block, phase, size, over.first, over.count, 0, over.threads};
    // One block, as long as the array, is what an indefinite layout and a job (team) of one thread
    // have in common.
    if (block == 0 || over.count == 1 || elements <= block - layout.phase) {
        layout.block = elements ? elements : 1;
        layout.phase = 0;
    }
    layout.origin = array.ga - layout.phase * size;
    return layout;
}

// Over all threads.
inline Layout layout_of(polder_gp array, std::size_t elements, std::size_t block, std::size_t size) {
    const unsigned thread = static_cast<unsigned>(polder_thread_of(polder_env_get(), array.ga));
    array.ga -= polder_ga{thread} << polder_job.shift;
    return layout_over({thread, threads()}, array, elements, block, size);
}

} // namespace polder::coll
