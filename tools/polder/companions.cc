// Tools of others, started with what they need to know of UPC: polder gdb, polder clangd.
#include "tools/polder/polder.h"

#include "base/log.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace polder::tool {

namespace {

bool is_there(const std::string &path) {
    return access(path.c_str(), R_OK) == 0;
}

/// PREFIX/share of this program, which also a build tree has.
std::string share_folder() {
    const std::string self = own_path();
    const std::string bin = self.substr(0, self.rfind('/'));
    return bin.substr(0, bin.rfind('/')) + "/share";
}

int become(Words words, const char *missing) {
    std::vector<char *> argv;
    for (std::string &word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    execvp(argv[0], argv.data());
    log_error("cannot run %s: %s\n  hint: %s", argv[0], std::strerror(errno), missing);
    return errno == ENOENT ? 127 : 126;
}

/// gdb looks at where a script really lies; in a build tree its name is a link.
std::string trusting_line() {
    const std::string share = share_folder();
    const std::string script = share + "/gdb/auto-load/polder-gdb.py";
    char real[PATH_MAX];
    const bool is_link = realpath(script.c_str(), real) && script != real;
    return "add-auto-load-safe-path " + share + (is_link ? std::string(":") + real : "");
}

std::string from_home(const char *rest) {
    const char *home = std::getenv("HOME");
    return std::string(home ? home : "") + rest;
}

/// The file of the user's settings that gdb would read: it reads one, and the first of these hides
/// the second.
std::string gdb_settings() {
    const char *folder = std::getenv("XDG_CONFIG_HOME");
    const std::string first =
        folder && *folder ? std::string(folder) + "/gdb/gdbinit" : from_home("/.config/gdb/gdbinit");
    const std::string second = from_home("/.gdbinit");
    return !is_there(first) && is_there(second) ? second : first;
}

bool contains_line(const std::string &path, const std::string &line) {
    std::FILE *file = std::fopen(path.c_str(), "re");
    if (!file) return false;
    bool found = false;
    char buffer[4096];
    while (!found && std::fgets(buffer, sizeof buffer, file)) {
        buffer[std::strcspn(buffer, "\n")] = 0;
        found = line == buffer;
    }
    std::fclose(file);
    return found;
}

void make_folders_of(const std::string &path) {
    for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1))
        mkdir(path.substr(0, at).c_str(), 0755);
}

/// Once and for all: gdb loads the extension for every program of this prefix, whoever starts it.
int trust_gdb() {
    const std::string path = gdb_settings();
    const std::string line = trusting_line();
    if (contains_line(path, line)) {
        std::printf("%s has the line already: %s\n", path.c_str(), line.c_str());
        return 0;
    }
    make_folders_of(path);
    std::FILE *file = std::fopen(path.c_str(), "ae");
    const bool written = file && std::fprintf(file, "%s\n", line.c_str()) > 0;
    if (!(file && std::fclose(file) == 0 && written)) {
        log_error("cannot write %s: %s", path.c_str(), std::strerror(errno));
        return 1;
    }
    std::printf("added to %s: %s\n", path.c_str(), line.c_str());
    return 0;
}

} // namespace

int gdb(const Words &words) {
    if (words.size() == 1 && words[0] == "--trust") return trust_gdb();
    const char *program = std::getenv("POLDER_GDB");
    Words command{program && *program ? program : "gdb", "-iex", trusting_line()};
    command.insert(command.end(), words.begin(), words.end());
    return become(std::move(command), "apt-get install gdb; POLDER_GDB names another one");
}

int clangd(const Words &words) {
    const std::string script = share_folder() + "/polder/clangd/upc_clangd.py";
    if (!is_there(script)) {
        log_error("%s is not there\n  hint: move the whole prefix, not the program", script.c_str());
        return 1;
    }
    Words command{"python3", script};
    command.insert(command.end(), words.begin(), words.end());
    return become(std::move(command), "apt-get install python3");
}

} // namespace polder::tool
