// Pack: values one behind another in a string of bytes, as they travel between upcruns of a job,
// and out again. All machines of a job have the same byte order, which the handshake makes sure of.
// Unpacking never reads beyond the bytes: what is not there is 0 or empty, and good() is false.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace polder::run {

class Packer {
public:
    template <class T> Packer &add(T value) {
        static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
        bytes_.append(reinterpret_cast<const char *>(&value), sizeof value);
        return *this;
    }
    Packer &add(const std::string &text) {
        add(static_cast<std::uint32_t>(text.size()));
        bytes_ += text;
        return *this;
    }
    Packer &add(const std::vector<std::string> &list) {
        add(static_cast<std::uint32_t>(list.size()));
        for (const std::string &text : list)
            add(text);
        return *this;
    }
    std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
};

class Unpacker {
public:
    explicit Unpacker(std::string_view bytes) : left_(bytes) {}

    template <class T> T get() {
        static_assert(std::is_trivially_copyable_v<T>);
        T value{};
        const std::string_view bytes = take(sizeof value);
        if (good_) std::memcpy(&value, bytes.data(), sizeof value);
        return value;
    }
    std::string text() { return std::string(take(get<std::uint32_t>())); }
    std::vector<std::string> list() {
        std::vector<std::string> result;
        for (std::uint32_t left = get<std::uint32_t>(); left && good_; --left)
            result.push_back(text());
        return result;
    }
    std::string_view rest() { return take(left_.size()); }
    bool good() const { return good_; }

private:
    std::string_view take(std::size_t size) {
        good_ = good_ && size <= left_.size();
        if (!good_) return {};
        const std::string_view taken = left_.substr(0, size);
        left_.remove_prefix(size);
        return taken;
    }
    std::string_view left_;
    bool good_ = true;
};

} // namespace polder::run
