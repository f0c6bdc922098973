// The names of checks: reading a list of them, and writing it.
#include "base/checks.h"

#include <cstdio>
#include <cstring>

namespace polder {

namespace {

constexpr const char *names[] = {
#define POLDER_CHECK_KIND(name, text) #name,
#include "base/checks.def"
#undef POLDER_CHECK_KIND
};
constexpr unsigned count = static_cast<unsigned>(Check::count);
static_assert(count < 32);

bool is(const char *word, std::size_t length, const char *name) {
    return std::strlen(name) == length && !std::strncmp(word, name, length);
}

// 0: no check.
std::uint32_t bits_of(const char *word, std::size_t length) {
    if (is(word, length, "all")) return (1u << count) - 1;
    for (unsigned i = 0; i < count; ++i)
        if (is(word, length, names[i])) return 1u << i;
    return 0;
}

} // namespace

bool checks_parse(const char *list, std::uint32_t *checks, char *unknown, std::size_t size) {
    constexpr const char *separators = ", ";
    std::uint32_t found = 0;
    for (const char *word = list + std::strspn(list, separators); *word; word += std::strspn(word, separators)) {
        const std::size_t length = std::strcspn(word, separators);
        const std::uint32_t bits = bits_of(word, length);
        if (!bits) {
            std::snprintf(unknown, size, "%.*s", static_cast<int>(length), word);
            return false;
        }
        found |= bits;
        word += length;
    }
    *checks = found;
    return true;
}

const char *check_names() {
    return
#define POLDER_CHECK_KIND(name, text) #name ", "
#include "base/checks.def"
#undef POLDER_CHECK_KIND
        "all";
}

} // namespace polder
