// The comparison of what linked units say about each shared object (lower/decl/link_records.cc).
//
// A record is a string of the section .polder.shared. Its fields are separated by the byte 31:
//
//   1   name
//   2   D (defines) or U (uses)
//   3   static THREADS, or 0
//   4   block
//   5   extents
//   6   qualifiers
//   7   bytes of an element
//   8   hash of the element's type
//   9   the type as written
//   10  file
//   11  line
//
// An extent is a number, a number and `T` (times THREADS), or `?` (not said), each followed by a
// blank. A record without a name speaks of a whole unit: T, static THREADS, main file.
//
// The output of the link is read, not its inputs. It holds the records of exactly those objects and
// archive members that were linked. With -flto there are none before. Records of shared libraries
// come from the libraries themselves, and of those alone that the output needs. Only names that the
// dynamic linker can bind across libraries count.
#pragma once

#include "compiler/driver/line/command_line.h"

#include <string>

namespace polder::cc {

/// Compares the records of `output` and of the shared libraries that `words`, the command of the
/// link, found for it. Says what does not agree; false if that is an error.
bool check_linked_declarations(const std::string &output, const std::vector<std::string> &words,
                               const CommandLine &line);

} // namespace polder::cc
