// The texts; see describe.h.
#include "conduits/open/describe.h"

#include "base/config.h"
#include "conduits/open/open.h"

#include <cstdio>

namespace polder {

namespace {

enum class Mode { normal, allocated, messages };

Mode mode_of(const ConduitCaps &caps) {
    if (caps.messages_alone) return Mode::messages;
    return caps.allocated ? Mode::allocated : Mode::normal;
}

void describe_mode(const ConduitCaps &caps, char *text, std::size_t size) {
    const std::uint64_t addresses = setting_number(Setting::addresses);
    switch (mode_of(caps)) {
    case Mode::normal:
        std::snprintf(text, size, "memory is registered at the start, as the provider can; no address is cached");
        break;
    case Mode::allocated:
        if (addresses)
            std::snprintf(text, size,
                          "memory is registered when others first ask for it, as the provider demands; addresses "
                          "cached by each process: %lu (POLDER_ADDRESSES)",
                          addresses);
        else
            std::snprintf(text, size, "no address is cached, so each access is a message (POLDER_ADDRESSES)");
        break;
    case Mode::messages:
        std::snprintf(text, size, "the provider has no transfers that can be used; no address is cached");
        break;
    }
}

// Which puts are messages though others are transfers.
void describe_puts(const ConduitCaps &caps, char *text, std::size_t size) {
    *text = 0;
    if (mode_of(caps) == Mode::messages) return;
    if (caps.puts_by_messages)
        std::snprintf(text, size, "; puts are messages, as the provider does not say when they have arrived");
    else if (caps.message_put)
        std::snprintf(text, size, "; puts of at most %zu bytes are messages, %s", caps.message_put,
                      caps.stores_once ? "as those are faster (POLDER_PUT_MESSAGES)"
                                       : "as the provider may store a byte twice");
}

} // namespace

const char *conduit_mode_name(const ConduitCaps &caps) {
    constexpr const char *names[] = {"normal", "allocated", "messages"};
    return names[static_cast<unsigned>(mode_of(caps))];
}

void conduit_describe(const ConduitCaps &caps, char *text, std::size_t size) {
    char mode[240];
    char puts[160];
    describe_mode(caps, mode, sizeof mode);
    describe_puts(caps, puts, sizeof puts);
    std::snprintf(text, size, "between nodes: %s, provider %s%s%s\nmode of the network: %s (%s%s)\n", caps.name,
                  caps.provider, caps.choice ? ", " : "", caps.choice ? caps.choice : "", conduit_mode_name(caps), mode,
                  puts);
}

void conduit_describe_here(bool one_machine, char *text, std::size_t size) {
    static const unsigned char key[16] = {};
    ConduitOptions options{};
    options.nodes = 2;
    options.leader = true;
    options.key = key;
    options.one_machine = one_machine;
    options.deliver = [](void *, const ConduitMessage &) {};
    options.lost = [](void *, NodeNumber, const char *) {};
    Conduit *conduit;
    ConduitAddress address;
    char error[512] = "";
    const char *name = setting_text(Setting::conduit);
    if (conduit_open(name, nullptr, options, &conduit, &address, error, sizeof error) != Status::ok) {
        std::snprintf(text, size, "between nodes: nothing (%s)\n", error);
        return;
    }
    conduit_describe(conduit->table->caps(*conduit), text, size);
    conduit_close(conduit);
}

} // namespace polder
