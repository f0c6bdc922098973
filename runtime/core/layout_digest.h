// Layout digest: a number for the layout of structures that two builds share. It differs where the
// layouts differ. Two builds compare digests before one reads what the other wrote.
//
// Rules.
//   1. Each structure is added with all its members, which a structured binding lists
//      (member_list). So a member that is missing there, or one too many, does not compile.
//   2. The digest takes size and alignment of the structure, and of each member in order. These
//      give the offsets of all members.
//   3. Of closed lists the digest takes the names, in order.
//   4. What a member means is not seen. `revision` counts changes of that.
#pragma once

#include <cstddef>
#include <cstdint>

namespace polder {

template <class... Member> struct MemberList {};

// Of a structured binding's names. For decltype only: nothing is read.
template <class... Member> constexpr MemberList<Member...> member_list(const Member &...) {
    return {};
}

class LayoutDigest {
public:
    constexpr explicit LayoutDigest(std::uint32_t revision) { number(revision); }

    constexpr LayoutDigest &number(std::uint64_t value) {
        for (unsigned i = 0; i < 8; ++i)
            byte(static_cast<unsigned char>(value >> 8 * i));
        return *this;
    }
    constexpr LayoutDigest &name(const char *text) {
        for (; *text; ++text)
            byte(static_cast<unsigned char>(*text));
        return number(0);
    }
    template <class Whole, class... Member> constexpr LayoutDigest &structure(MemberList<Member...>) {
        type<Whole>();
        (type<Member>(), ...);
        return number(sizeof...(Member));
    }
    constexpr std::uint32_t value() const { return hash_; }

private:
    constexpr void byte(unsigned char value) { hash_ = (hash_ ^ value) * 16777619u; } // FNV-1a
    template <class T> constexpr void type() { number(sizeof(T)).number(alignof(T)); }

    std::uint32_t hash_ = 2166136261u;
};

} // namespace polder
