// Growing array: values behind one another, in memory of malloc that doubles. A program may not
// need the C++ library, so this is no std::vector. Values move as bytes do.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <type_traits>

namespace polder::coll {

template <class T> class GrowingArray {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    GrowingArray() = default;
    ~GrowingArray() { std::free(values_); }
    GrowingArray(const GrowingArray &) = delete;
    GrowingArray &operator=(const GrowingArray &) = delete;

    // Room for `count` more at the end, not initialised. Null: no memory, and nothing has changed.
    T *extend(std::size_t count) {
        const std::size_t size = size_ + count;
        if (size > room_) {
            const std::size_t room = size < 2 * room_ ? 2 * room_ : size < least_room ? least_room : size;
            void *more = std::realloc(values_, room * sizeof(T));
            if (!more) return nullptr;
            values_ = static_cast<T *>(more);
            room_ = room;
        }
        T *added = values_ + size_;
        size_ = size;
        return added;
    }
    std::size_t size() const { return size_; }
    T *values() const { return values_; }

private:
    static constexpr std::size_t least_room = 16;

    T *values_ = nullptr;
    std::size_t size_ = 0;
    std::size_t room_ = 0;
};

} // namespace polder::coll
