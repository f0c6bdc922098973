// The compilation context: everything one translation unit's passes share, and the arena its nodes
// live in.
#pragma once

#include "compiler/ast/arena.h"
#include "compiler/ast/children.h"
#include "compiler/ast/expr.h"
#include "compiler/ast/init_map.h"
#include "compiler/ast/stmt.h"
#include "compiler/diag/diag.h"
#include "compiler/lex/source.h"
#include "compiler/type/target.h"
#include "compiler/type/type.h"
#include "compiler/unit/constant_texts.h"
#include "compiler/unit/passes.h"

#include <deque>
#include <memory>
#include <string>
#include <string_view>

namespace polder::cc {

enum class BackendFamily : uint8_t { gcc, clang };

struct Options {
    uint32_t static_threads = 0; // 0: dynamic
    bool upc = true;             // false: -x c
    bool strict_default = false; // set by the headers' pragma, not by the driver
    bool fcommon = false;
    Target target;
    BackendFamily backend = BackendFamily::gcc;
    unsigned backend_version = 0; // major
    bool pic = false;
    bool c23 = false;             // the back end has C23's keywords
    bool gnu_inline = false;      // -fgnu89-inline: plain inline defines a function for all units
    bool one_node = false;        // -fupc-nodes=one: for jobs of one node only
    bool one_form = false;        // no second forms for several nodes: a line of the source is one place of the program
    bool coverage = false;        // --coverage: what has no line in the source is not counted
    unsigned level = 0;           // of -O
    bool strict_aliasing = false; // the back-end C compiler goes by types, too
    Passes passes;                // of the optimiser
    bool report = false;          // -fupc-report: what they do is written down
    bool check = false;           // -fupc-check: accesses are checked when they run
    bool debug = false;           // -g: types are named for debuggers
    std::string debugger_script;  // that gdb is told to load with -g; may be empty
};

class Context {
public:
    Context(Source &s, Diagnostics &d, Options o) : source(s), diags(d), options(o), types(s, o.target) {}

    Source &source;
    Diagnostics &diags;
    Options options;
    TypeTable types;
    TranslationUnit *unit = nullptr;
    InitMap init_leaves; // filled by sema for static objects of UPC code
    LiteralInitMap literal_leaves;
    ConstantTexts constants; // operands of attributes that go out as their values
    std::string report;      // with -fupc-report: its lines, from lower_translation_unit
    bool carries_vectors =
        false; // a loop of `apart` reads elements that lie vectors apart: what gcc is told depends on it
    bool makes_streams = false;     // that lead to memory or functions of the program (library_calls.h)
    bool misses_extensions = false; // a name was used that other compilers' <upc.h> declares, and ours does not

    template <class T, class... A> T *make(A &&...args) { return jobs_.make<T>(std::forward<A>(args)...); }
    std::string_view keep(std::string text) { return strings_.emplace_back(std::move(text)); }

private:
    Arena jobs_;
    std::deque<std::string> strings_;
};

/// The tree as text, one line a node: kind, type, name; indented by depth (--dump-ast).
std::string dump_translation_unit(Context &ctx);

} // namespace polder::cc
