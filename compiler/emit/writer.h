// The writer: turns nodes into the text the back end compiles.
//
// Untouched nodes are copied through as their bytes in the source buffer. Synthetic nodes are their
// pieces and parts. The writer knows at every moment which presumed file and line the back end
// believes in. It says `# line "file" flags` where the next source text comes from somewhere else.
// So messages, debuggers and sanitizers speak of the UPC source. Source text that is left out may
// hold the markers that enter and leave headers.
//
// Invariant: before source text is written, the back end is in the inclusion that this text belongs
// to (LineMap::inclusion_at). So headers nest in the output as in the source. Held by
// tests/e2e/driver/driver_included.py.
#pragma once

#include "compiler/lex/line_marker.h"
#include "compiler/unit/context.h"

#include <string>

namespace polder::cc {

class Writer {
public:
    explicit Writer(Context &ctx) : ctx_(ctx) { out_.reserve(ctx.source.text().size() + ctx.source.text().size() / 4); }

    void node(const Node *node);
    /// Text of the source buffer between two offsets; constants that go out as their values do.
    void source(uint32_t begin, uint32_t end);
    void generated(std::string_view text);
    size_t size() const { return out_.size(); }
    std::string take() { return std::move(out_); }

private:
    void unchanged(uint32_t begin, uint32_t end);
    void piece(std::string_view view);
    void resynchronise(uint32_t offset);
    void end_directive();
    void append(std::string_view text);
    void mark(uint32_t offset);
    void nest(uint32_t offset);
    void marker(uint32_t line, std::string_view file, bool system, Nesting nesting = Nesting::none);

    Context &ctx_;
    std::string out_;
    size_t line_ = 0;          // where the last line of out_ starts; lines may be as long as the program
    uint32_t at_ = 0;          // source offset whose location the back end is at
    uint32_t extra_lines_ = 0; // newlines written since that are not in the source
    // A synthetic node begins. It may stand for a bracketed one: `return(x)` needs a blank then.
    bool apart_ = false;
};

} // namespace polder::cc
