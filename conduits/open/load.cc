// Plugins are loaded with dlopen, which programs need not link. Where dlopen is missing (a static
// program) the network is, too, and a message says so. A plugin needs nothing of libpolder, so it
// does not matter how the program holds that.
#include "conduits/open/load.h"

#include "base/config.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <dlfcn.h>
#include <unistd.h>

extern "C" {
void *dlopen(const char *, int) __attribute__((weak));
void *dlsym(void *, const char *) __attribute__((weak));
int dlclose(void *) __attribute__((weak));
int dlinfo(void *, int, void *) __attribute__((weak));
char *dlerror() __attribute__((weak));
int dladdr(const void *, Dl_info *) __attribute__((weak));
}

#ifndef POLDER_PLUGIN_FOLDER
#define POLDER_PLUGIN_FOLDER "/usr/local/lib/polder"
#endif

namespace polder {

extern const ConduitTable self_conduit;
extern const ConduitTable smp_conduit;

namespace {

void add(ConduitFolders *folders, const char *path, std::size_t length, const char *below) {
    char *to = folders->at[folders->count];
    const int n = std::snprintf(to, sizeof folders->at[0], "%.*s/%s", static_cast<int>(length), path, below);
    if (length && n > 0 && static_cast<std::size_t>(n) < sizeof folders->at[0] &&
        folders->count + 1 < ConduitFolders::most)
        ++folders->count;
}

// The folder of the file that holds this function: libpolder.so, in lib/polder, or the program.
void add_own(ConduitFolders *folders) {
    Dl_info info;
    const char *name =
        dladdr && dladdr(reinterpret_cast<const void *>(&conduit_table), &info) ? info.dli_fname : nullptr;
    const char *slash = name ? std::strrchr(name, '/') : nullptr;
    if (!slash) return;
    add(folders, name, static_cast<std::size_t>(slash - name), "");
    add(folders, name, static_cast<std::size_t>(slash - name), "../lib/polder/");
}

// What upcc wrote into the program (its run path): the folder lib/polder of the Polder it came
// from, installed or not.
void add_recorded(ConduitFolders *folders) {
    void *program = dlopen && dlinfo ? dlopen(nullptr, RTLD_LAZY) : nullptr;
    Dl_serinfo size;
    if (!program || dlinfo(program, RTLD_DI_SERINFOSIZE, &size)) return;
    auto *paths = static_cast<Dl_serinfo *>(std::calloc(1, size.dls_size));
    constexpr char ending[] = "/polder";
    if (paths && !dlinfo(program, RTLD_DI_SERINFOSIZE, paths) && !dlinfo(program, RTLD_DI_SERINFO, paths))
        for (unsigned i = 0; i < paths->dls_cnt; ++i) {
            const char *path = paths->dls_serpath[i].dls_name;
            const std::size_t length = std::strlen(path);
            if (length > sizeof ending && !std::strcmp(path + length - (sizeof ending - 1), ending))
                add(folders, path, length, "");
        }
    std::free(paths);
}

// RTLD_NODELETE: libfabric's own threads and handlers outlive a close.
void *open_file(const char *path) {
    const Undisturbed guard;
    return dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

bool has_device(const char *prefix) {
    DIR *devices = opendir("/dev");
    if (!devices) return true;
    bool found = false;
    while (const dirent *entry = readdir(devices))
        found |= !std::strncmp(entry->d_name, prefix, std::strlen(prefix));
    closedir(devices);
    return found;
}

// Libraries that take long to load, for hardware that is not there: others of their names, which do
// nothing, come before them (stubs/stub.h).
class Stubs {
public:
    explicit Stubs(const char *folder) {
        constexpr struct {
            const char *library, *device;
        } list[most] = {{"stub-psm.so", "ipath"}, {"stub-psm2.so", "hfi1"}};
        for (const auto &one : list) {
            char path[600];
            std::snprintf(path, sizeof path, "%s%s", folder, one.library);
            if (!access(path, R_OK) && !has_device(one.device) &&
                (handles_[count_] = dlopen(path, RTLD_NOW | RTLD_LOCAL)))
                ++count_;
        }
    }
    // The plugin did not load over them.
    void drop() {
        while (count_)
            dlclose(handles_[--count_]);
    }
    bool any() const { return count_ && dlclose; }

private:
    static constexpr unsigned most = 2;
    void *handles_[most];
    unsigned count_ = 0;
};

void *open_at(const char *folder, const char *path) {
    Stubs stubs(folder);
    void *handle = open_file(path);
    if (handle || !stubs.any()) return handle;
    stubs.drop();
    return open_file(path);
}

// The first folder that has it.
void *open_in(const ConduitFolders &folders, const char *name, char *error, std::size_t size) {
    char path[600];
    for (unsigned i = 0; i < folders.count; ++i) {
        std::snprintf(path, sizeof path, "%sconduit-%s.so", folders.at[i], name);
        if (access(path, R_OK)) continue;
        void *handle = open_at(folders.at[i], path);
        if (!handle) std::snprintf(error, size, "%s", dlerror());
        return handle;
    }
    std::snprintf(error, size, "no conduit-%s.so in %s or where else plugins lie (POLDER_PLUGINS); %s", name,
                  folders.count ? folders.at[0] : "any folder",
                  !std::strcmp(name, "ofi") ? "this Polder may have been built without libfabric"
                                            : "is the name right?");
    return nullptr;
}

const ConduitTable *plugin_table(const char *name, const char *folder, char *error, std::size_t size) {
    if (!dlopen || !dlsym || !dlerror) {
        std::snprintf(error, size,
                      "the conduit %s is a plugin, and a static program cannot load one; link without -static", name);
        return nullptr;
    }
    ConduitFolders folders;
    conduit_folders(folder, &folders);
    void *handle = open_in(folders, name, error, size);
    if (!handle) return nullptr;
    const auto entry = reinterpret_cast<ConduitEntry>(dlsym(handle, "polder_conduit"));
    const ConduitTable *table = entry ? entry(conduit_version) : nullptr;
    if (!table) std::snprintf(error, size, "conduit-%s.so belongs to another version of Polder", name);
    return table;
}

} // namespace

Undisturbed::Undisturbed() {
    for (int i = 1; i < signals; ++i)
        sigaction(i, nullptr, &actions_[i]);
    bound_ = sched_getaffinity(0, sizeof cpus_, &cpus_) == 0;
}

Undisturbed::~Undisturbed() {
    for (int i = 1; i < signals; ++i)
        if (i != SIGKILL && i != SIGSTOP) sigaction(i, &actions_[i], nullptr);
    if (bound_) sched_setaffinity(0, sizeof cpus_, &cpus_);
}

void conduit_folders(const char *folder, ConduitFolders *folders) {
    folders->count = 0;
    if (folder) add(folders, folder, std::strlen(folder), "");
    const char *set = setting_text(Setting::plugins);
    add(folders, set, std::strlen(set), "");
    add_own(folders);
    add_recorded(folders);
    add(folders, POLDER_PLUGIN_FOLDER, std::strlen(POLDER_PLUGIN_FOLDER), "");
}

const ConduitTable *conduit_table(const char *name, const char *folder, char *error, std::size_t error_size) {
    if (!std::strcmp(name, "self")) return &self_conduit;
    if (!std::strcmp(name, "smp")) return &smp_conduit;
    if (std::strchr(name, '/')) {
        std::snprintf(error, error_size, "'%s' is not the name of a conduit; there are self, smp and ofi", name);
        return nullptr;
    }
    return plugin_table(name, folder, error, error_size);
}

} // namespace polder
