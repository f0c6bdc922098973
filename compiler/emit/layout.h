// Layout: generated code as people read it (`upcc --trans`, -save-temps). A statement is a line,
// blocks are indented, lines have at most 100 columns.
//   before   { const long polder_end = n; for (; i < polder_end; i++) { a[i] = 1; } }
//   after    {
//                const long polder_end = n;
//                for (; i < polder_end; i++) {
//
// Lowering writes what it makes of a statement on the line of that statement. Line markers say
// where source text comes from. Layout works on the text that the writer has finished. It touches
// only items that lowering has changed.
//
// Invariant: the tokens stay the same, and so does the place of each, its file and line for the
// back end. Where a new line would count as another line of the source, a line marker says which
// one it is. Without markers the text is for readers only. Held by
// tests/unit/compiler/emit/layout.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace polder::cc {

struct TextRange {
    size_t begin;
    size_t end;
};

enum class LineMarkers : bool { none, exact };

/// `changed`: the items to lay out, in order. LineMarkers::none leaves out all markers, also
/// those outside of the items.
std::string laid_out(std::string_view text, const std::vector<TextRange> &changed, LineMarkers markers);

} // namespace polder::cc
