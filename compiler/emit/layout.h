// Layout: generated code as people read it (`--trans`, -save-temps). A statement a line, blocks indented, lines of at most 100 columns.
//   before   { const long polder_end = n; for (long polder_k = 0; ...) { a[i] = 1; } }     on the line of the upc_forall
//   after    {
//                const long polder_end = n;
//                for (long polder_k = 0; ...) {
//
// Lowering writes what it makes of a statement on the line of that statement, as line markers say where source text comes from.
// Layout works on the text that the writer has finished, and touches only items that lowering has changed.
// Invariant: the tokens stay the same, and so does the place (file and line) that the back end believes each of them to have:
// where a new line would be another line of the source, a line marker says which one it is. Markers may be left out, for readers.
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

/// `changed`: the items to lay out, in order. With LineMarkers::none all line markers go, also those outside of the items.
std::string laid_out(std::string_view text, const std::vector<TextRange> &changed, LineMarkers markers);

} // namespace polder::cc
