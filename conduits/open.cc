#include "conduits/open.h"

#include "base/config.h"
#include "conduits/load.h"

#include <cstdio>

namespace polder {

namespace {

constexpr std::int64_t never_ns = std::int64_t{1} << 60;

// What the caller left out.
ConduitOptions completed(const ConduitOptions &given) {
    ConduitOptions options = given;
    if (!options.provider) options.provider = setting_text(Setting::provider);
    if (!options.interface) options.interface = setting_text(Setting::interface);
    if (options.timeout_ns <= 0) options.timeout_ns = static_cast<std::int64_t>(setting_seconds(Setting::lost_after) * 1e9);
    if (options.timeout_ns <= 0) options.timeout_ns = never_ns;
    return options;
}

} // namespace

Status conduit_open(const char *name, const char *folder, const ConduitOptions &given, Conduit **conduit, ConduitAddress *address,
                    char *error, std::size_t error_size) {
    *error = 0;
    const ConduitTable *table = conduit_table(name, folder, error, error_size);
    if (!table) return Status::no_support;
    const Status status = table->open(completed(given), conduit, address, error, error_size);
    if (!is_ok(status) && !*error) std::snprintf(error, error_size, "the conduit %s could not be opened", name);
    return status;
}

void conduit_close(Conduit *conduit) {
    conduit->table->close(*conduit);
}

} // namespace polder
