#include "conduits/open.h"

#include "base/config.h"
#include "conduits/hook/hook.h"
#include "conduits/load.h"
#include "conduits/reference/reference.h"

#include <cstdio>

namespace polder {

namespace {

constexpr std::int64_t never_ns = std::int64_t{1} << 60;

// What the caller left out.
ConduitOptions completed(const ConduitOptions &given) {
    ConduitOptions options = given;
    if (!options.provider) options.provider = setting_text(Setting::provider);
    if (!options.interface) options.interface = setting_text(Setting::interface);
    if (options.timeout_ns <= 0)
        options.timeout_ns = static_cast<std::int64_t>(setting_seconds(Setting::lost_after) * 1e9);
    if (options.timeout_ns <= 0) options.timeout_ns = never_ns;
    options.internal = reference_take, options.internal_lost = reference_lost;
    return options;
}

} // namespace

Status conduit_open(const char *name, const char *folder, const ConduitOptions &given, Conduit **conduit,
                    ConduitAddress *address, char *error, std::size_t error_size) {
    *error = 0;
    const ConduitTable *table = conduit_table(name, folder, error, error_size);
    if (!table) return Status::no_support;
    const ConduitOptions options = completed(given);
    const char *hooks = setting_text(Setting::hooks);
    Status status;
    {
        const Undisturbed guard;
        status = table->open(options, conduit, address, error, error_size);
    }
    if (!is_ok(status)) {
        if (!*error) std::snprintf(error, error_size, "the conduit %s could not be opened", name);
        return status;
    }
    status = reference_fill(**conduit, options.thread_safe, hooks_name(hooks, "reference"));
    if (is_ok(status)) status = hooks_wrap(hooks, options, conduit, error, error_size);
    if (!is_ok(status)) conduit_close(*conduit);
    return status;
}

void conduit_close(Conduit *conduit) {
    reference_close(*conduit);
    conduit->table->close(*conduit);
}

} // namespace polder
