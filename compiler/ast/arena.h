// Where the nodes of a translation unit live. Blocks are filled from front to back, so making a
// node costs a few instructions. All blocks are freed together. Jobs never move; those that own
// something (vectors of children) are destroyed with the arena, last one first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace polder::cc {

class Arena {
public:
    Arena() = default;
    Arena(const Arena &) = delete;
    Arena &operator=(const Arena &) = delete;
    ~Arena() {
        for (size_t i = owners_.size(); i-- > 0;)
            owners_[i].destroy(owners_[i].object);
    }

    template <class T, class... A> T *make(A &&...args) {
        static_assert(alignof(T) <= alignof(std::max_align_t) && sizeof(T) <= block_size);
        T *object = ::new (allocate(sizeof(T), alignof(T))) T(std::forward<A>(args)...);
        if constexpr (!std::is_trivially_destructible_v<T>)
            owners_.push_back({object, [](void *o) { static_cast<T *>(o)->~T(); }});
        return object;
    }

private:
    static constexpr size_t block_size = 64 << 10; // far above the largest node

    struct Owner {
        void *object;
        void (*destroy)(void *);
    };

    void *allocate(size_t size, size_t align) {
        size_t start = (used_ + align - 1) / align * align;
        if (blocks_.empty() || start + size > block_size) {
            blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(block_size));
            start = 0;
        }
        used_ = start + size;
        return blocks_.back().get() + start;
    }

    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    std::vector<Owner> owners_;
    size_t used_ = 0; // of the last block
};

} // namespace polder::cc
