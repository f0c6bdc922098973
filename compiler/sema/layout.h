// Record layout: size, alignment and member offsets as gcc and clang give them on x86-64 and
// aarch64 (System V ABI). Only this file knows bit-field rules. Pointers-to-shared are laid out in
// their generated representation (8 or 16 bytes).
#pragma once

#include "compiler/unit/context.h"

namespace polder::cc {

/// Completes `record`: fills size, align, complete, and offset and bit_offset of its fields; widths
/// of bit-fields must be set. `packed`, `declared_align` and `pack_limit` (from #pragma pack, 0 for
/// none) of the record and the attributes packed and aligned of its fields are honoured. Reports
/// layout_too_large at record.where.
void lay_out_record(Context &ctx, RecordDecl *record);

/// The value of an attribute `aligned` without argument: the largest useful alignment of the
/// target.
inline constexpr uint32_t biggest_alignment = 16;

/// Sets underlying, complete and the enumerators' type from their values (GNU: wider than int where
/// a value asks for it).
void lay_out_enum(Context &ctx, EnumDecl *decl);

} // namespace polder::cc
