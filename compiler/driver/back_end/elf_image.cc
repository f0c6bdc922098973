// Reads an ELF file that is mapped whole; every offset and length in it is checked before use.
#include "compiler/driver/back_end/elf_image.h"

#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace polder::cc {
namespace {

/// Calls f for each whole T in a table.
template <class T, class F> void each(std::string_view table, F f) {
    for (size_t at = 0; at + sizeof(T) <= table.size(); at += sizeof(T)) {
        T entry;
        memcpy(&entry, table.data() + at, sizeof entry);
        f(entry);
    }
}

std::string_view map_file(const std::string &path) {
    struct stat info;
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return {};
    void *memory = MAP_FAILED;
    if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0)
        memory = mmap(nullptr, static_cast<size_t>(info.st_size), PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (memory == MAP_FAILED) return {};
    return {static_cast<const char *>(memory), static_cast<size_t>(info.st_size)};
}

} // namespace

ElfImage::ElfImage(const std::string &path) : file_(map_file(path)) {
    Elf64_Ehdr header;
    if (file_.size() < sizeof header) return;
    memcpy(&header, file_.data(), sizeof header);
    constexpr unsigned char order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;
    if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
        header.e_ident[EI_DATA] != order || header.e_shentsize != sizeof(Elf64_Shdr))
        return;
    machine_ = header.e_machine;
    // Of large files both are in section 0.
    uint64_t count = header.e_shnum;
    uint64_t names = header.e_shstrndx;
    const std::string_view first = bytes(header.e_shoff, sizeof(Elf64_Shdr));
    each<Elf64_Shdr>(first, [&](const Elf64_Shdr &s) {
        if (count == 0) count = s.sh_size;
        if (names == SHN_XINDEX) names = s.sh_link;
    });
    if (count > file_.size() / sizeof(Elf64_Shdr)) return;
    std::vector<Elf64_Shdr> headers;
    each<Elf64_Shdr>(bytes(header.e_shoff, count * sizeof(Elf64_Shdr)),
                     [&](const Elf64_Shdr &s) { headers.push_back(s); });
    if (names >= headers.size()) return;
    const std::string_view texts = bytes(headers[names].sh_offset, headers[names].sh_size);
    for (const Elf64_Shdr &s : headers) {
        const bool empty = s.sh_type == SHT_NOBITS || (s.sh_flags & SHF_COMPRESSED);
        sections_.push_back({text_at(texts, s.sh_name), empty ? std::string_view() : bytes(s.sh_offset, s.sh_size),
                             s.sh_type, s.sh_link});
    }
}

ElfImage::~ElfImage() {
    if (!file_.empty()) munmap(const_cast<char *>(file_.data()), file_.size());
}

std::string_view ElfImage::bytes(uint64_t offset, uint64_t length) const {
    if (offset > file_.size() || length > file_.size() - offset) return {};
    return file_.substr(offset, length);
}

std::string_view ElfImage::text_at(std::string_view strings, uint64_t offset) const {
    if (offset >= strings.size()) return {};
    const size_t end = strings.find('\0', offset);
    return end == std::string_view::npos ? std::string_view() : strings.substr(offset, end - offset);
}

std::vector<std::string_view> ElfImage::sections(std::string_view name) const {
    std::vector<std::string_view> found;
    for (const Section &s : sections_)
        if (s.name == name && !s.contents.empty()) found.push_back(s.contents);
    return found;
}

const ElfImage::Section *ElfImage::of_type(uint32_t type) const {
    for (const Section &s : sections_)
        if (s.type == type && s.link < sections_.size()) return &s;
    return nullptr;
}

std::vector<std::string> ElfImage::dynamic_texts(int64_t tag) const {
    std::vector<std::string> found;
    if (const Section *dynamic = of_type(SHT_DYNAMIC))
        each<Elf64_Dyn>(dynamic->contents, [&](const Elf64_Dyn &entry) {
            if (entry.d_tag == tag) found.emplace_back(text_at(sections_[dynamic->link].contents, entry.d_un.d_val));
        });
    return found;
}

std::string ElfImage::soname() const {
    const std::vector<std::string> names = dynamic_texts(DT_SONAME);
    return names.empty() ? "" : names.front();
}

std::vector<std::string> ElfImage::needed() const {
    return dynamic_texts(DT_NEEDED);
}

std::unordered_set<std::string_view> ElfImage::dynamic_names() const {
    std::unordered_set<std::string_view> names;
    if (const Section *symbols = of_type(SHT_DYNSYM))
        each<Elf64_Sym>(symbols->contents, [&](const Elf64_Sym &symbol) {
            if (ELF64_ST_BIND(symbol.st_info) != STB_LOCAL)
                names.insert(text_at(sections_[symbols->link].contents, symbol.st_name));
        });
    return names;
}

} // namespace polder::cc
