// What upcc reads in the objects that a linker wrote: sections, and who exports what. Anything else
// than a 64-bit ELF file of this machine's byte order is an image without sections. Nothing in a
// file is believed before it is checked.
//
// Why by hand. The compiler needs the C library alone, so it runs on any node of a cluster. The one
// other library would be libelf. The part of ELF that is read is small: section headers, a string
// table, DT_SONAME, DT_NEEDED and the dynamic symbols. The launcher also reads debug information,
// so it uses libdw.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace polder::cc {

class ElfImage {
public:
    explicit ElfImage(const std::string &path);
    ~ElfImage();
    ElfImage(const ElfImage &) = delete;
    ElfImage &operator=(const ElfImage &) = delete;

    /// e_machine; 0 of anything that is no such file.
    unsigned machine() const { return machine_; }
    /// The contents of all sections of that name, which are not compressed.
    std::vector<std::string_view> sections(std::string_view name) const;
    /// DT_SONAME; empty if there is none.
    std::string soname() const;
    /// DT_NEEDED.
    std::vector<std::string> needed() const;
    /// The names that the dynamic linker binds, whether they are defined here or not.
    std::unordered_set<std::string_view> dynamic_names() const;

private:
    std::string_view bytes(uint64_t offset, uint64_t length) const;
    std::string_view text_at(std::string_view strings, uint64_t offset) const;
    struct Section {
        std::string_view name;
        std::string_view contents;
        uint32_t type;
        uint32_t link;
    };
    const Section *of_type(uint32_t type) const;
    std::vector<std::string> dynamic_texts(int64_t tag) const;

    std::string_view file_;
    unsigned machine_ = 0;
    std::vector<Section> sections_;
};

} // namespace polder::cc
