// Goes to the folder of --wdir; a hosts file that was named before stays the one it is.
#include "tools/run/local/folder.h"

#include "base/config.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace polder::run {

bool folder_enter(const std::string &folder, std::string *error) {
    const char *hosts = setting_text(Setting::hosts);
    if (char *full = *hosts && access(hosts, F_OK) == 0 ? realpath(hosts, nullptr) : nullptr)
        setting_override(Setting::hosts, full); // settings keep the text
    if (chdir(folder.c_str()) == 0) return true;
    *error = "cannot change to the folder '" + folder + "' (--wdir): " + std::strerror(errno);
    return false;
}

} // namespace polder::run
