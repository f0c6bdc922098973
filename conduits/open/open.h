// Opening a conduit by name: what the runtime calls. It loads the plugin where the conduit is one,
// and fills in settings that the options leave out. It fills entries that the conduit lacks with
// the reference versions (reference/). It puts the hooks of POLDER_HOOKS around the conduit.
#pragma once

#include "conduits/conduit.h"
#include "conduits/reference/close.h"

namespace polder {

//   name    self, smp, ofi, or that of a plugin: conduit-NAME.so
//   folder  null: none. Where to look for plugins first, as the launcher knows it. Then come
//           POLDER_PLUGINS, the folder of libpolder, the run path of the program (upcc records
//           where it comes from), the prefix it was built for
//   error   on failure a text for people
Status conduit_open(const char *name, const char *folder, const ConduitOptions &options, Conduit **conduit,
                    ConduitAddress *address, char *error, std::size_t error_size);
// Names of the providers it may use, the best guess first; how many. 0, and a text, if there are
// none.
unsigned conduit_candidates(const char *name, const char *folder, ConduitCandidate *list, unsigned most, char *error,
                            std::size_t error_size);
// conduit_close closes it and frees what conduit_open made around it.

// Where plugins are looked for, in order; each ends with '/' and null ends the list. For
// `upcrun --version` and messages.
struct ConduitFolders {
    static constexpr unsigned most = 8;
    char at[most][512];
    unsigned count;
};
void conduit_folders(const char *folder, ConduitFolders *folders);

} // namespace polder
