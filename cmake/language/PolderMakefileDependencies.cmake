# Headers of UPC files, for Makefile generators of CMake before 3.20. Those scan sources for headers
# themselves, and only of languages that CMake has built in.
#
# Here the compiler writes a *note* beside each object: the files that it read.
#   1. Each run of CMake reads all notes. It removes an object that is older than a file of its note,
#      so make compiles that object again.
#   2. The configuration depends on all files of the notes. So make runs CMake again, before anything
#      else, when one of these files has changed.
#   3. Each compilation touches the file POLDER_COMPILED, on which the configuration depends as well.
#      So the next build runs CMake, which reads the new notes.
# Invariant: when make looks at an object, step 1 has seen all changes since the object was made.
# Proof: CMake has read the note once since it was written (3), and again after each change of a file
# that the note names (2).
set(POLDER_COMPILED "${CMAKE_BINARY_DIR}${CMAKE_FILES_DIRECTORY}/polder_compiled")
set(POLDER_NOTE " -MD -MT <OBJECT> -MF <OBJECT>.upc.d")
set(POLDER_AFTER "\"${CMAKE_COMMAND}\" -E touch \"${POLDER_COMPILED}\"")

# The files that an object was made from but for its source, which make knows.
function(polder_read_note note result)
  string(REGEX REPLACE "/CMakeFiles/[^/]+\\.dir/.*$" "" folder "${note}") # where the compiler ran
  file(READ "${note}" text)
  string(REPLACE "\\\n" " " text "${text}")
  string(REPLACE "$$" "$" text "${text}")
  separate_arguments(words UNIX_COMMAND "${text}")
  set(files)
  foreach(word IN LISTS words)
    get_filename_component(file "${word}" ABSOLUTE BASE_DIR "${folder}")
    list(APPEND files "${file}")
  endforeach()
  list(LENGTH files count)
  if(count GREATER 1)
    list(REMOVE_AT files 0 1) # the target and the source
  else()
    set(files)
  endif()
  set(${result} "${files}" PARENT_SCOPE)
endfunction()

function(polder_look_at_headers)
  if(NOT EXISTS "${POLDER_COMPILED}")
    file(WRITE "${POLDER_COMPILED}" "")
  endif()
  set(watched "${POLDER_COMPILED}")
  file(GLOB_RECURSE notes "${CMAKE_BINARY_DIR}/*.upc.d")
  foreach(note IN LISTS notes)
    string(REGEX REPLACE "\\.upc\\.d$" "" object "${note}")
    polder_read_note("${note}" files)
    foreach(file IN LISTS files)
      # This test also holds for two files of the same time.
      if(NOT EXISTS "${file}" OR NOT "${object}" IS_NEWER_THAN "${file}")
        file(REMOVE "${object}" "${note}")
        set(files)
        break()
      endif()
    endforeach()
    list(APPEND watched ${files})
  endforeach()
  list(REMOVE_DUPLICATES watched)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${watched})
endfunction()

polder_look_at_headers()
