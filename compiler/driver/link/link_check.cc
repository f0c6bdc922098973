// Reads the records of the output and of its shared libraries, and compares them name by name.
#include "compiler/driver/link/link_check.h"

#include "compiler/driver/back_end/elf_image.h"
#include "compiler/driver/system/message.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <unistd.h>
#include <unordered_set>

namespace polder::cc {
namespace {

constexpr char separator = '\x1f';
constexpr const char *section_name = ".polder.shared";

struct Record {
    std::string_view name;
    std::string_view kind;
    std::string_view threads;
    std::string_view block;
    std::string_view extents;
    std::string_view qualifiers;
    std::string_view element_bytes;
    std::string_view element_hash;
    std::string_view type;
    std::string_view file;
    std::string_view line;

    bool defines() const { return kind == "D"; }
    std::string place() const { return std::string(file) + ":" + std::string(line); }
};

/// False for what is no record of this version.
bool read_record(std::string_view text, Record &record) {
    std::vector<std::string_view> fields;
    for (size_t at = 0; at <= text.size();) {
        const size_t end = std::min(text.find(separator, at), text.size());
        fields.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    if (fields.size() == 4 && fields[0].empty() && fields[1] == "T") {
        record = {};
        record.kind = fields[1];
        record.threads = fields[2];
        record.file = fields[3];
        return true;
    }
    if (fields.size() != 11 || fields[0].empty()) return false;
    record = {fields[0], fields[1], fields[2], fields[3], fields[4], fields[5],
              fields[6], fields[7], fields[8], fields[9], fields[10]};
    return true;
}

template <class F> void each_record(const ElfImage &image, F f) {
    for (const std::string_view section : image.sections(section_name))
        for (size_t at = 0; at < section.size();) {
            const size_t end = std::min(section.find('\0', at), section.size());
            Record record;
            if (end > at && read_record(section.substr(at, end - at), record)) f(record);
            at = end + 1;
        }
}

// ---- shared libraries ----

bool is_file(const std::string &path) {
    return access(path.c_str(), R_OK) == 0;
}

/// The shared libraries that a link command may have found: files named, and libraries in the
/// folders named.
std::vector<std::string> library_candidates(const std::vector<std::string> &words) {
    std::vector<std::string> folders;
    std::vector<std::string> names;
    std::vector<std::string> files;
    for (size_t i = 0; i < words.size(); ++i) {
        const std::string &word = words[i];
        const bool alone = word.size() == 2 && i + 1 < words.size();
        if (word.rfind("-L", 0) == 0)
            folders.push_back(alone ? words[++i] : word.substr(2));
        else if (word.rfind("-l", 0) == 0)
            names.push_back(alone ? words[++i] : word.substr(2));
        else if (word[0] != '-' && word.find(".so") != std::string::npos)
            files.push_back(word);
    }
    for (const std::string &name : names)
        for (const std::string &folder : folders) {
            const std::string file = folder + "/" + (name[0] == ':' ? name.substr(1) : "lib" + name + ".so");
            if (!is_file(file)) continue;
            files.push_back(file);
            break;
        }
    return files;
}

std::string last_part(const std::string &path) {
    return path.substr(path.rfind('/') + 1);
}

/// The images behind the records: the output, and the libraries it needs.
std::vector<std::unique_ptr<ElfImage>> images_of(const std::string &output, const std::vector<std::string> &words) {
    std::vector<std::unique_ptr<ElfImage>> images;
    images.push_back(std::make_unique<ElfImage>(output));
    const std::vector<std::string> needed = images.front()->needed();
    for (const std::string &file : library_candidates(words)) {
        auto library = std::make_unique<ElfImage>(file);
        if (library->sections(section_name).empty()) continue;
        const std::string soname = library->soname();
        const auto is_it = [&](const std::string &name) {
            return soname.empty() ? last_part(name) == last_part(file) : name == soname;
        };
        if (std::any_of(needed.begin(), needed.end(), is_it)) images.push_back(std::move(library));
    }
    return images;
}

// ---- comparison ----

std::vector<std::string_view> extents_of(const Record &r) {
    std::vector<std::string_view> extents;
    for (size_t at = 0; at < r.extents.size();) {
        const size_t end = std::min(r.extents.find(' ', at), r.extents.size());
        extents.push_back(r.extents.substr(at, end - at));
        at = end + 1;
    }
    return extents;
}

bool same_extents(const Record &a, const Record &b) {
    const std::vector<std::string_view> x = extents_of(a);
    const std::vector<std::string_view> y = extents_of(b);
    if (x.size() != y.size()) return false;
    for (size_t i = 0; i < x.size(); ++i)
        if (x[i] != y[i] && x[i] != "?" && y[i] != "?") return false;
    return true;
}

std::string block_text(std::string_view block) {
    return block == "0" ? "indefinite" : std::string(block);
}

/// The first thing in which two declarations of a name are not compatible (C11 6.2.7, UPC 1.3
/// 6.5.1.1); empty if they are.
std::string difference(const Record &a, const Record &b) {
    // "0": a structure whose members are not known there.
    const bool known = a.element_bytes != "0" && b.element_bytes != "0";
    if (known && a.element_bytes != b.element_bytes)
        return "elements of " + std::string(a.element_bytes) + " and " + std::string(b.element_bytes) + " bytes";
    if (known && a.element_hash != b.element_hash)
        return a.type == b.type ? "structures of different members" : "element types";
    if (a.block != b.block) return "block sizes " + block_text(a.block) + " and " + block_text(b.block);
    if (!same_extents(a, b)) return "numbers of elements";
    if (a.qualifiers != b.qualifiers) return "qualifiers";
    return "";
}

std::string threads_text(std::string_view threads) {
    return threads == "0" ? "any number of threads" : std::string(threads) + " threads (-fupc-threads)";
}

class Comparison {
public:
    explicit Comparison(const CommandLine &line) : level_(line.messages.switches[DiagId::upc_shared_mismatch]) {
        using Level = WarningSwitches::Level;
        fails_ = level_ == Level::usual || level_ == Level::error;
    }
    bool wanted() const { return level_ != WarningSwitches::Level::off; }
    void add(const Record &r) {
        if (r.kind == "T")
            units_.emplace(std::string(r.threads), r);
        else
            by_name_[r.name].push_back(r);
    }
    bool agree();

private:
    void compare(const std::vector<Record> &records);
    void say(const std::string &place, const std::string &text, const char *kind = nullptr);

    const WarningSwitches::Level level_;
    bool fails_ = true;
    bool good_ = true;
    std::map<std::string_view, std::vector<Record>> by_name_;
    std::map<std::string, Record> units_; // the first for each number of threads
};

void Comparison::say(const std::string &place, const std::string &text, const char *kind) {
    if (!kind) {
        kind = fails_ ? "error" : "warning";
        good_ = false;
    }
    fprintf(stderr, "%s: %s: %s\n", place.c_str(), kind, text.c_str());
}

void Comparison::compare(const std::vector<Record> &records) {
    const auto says_more = [](const Record &a, const Record &b) {
        const auto rank = [](const Record &r) {
            return (r.defines() ? 4 : 0) + (r.element_bytes != "0" ? 2 : 0) +
                   (r.extents.find('?') == std::string_view::npos);
        };
        return rank(a) > rank(b);
    };
    const Record &reference = *std::min_element(records.begin(), records.end(), says_more);
    std::unordered_set<std::string> said;
    for (const Record &r : records) {
        const std::string what = difference(r, reference);
        if (what.empty() || !said.insert(r.place()).second) continue;
        say(r.place(), "'" + std::string(r.name) + "' is declared '" + std::string(r.type) + "' here, but '" +
                           std::string(reference.type) + "' in " + reference.place() + ": " + what + " differ [-W" +
                           (fails_ ? "error=" : "") + warning_name(DiagId::upc_shared_mismatch) + "]");
        say(reference.place(),
            "'" + std::string(r.name) + "' is " + (reference.defines() ? "defined" : "declared") + " here", "note");
    }
}

bool Comparison::agree() {
    if (units_.size() > 1) {
        const Record &a = units_.begin()->second;
        const Record &b = std::next(units_.begin())->second;
        say(std::string(b.file), "compiled for " + threads_text(b.threads) + ", but " + std::string(a.file) + " for " +
                                     threads_text(a.threads));
        advise("compile all sources of a program with the same -fupc-threads, or all without");
    } else {
        for (const auto &[name, records] : by_name_)
            compare(records);
        if (!good_)
            advise("declare shared objects in one header, which all sources that use them and the one that defines "
                   "them include");
    }
    return good_ || !fails_;
}

} // namespace

bool check_linked_declarations(const std::string &output, const std::vector<std::string> &words,
                               const CommandLine &line) {
    Comparison comparison(line);
    if (!comparison.wanted()) return true;
    const std::vector<std::unique_ptr<ElfImage>> images = images_of(output, words);
    for (const std::unique_ptr<ElfImage> &image : images) {
        const bool library = image != images.front();
        const std::unordered_set<std::string_view> bound =
            library ? image->dynamic_names() : std::unordered_set<std::string_view>();
        each_record(*image, [&](const Record &r) {
            if (!library || r.kind == "T" || bound.count(r.name)) comparison.add(r);
        });
    }
    return comparison.agree();
}

} // namespace polder::cc
