// Where words of UPC are keywords: not in system headers that are C (upc_headers.h), and not
// between `#pragma upc c_code` and `#pragma upc upc_code`.
#pragma once

#include "compiler/lex/token.h"
#include "compiler/lex/upc_headers.h"

namespace polder::cc {

class WordRegions {
public:
    /// `upc` false: nowhere in the unit.
    explicit WordRegions(bool upc) : upc_(upc), has_keywords_(upc) {}

    /// A line marker enters, leaves or resumes a file.
    void move_to(std::string_view file, bool system) { headers_.move_to(file, system); }
    /// A line marker says whether what follows comes from a system header.
    void set_system(bool flag) {
        is_system_ = headers_.comes_from_system(flag);
        has_keywords_ = upc_ && words_ == Words::upc && !(is_system_ && headers_.in_system_header());
    }
    void begin_c_code() {
        if (words_ == Words::upc) words_ = Words::c_here;
        set_system(is_system_);
    }
    void end_c_code() {
        if (words_ == Words::c_here) words_ = Words::upc;
        set_system(is_system_);
    }
    /// The whole unit has words of C only (polder/shmem/pe_threads.h).
    void make_plain() {
        words_ = Words::c;
        has_keywords_ = false;
    }

    bool has_keywords() const { return has_keywords_; }
    bool is_system() const { return is_system_; }
    /// Flags of tokens here.
    uint8_t flags() const {
        return static_cast<uint8_t>((is_system_ ? Token::in_system_header : 0) |
                                    (words_ == Words::c_here ? Token::in_c_code : 0));
    }

private:
    enum class Words : uint8_t { upc, c_here, c }; // c_here: until `#pragma upc upc_code`; c: in the whole unit

    const bool upc_;
    Words words_ = Words::upc;
    UpcHeaders headers_;
    bool is_system_ = false;
    bool has_keywords_;
};

} // namespace polder::cc
