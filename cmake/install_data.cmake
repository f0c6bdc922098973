# What is made when it is installed, from the same sources the programs are made from: editors' syntax files, shell completions, a
# link page of the manual for each library function, the guides as text and as a site. Also the extension of gdb.
install(DIRECTORY ${CMAKE_SOURCE_DIR}/tools/gdb/ DESTINATION ${CMAKE_INSTALL_DATADIR}/polder/gdb
  FILES_MATCHING PATTERN "*.py" PATTERN "*.gdb" PATTERN "__pycache__" EXCLUDE PATTERN "polder-gdb.py" EXCLUDE)
install(FILES ${CMAKE_SOURCE_DIR}/tools/gdb/polder-gdb.py DESTINATION ${CMAKE_INSTALL_DATADIR}/gdb/auto-load)

install(DIRECTORY ${CMAKE_SOURCE_DIR}/tools/editors/clangd DESTINATION ${CMAKE_INSTALL_DATADIR}/polder
  FILES_MATCHING PATTERN "*.py" PATTERN "*.h" PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/tools/editors/tree-sitter-upc DESTINATION ${CMAKE_INSTALL_DATADIR}/polder
  PATTERN "node_modules" EXCLUDE PATTERN "src" EXCLUDE PATTERN "package-lock.json" EXCLUDE)

find_program(POLDER_PYTHON python3)
if(POLDER_PYTHON)
  string(CONFIGURE [==[
    string(RANDOM LENGTH 8 made) # installations of one build tree may run at the same time
    set(made "@CMAKE_BINARY_DIR@/made_for_install.${made}")
    set(source "@CMAKE_SOURCE_DIR@")
    execute_process(COMMAND "@POLDER_PYTHON@" "${source}/tools/editors/generate.py" --cc "@CMAKE_C_COMPILER@" "${made}/share"
      COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND "@POLDER_PYTHON@" "${source}/tools/completion/generate.py" --upcc "@POLDER_HOST_BIN@/upcc"
      --upcrun "@POLDER_HOST_BIN@/upcrun" "${made}/share" COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND "@POLDER_PYTHON@" "${source}/tools/manual/links.py" --cc "@CMAKE_C_COMPILER@" "${made}/man3"
      COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND "@POLDER_PYTHON@" "${source}/tools/site/generate.py" --version "@PROJECT_VERSION@" --html "@POLDER_HTML@"
      "${made}/doc" COMMAND_ERROR_IS_FATAL ANY)
    if(CMAKE_INSTALL_PREFIX MATCHES "/usr$" AND EXISTS /etc/debian_version) # zsh of Debian looks for those of packages there
      file(RENAME "${made}/share/zsh/site-functions" "${made}/share/zsh/vendor-completions")
    endif()
    file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/@CMAKE_INSTALL_DATADIR@" TYPE DIRECTORY FILES "${made}/share/")
    file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/@CMAKE_INSTALL_DOCDIR@" TYPE DIRECTORY FILES "${made}/doc/")
    file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/@CMAKE_INSTALL_MANDIR@/man3" TYPE DIRECTORY FILES "${made}/man3/")
    file(REMOVE_RECURSE "${made}")
  ]==] data @ONLY)
  install(CODE "${data}")
endif()
