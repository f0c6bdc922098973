// What the parser collects while it reads a declaration, before there is a type: qualifier lists
// and declarator chunks.
//
// A declarator is a list of chunks ordered from the name outward: `*a[3]` is {array 3, pointer}.
// The type is built from the specifiers' type by applying the chunks from last to first. So the
// chunk applied first is the one nearest the specifiers.
#pragma once

#include "compiler/sema/names/scope.h"

#include <vector>

namespace polder::cc {

enum class LayoutKind : uint8_t { none, indefinite, block, star };

/// One list of type qualifiers: of the specifiers, behind a `*`, or inside the [] of a parameter.
struct Qualifiers {
    uint8_t bits = 0; // const volatile restrict atomic strict relaxed
    bool shared = false;
    bool bad = false; // an error was reported for this list
    LayoutKind layout = LayoutKind::none;
    uint64_t block = 0; // LayoutKind::block
    TokenIndex shared_token = 0;
    TokenIndex reference_token = 0; // strict or relaxed
    std::vector<TokenRange> upc_tokens;
    std::vector<Expr *> exprs;
};

enum class ChunkKind : uint8_t { pointer, array, function };

struct Chunk {
    ChunkKind kind = ChunkKind::pointer;
    TokenIndex token = 0; // the *, [ or (
    Qualifiers qualifiers;
    // array
    Expr *size = nullptr;
    bool star = false; // [*] in a prototype
    // function
    std::vector<ParamDecl *> params;
    bool variadic = false;
    bool prototyped = true;
    bool identifier_list = false; // K&R names
    std::vector<Scopes::Saved> scope;
};

struct ParsedDeclarator {
    Declarator *node = nullptr;
    Name name = Name::none;
    std::vector<Chunk> chunks;
    bool pending_star = false; // shared [*]: the block is known when the type is complete
    bool is_function_declarator() const { return !chunks.empty() && chunks.front().kind == ChunkKind::function; }
};

/// Specifiers together with what only sema asks for.
struct ParsedSpecifiers {
    Qualifiers qualifiers;
    bool explicit_layout = false; // here or in a typedef that is named
    bool implicit_int = false;
    bool has_type = false;
    bool is_auto_type = false;
    bool bad = false;
};

} // namespace polder::cc
