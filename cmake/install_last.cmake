# What comes after everything else was installed: a list of it for uninstall, or, in a .deb, what Debian's policy wants of
# every package (manual pages and changelog compressed, pkg-config file where cross builds see it, no list: dpkg has its own).
string(CONFIGURE [==[
  if("$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}" MATCHES "_CPack_Packages")
    set(root "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
    find_program(gzip gzip REQUIRED)
    file(WRITE "${root}/@CMAKE_INSTALL_DOCDIR@/changelog"
      "polder (@PROJECT_VERSION@) unstable; urgency=medium\n\n  * First version; CHANGELOG.md says what it has.\n\n"
      " -- @POLDER_CONTACT@  Thu, 01 Jan 2026 00:00:00 +0000\n")
    file(GLOB pages "${root}/@CMAKE_INSTALL_MANDIR@/man?/*.?")
    foreach(page IN LISTS pages) # a page that is only ".so" of another one becomes a link
      file(STRINGS "${page}" first LIMIT_COUNT 1)
      if(first MATCHES "^[.]so man[0-9]/(.*)$")
        file(REMOVE "${page}")
        file(CREATE_LINK "${CMAKE_MATCH_1}.gz" "${page}.gz" SYMBOLIC)
        list(REMOVE_ITEM pages "${page}")
      endif()
    endforeach()
    file(MAKE_DIRECTORY "${root}/@CMAKE_INSTALL_DATADIR@/pkgconfig") # of all architectures: it finds the prefix by its own place
    foreach(name polder polder-shmem)
      file(RENAME "${root}/@CMAKE_INSTALL_LIBDIR@/pkgconfig/${name}.pc"
        "${root}/@CMAKE_INSTALL_DATADIR@/pkgconfig/${name}.pc")
    endforeach()
    file(REMOVE_RECURSE "${root}/@CMAKE_INSTALL_LIBDIR@/pkgconfig")
    execute_process(COMMAND "${gzip}" -9nf ${pages} "${root}/@CMAKE_INSTALL_DOCDIR@/changelog" COMMAND_ERROR_IS_FATAL ANY)
    configure_file("@CMAKE_SOURCE_DIR@/CHANGELOG.md" "${root}/@CMAKE_INSTALL_DOCDIR@/CHANGELOG.md" COPYONLY)
  else()
    set(names "share/polder/installed.txt")
    foreach(file IN LISTS CMAKE_INSTALL_MANIFEST_FILES)
      file(RELATIVE_PATH name "${CMAKE_INSTALL_PREFIX}" "${file}")
      list(APPEND names "${name}")
    endforeach()
    string(REPLACE ";" "\n" names "${names}")
    file(WRITE "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/share/polder/installed.txt" "${names}\n")
  endif()
]==] last @ONLY)
install(CODE "${last}")
