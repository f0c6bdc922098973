# CPack calls ldconfig when a .deb is installed and removed, because it takes lib/polder for a folder that ld.so searches. It is not one, so the
# two scripts go: the package is unpacked and packed again without them.
find_program(dpkg_deb dpkg-deb)
foreach(package IN LISTS CPACK_PACKAGE_FILES)
  if(package MATCHES "[.]deb$" AND dpkg_deb)
    set(tree "${CPACK_TOPLEVEL_DIRECTORY}/without_scripts")
    file(REMOVE_RECURSE "${tree}")
    execute_process(COMMAND "${dpkg_deb}" -R "${package}" "${tree}" COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE "${tree}/DEBIAN/postinst" "${tree}/DEBIAN/postrm")
    execute_process(COMMAND "${dpkg_deb}" --root-owner-group -b "${tree}" "${package}" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE_RECURSE "${tree}")
  endif()
endforeach()
