// Modes: what a provider demands of its user. Hardware demands things that the providers of TCP do
// not. A test setting (POLDER_OFI_MODES) has the conduit treat any provider as if it demanded them.
// So the code for hardware runs in tests on every machine.
#include "conduits/ofi/ofi.h"

#include <cstdlib>
#include <cstring>

namespace polder {

namespace {

struct Name {
    const char *text;
    bool OfiModes::*flag;
};
constexpr Name names[] = {
    {"basic", &OfiModes::basic},
    {"local", &OfiModes::local},
    {"allocated", &OfiModes::allocated},
    {"no-rma", &OfiModes::no_rma},
    {"no-delivery", &OfiModes::no_delivery},
    {"no-inject", &OfiModes::no_inject},
    {"no-order", &OfiModes::no_order},
    {"table", &OfiModes::table},
    {"hardware", &OfiModes::hardware},
};

bool take(const char *word, std::size_t length, OfiModes *modes) {
    constexpr char most[] = "most=";
    if (length >= sizeof most && !std::strncmp(word, most, sizeof most - 1)) {
        modes->most = std::strtoul(word + sizeof most - 1, nullptr, 10);
        return modes->most >= 8;
    }
    for (const Name &name : names)
        if (std::strlen(name.text) == length && !std::strncmp(word, name.text, length)) return modes->*name.flag = true;
    return false;
}

} // namespace

bool ofi_modes(const char *text, OfiModes *modes) {
    *modes = {};
    while (text && *text) {
        const std::size_t length = std::strcspn(text, ",");
        if (!take(text, length, modes)) return false;
        text += length + (text[length] == ',');
    }
    return true;
}

} // namespace polder
