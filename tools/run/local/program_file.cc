// Reads sections of the executable through libelf: units of UPC, and needed libraries.
#include "tools/run/local/program_file.h"

#include <polder/abi.h>

#include <cstring>
#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

namespace polder::run {

namespace {

void read_unit(Elf_Scn *section, ProgramFacts &facts) {
    const Elf_Data *data = elf_rawdata(section, nullptr); // the number is no address: no relocation changes it
    if (data && data->d_size >= sizeof(polder_unit))
        facts.static_threads = static_cast<const polder_unit *>(data->d_buf)->static_threads;
}

// libmpi.so.40, libmpich.so.12, libmpi_mpifh.so.40 ...
void read_needed(Elf *elf, Elf_Scn *section, const GElf_Shdr &header, ProgramFacts &facts) {
    Elf_Data *data = elf_getdata(section, nullptr);
    const std::size_t count = data && header.sh_entsize ? header.sh_size / header.sh_entsize : 0;
    for (std::size_t i = 0; i < count; ++i) {
        GElf_Dyn entry;
        if (!gelf_getdyn(data, static_cast<int>(i), &entry) || entry.d_tag != DT_NEEDED) continue;
        const char *library = elf_strptr(elf, header.sh_link, entry.d_un.d_val);
        if (library && !std::strncmp(library, "libmpi", 6)) facts.uses_mpi = true;
    }
}

} // namespace

ProgramFacts facts_of_program(const std::string &path) {
    ProgramFacts facts;
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return facts;
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ, nullptr);
    std::size_t names = 0;
    if (elf && elf_getshdrstrndx(elf, &names) == 0)
        for (Elf_Scn *section = nullptr; (section = elf_nextscn(elf, section));) {
            GElf_Shdr header;
            if (!gelf_getshdr(section, &header)) continue;
            const char *name = elf_strptr(elf, names, header.sh_name);
            if (name && !std::strcmp(name, "polder_unit")) {
                facts.upc = true;
                read_unit(section, facts);
            }
            if (header.sh_type == SHT_DYNAMIC) read_needed(elf, section, header, facts);
        }
    elf_end(elf);
    close(fd);
    return facts;
}

} // namespace polder::run
