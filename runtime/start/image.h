// Image: the variables of static storage duration of the program itself (.data, .bss), moved into
// the segment.
//
// A language whose static variables are remotely accessible (OpenSHMEM's symmetric objects) asks
// for it by defining polder_wants_image. The segment then has room for the image behind the static
// shared objects. At the start the image is copied there. That part of the segment is mapped once
// more over the place where the program expects its variables. So `&x` stays what it was. Other
// processes reach x as the owner's segment plus an offset, which is the same everywhere, wherever
// each process was loaded.
//
//   program's pages     ... | relro | .data .bss |            one executable, loaded anywhere (PIE)
//                                      || the same pages
//   segment             control | static shared objects | image | heaps ...
//
// Rules.
//   - The image is whole pages. It goes from the end of what the loader makes read-only to the end
//     of the program's last writable segment. All processes run the same executable: its length is
//     part of the layout's hash.
//   - It is moved once, before the library starts threads. A thread that the program or another
//     library has started before must not write the program's static variables meanwhile. Variables
//     of shared libraries are not concerned.
//   - Where a process has several threads, the variables of all but its first lie at the image's
//     place in the thread's segment (copies.cc). Nothing is mapped twice there.
//   - A child of fork has private variables, with the values at the moment of the fork. It has no
//     part in those of the job. That holds for the variables of each thread.
//   - Core files have the image: it stands in them at the program's own addresses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace polder::start {

struct ImagePlace {
    std::uintptr_t first = 0; // in this process, as the program names it
    std::size_t bytes = 0;    // 0: the image was not moved
    std::uint64_t offset = 0; // in each segment
};

// Adds the image to the static data of a segment, if it is wanted; the new size. Mixes its length
// into *hash.
std::size_t image_lay_out(std::size_t static_bytes, std::uint64_t *hash);
// Moves it; after segment_attach. Errors end the job.
void image_move();
const ImagePlace &image_place();
// What the front end that wants the image says about several threads in a process; null: none does.
const char *image_advice();
// From the program's name of a variable to that of the thread's own, for all threads of this
// process but the first.
long image_distance(unsigned thread);

} // namespace polder::start
