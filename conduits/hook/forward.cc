// What all hooks share: the calls that go on to the conduit below, and reading POLDER_HOOKS.
#include "conduits/hook/hook.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace polder {

namespace {

Status open(const ConduitOptions &, Conduit **, ConduitAddress *, char *, std::size_t) {
    return Status::no_support; // hooks are put around open ones
}
Status start(Conduit &c, const ConduitAddress *addresses) {
    return inner(c).table->start(inner(c), addresses);
}
void close(Conduit &c) {
    Conduit *within = hook(c).inner;
    std::free(&hook(c));
    conduit_close(within);
}
const ConduitCaps &caps(const Conduit &c) {
    const Conduit &within = *static_cast<const HookEnd &>(c).inner;
    return within.table->caps(within);
}
Status register_memory(Conduit &c, void *at, std::size_t bytes, ConduitRegion **region, ConduitKey *key) {
    return inner(c).table->register_memory(inner(c), at, bytes, region, key);
}
void unregister_memory(Conduit &c, ConduitRegion *region) {
    inner(c).table->unregister_memory(inner(c), region);
}
Status put(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
           std::size_t bytes, ConduitOperation &operation) {
    return inner(c).table->put(inner(c), peer, remote, key, local, bytes, operation);
}
Status get(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, void *local, std::size_t bytes,
           ConduitOperation &operation) {
    return inner(c).table->get(inner(c), peer, remote, key, local, bytes, operation);
}
Status put_inline(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
                  std::size_t bytes) {
    return inner(c).table->put_inline(inner(c), peer, remote, key, local, bytes);
}
Status put_signal(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
                  std::size_t bytes, std::uint64_t signal, std::uint64_t value, ConduitOperation &operation) {
    return inner(c).table->put_signal(inner(c), peer, remote, key, local, bytes, signal, value, operation);
}
Status atomic(Conduit &c, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, AtomicType type,
              AtomicOperation what, std::uint64_t operand, std::uint64_t second, void *result,
              ConduitOperation &operation) {
    return inner(c).table->atomic(inner(c), peer, remote, key, type, what, operand, second, result, operation);
}
Status send(Conduit &c, NodeNumber peer, const ConduitMessage &message) {
    return inner(c).table->send(inner(c), peer, message);
}
Status send_back(Conduit &c, std::uint64_t end, const ConduitMessage &message) {
    return inner(c).table->send_back(inner(c), end, message);
}
bool flushed(Conduit &c, NodeNumber peer) {
    return inner(c).table->flushed(inner(c), peer);
}
bool all_flushed(Conduit &c) {
    return inner(c).table->all_flushed(inner(c));
}
unsigned poll(Conduit &c) {
    return inner(c).table->poll(inner(c));
}
void wait(Conduit &c, std::int64_t timeout_ns) {
    inner(c).table->wait(inner(c), timeout_ns);
}
void wake(Conduit &c) {
    inner(c).table->wake(inner(c));
}
ConduitCounts counts(Conduit &c) {
    return inner(c).table->counts(inner(c));
}

constexpr ConduitTable forward = {
    open,       start,      close,  caps,   register_memory, unregister_memory, put,         get,
    put_inline, put_signal, atomic, send,   send_back,       flushed,           all_flushed, poll,
    wait,       wake,       counts, nullptr};

using Make = Status (*)(Conduit *, const ConduitOptions &, const char *, Conduit **);
struct Known {
    const char *name;
    Make make; // null: not a conduit of its own
};
constexpr Known known[] = {{"trace", hook_trace}, {"stats", hook_stats},       {"delay", hook_delay},
                           {"fault", hook_fault}, {"endpoint", hook_endpoint}, {"reference", nullptr}};

struct Word {
    char name[16];
    char arguments[112];
};

// The word that ends before `end`; where it begins.
const char *last_word(const char *list, const char *end, Word *word) {
    const char *begin = end;
    while (begin > list && begin[-1] != ',')
        --begin;
    const auto length = static_cast<std::size_t>(end - begin);
    const char *colon = static_cast<const char *>(std::memchr(begin, ':', length));
    const std::size_t name = colon ? static_cast<std::size_t>(colon - begin) : length;
    std::snprintf(word->name, sizeof word->name, "%.*s", static_cast<int>(name), begin);
    std::snprintf(word->arguments, sizeof word->arguments, "%.*s", colon ? static_cast<int>(length - name - 1) : 0,
                  colon ? colon + 1 : "");
    return begin;
}

const Known *find(const char *name) {
    for (const Known &one : known)
        if (!std::strcmp(one.name, name)) return &one;
    return nullptr;
}

} // namespace

void hook_prepare(HookEnd &end, Conduit *within, const ConduitOptions &options) {
    end.own = forward;
    end.table = &end.own;
    end.inner = end.hooked = within;
    end.options = options;
}

bool hook_time(const char **text, std::int64_t *ns) {
    char *end;
    const double value = std::strtod(*text, &end);
    if (end == *text || !(value >= 0 && value < 1e9)) return false;
    double unit = 1;
    if (*end == 'n')
        end += 2;
    else if (*end == 'u') {
        unit = 1e3;
        end += 2;
    } else if (*end == 'm') {
        unit = 1e6;
        end += 2;
    } else if (*end == 's') {
        unit = 1e9;
        end += 1;
    }
    *ns = static_cast<std::int64_t>(value * unit);
    if (*end == ':')
        ++end;
    else if (*end)
        return false;
    *text = end;
    return true;
}

bool hooks_name(const char *list, const char *name) {
    Word word;
    for (const char *end = list + std::strlen(list); end > list;) {
        const char *begin = last_word(list, end, &word);
        if (!std::strcmp(word.name, name)) return true;
        end = begin > list ? begin - 1 : begin;
    }
    return false;
}

// The last of the list is innermost, so it comes first.
Status hooks_wrap(const char *list, const ConduitOptions &options, Conduit **conduit, char *error,
                  std::size_t error_size) {
    Word word;
    for (const char *end = list + std::strlen(list); end > list;) {
        const char *begin = last_word(list, end, &word);
        end = begin > list ? begin - 1 : begin;
        const Known *one = find(word.name);
        Conduit *made = *conduit;
        const Status status = !one        ? Status::bad_argument
                              : one->make ? one->make(*conduit, options, word.arguments, &made)
                                          : Status::ok;
        *conduit = made;
        if (is_ok(status)) continue;
        std::snprintf(error, error_size,
                      one ? "hook %s does not take '%s'"
                          : "there is no hook '%s%s'; there are trace, stats, delay, fault, endpoint, reference",
                      word.name, one ? word.arguments : "");
        return status;
    }
    return Status::ok;
}

} // namespace polder
