// PrivateData: static and file-scope objects that every UPC thread has a copy of.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

/// Where private data lies.
enum class Placement : uint8_t { none, data, zero, constant };

class PrivateData : public Lowering {
public:
    using Lowering::Lowering;

    bool is_private(VarDecl *v);
    Placement placement(VarDecl *v);
    Node *private_use(VarDecl *v);
    Node *private_array(VarDecl *v);
    std::string copy_of(VarDecl *v, bool decayed = false);
    std::string attribute(VarDecl *v, Placement where);
    void mark(VarDecl *v);
    bool shadows(VarDecl *v);
    std::string private_text(VarDecl *v);

private:
    std::string delta(VarDecl *v);
};

} // namespace polder::cc
