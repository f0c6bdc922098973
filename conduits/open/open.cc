// Opening in order: the conduit itself, what it lacks, then the hooks around it.
#include "conduits/open/open.h"

#include "base/config.h"
#include "base/silence.h"
#include "conduits/hook/hook.h"
#include "conduits/open/load.h"
#include "conduits/open/measured.h"
#include "conduits/reference/reference.h"

#include <cstdio>

namespace polder {

namespace {

constexpr std::int64_t never_ns = std::int64_t{1} << 60;

constexpr char not_offered[] = "judged by what it can do, as the one measured to be the best is not offered here";

// The provider that was measured to be the best on this machine. False: the file that says so is
// malformed.
bool take_measured(ConduitOptions *options, char *error, std::size_t error_size) {
    static MeasuredProviders measured; // kept for the end; openings of a process find the same
    static char choice[160];
    if (!measured_load(&measured, error, error_size)) return false;
    if (!measured.count) return true;
    measured_text(measured.list[0], choice, sizeof choice);
    options->provider = measured.list[0].name;
    options->choice = choice;
    options->measured = true;
    return true;
}

// What was measured of the provider that was measured, or named.
bool put_messages_of(const ConduitOptions &options, std::size_t *bytes, char *error, std::size_t error_size) {
    MeasuredProviders measured;
    if (!*options.provider) return true;
    if (!measured_load(&measured, error, error_size)) return false;
    *bytes = measured_put_messages(measured, options.provider);
    return true;
}

// What the caller left out.
bool complete(ConduitOptions *options, bool chooses, char *error, std::size_t error_size) {
    if (!options->provider) {
        options->provider = setting_text(Setting::provider);
        if (*options->provider)
            options->choice = "POLDER_PROVIDER says so";
        else if (chooses && !take_measured(options, error, error_size))
            return false;
    }
    if (!options->interface) options->interface = setting_text(Setting::interface);
    if (!options->modes) options->modes = setting_text(Setting::ofi_modes);
    if (options->timeout_ns <= 0)
        options->timeout_ns = silence_allowed_ns(static_cast<std::int64_t>(setting_seconds(Setting::lost_after) * 1e9));
    if (options->timeout_ns <= 0) options->timeout_ns = never_ns;
    if (*setting_text(Setting::put_messages))
        options->put_messages = setting_number(Setting::put_messages);
    else if (!put_messages_of(*options, &options->put_messages, error, error_size))
        return false;
    options->internal = reference_take;
    options->internal_lost = reference_lost;
    return true;
}

Status open_end(const ConduitTable *table, ConduitOptions *options, Conduit **conduit, ConduitAddress *address,
                char *error, std::size_t error_size) {
    const Undisturbed guard;
    Status status = table->open(*options, conduit, address, error, error_size);
    if (status != Status::no_support || !options->measured) return status;
    options->provider = "";
    options->choice = not_offered;
    options->measured = false;
    return table->open(*options, conduit, address, error, error_size);
}

} // namespace

Status conduit_open(const char *name, const char *folder, const ConduitOptions &given, Conduit **conduit,
                    ConduitAddress *address, char *error, std::size_t error_size) {
    *error = 0;
    const ConduitTable *table = conduit_table(name, folder, error, error_size);
    if (!table) return Status::no_support;
    ConduitOptions options = given;
    if (!complete(&options, table->candidates != nullptr, error, error_size)) return Status::bad_argument;
    const char *hooks = setting_text(Setting::hooks);
    Status status = open_end(table, &options, conduit, address, error, error_size);
    if (!is_ok(status)) {
        if (!*error) std::snprintf(error, error_size, "the conduit %s could not be opened", name);
        return status;
    }
    *error = 0;
    status = reference_fill(**conduit, options, hooks_name(hooks, "reference"));
    if (is_ok(status)) status = hooks_wrap(hooks, options, conduit, error, error_size);
    if (!is_ok(status)) conduit_close(*conduit);
    return status;
}

unsigned conduit_candidates(const char *name, const char *folder, ConduitCandidate *list, unsigned most, char *error,
                            std::size_t error_size) {
    *error = 0;
    const ConduitTable *table = conduit_table(name, folder, error, error_size);
    if (!table) return 0;
    ConduitOptions options = {};
    options.nodes = 2;
    options.leader = true;
    options.thread_safe = true;
    options.interface = setting_text(Setting::interface);
    const Undisturbed guard;
    const unsigned found = table->candidates ? table->candidates(options, list, most) : 0;
    if (!found) std::snprintf(error, error_size, "the conduit %s has no providers to choose from", name);
    return found;
}

} // namespace polder
