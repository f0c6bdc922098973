// A text through lex, parse and sema, for tests that look at the tree, the messages or the
// generated C.
#pragma once

#include "compiler/driver/compile/translate.h"
#include "compiler/parse/parse.h"
#include "compiler/unit/context.h"

#include <string>
#include <utility>

namespace polder::cc::test {

struct FrontEnd {
    Source source;
    Diagnostics diags;
    Context ctx;

    FrontEnd(std::string text, const char *file, const Options &options)
        : source(std::move(text), file, options.upc), diags(source), ctx(source, lexed(), options) {
        parse_translation_unit(ctx);
    }

private:
    Diagnostics &lexed() {
        source.lex(diags);
        return diags;
    }
};

inline Options plain_c() {
    Options options;
    options.upc = false;
    return options;
}

inline Options upc_for(uint32_t static_threads) {
    Options options;
    options.static_threads = static_threads;
    return options;
}

} // namespace polder::cc::test
