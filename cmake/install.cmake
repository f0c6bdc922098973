# An ordinary prefix: bin/, include/, lib/, share/man/; a pkg-config file and a CMake package; and a .deb of the same.
include(CMakePackageConfigHelpers)

foreach(program upcc upcrun polder_tool)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endforeach()
if(TARGET polder)
  install(TARGETS polder ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(FILES ${CMAKE_BINARY_DIR}/lib/polder/core.o DESTINATION ${CMAKE_INSTALL_LIBDIR}/polder)
endif()
if(TARGET polder_shared)
  install(TARGETS polder_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/polder)
endif()
if(TARGET polder_shmem_shared)
  install(TARGETS polder_shmem_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/polder)
endif()
if(TARGET polder_conduit_ofi)
  install(TARGETS polder_conduit_ofi polder_stub_psm polder_stub_psm2 LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/polder)
endif()
if(TARGET polder_module)
  install(FILES ${CMAKE_BINARY_DIR}/lib/polder/module.o DESTINATION ${CMAKE_INSTALL_LIBDIR}/polder)
endif()
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h"
  PATTERN "*.fh" PATTERN "*.f90")
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 FILES_MATCHING PATTERN "*.1")
foreach(other oshc++ oshcxx oshfort) # names of the compiler of OpenSHMEM for C++ and Fortran
  install(FILES ${CMAKE_SOURCE_DIR}/docs/man/oshcc.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 RENAME ${other}.1)
endforeach()
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man3 FILES_MATCHING PATTERN "*.3")
include(${CMAKE_CURRENT_LIST_DIR}/install_data.cmake)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

# What was installed stands in the prefix itself, so that it can be taken away again, also when the prefix was moved.
add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} -DPREFIX=${CMAKE_INSTALL_PREFIX} -P ${CMAKE_SOURCE_DIR}/cmake/uninstall.cmake
  COMMENT "Removing Polder from ${CMAKE_INSTALL_PREFIX}" VERBATIM)

# These files find the prefix from their own place, so a moved prefix keeps working.
file(RELATIVE_PATH POLDER_PREFIX_FROM_PC ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
foreach(name polder polder-shmem)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/${name}.pc.in ${CMAKE_BINARY_DIR}/${name}.pc @ONLY)
endforeach()
install(FILES ${CMAKE_BINARY_DIR}/polder.pc ${CMAKE_BINARY_DIR}/polder-shmem.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set(POLDER_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Polder)
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/PolderConfig.cmake.in ${CMAKE_BINARY_DIR}/PolderConfig.cmake
  INSTALL_DESTINATION ${POLDER_PACKAGE_DIR}
  PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/PolderConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/PolderConfig.cmake ${CMAKE_BINARY_DIR}/PolderConfigVersion.cmake
  DESTINATION ${POLDER_PACKAGE_DIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/cmake/language DESTINATION ${POLDER_PACKAGE_DIR})
set(POLDER_SHMEM_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/OpenSHMEM)
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/OpenSHMEMConfig.cmake.in
  ${CMAKE_BINARY_DIR}/OpenSHMEMConfig.cmake
  INSTALL_DESTINATION ${POLDER_SHMEM_PACKAGE_DIR}
  PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/OpenSHMEMConfigVersion.cmake VERSION 1.6
  COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_BINARY_DIR}/OpenSHMEMConfig.cmake ${CMAKE_BINARY_DIR}/OpenSHMEMConfigVersion.cmake
  DESTINATION ${POLDER_SHMEM_PACKAGE_DIR})

set(POLDER_CONTACT "The Polder authors <polder@example.org>")
include(${CMAKE_CURRENT_LIST_DIR}/install_last.cmake)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME polder)
set(CPACK_PACKAGE_CONTACT "${POLDER_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "UPC compiler and launcher")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"UPC 1.3 compiler (upcc), launcher (upcrun) and runtime. One program runs on
processes, threads or any mix, chosen at launch.")
# The back-end C compiler, and the C library to link with; the rest is what the two programs link with.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "gcc | clang, libc6-dev")
find_program(POLDER_SHLIBDEPS dpkg-shlibdeps)
if(POLDER_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
else()
  string(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS ", libc6, libstdc++6, libgcc-s1, libhwloc15, libdw1 | libdw1t64")
endif()
set(CPACK_POST_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/deb_last.cmake)
include(CPack)
