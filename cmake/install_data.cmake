# What is made when it is installed, from the same sources the programs are made from: editors' syntax files, shell completions, a
# link page of the manual for each library function. Also the extension of gdb.
install(DIRECTORY ${CMAKE_SOURCE_DIR}/tools/gdb/ DESTINATION ${CMAKE_INSTALL_DATADIR}/polder/gdb
  FILES_MATCHING PATTERN "*.py" PATTERN "*.gdb" PATTERN "__pycache__" EXCLUDE PATTERN "polder-gdb.py" EXCLUDE)
install(FILES ${CMAKE_SOURCE_DIR}/tools/gdb/polder-gdb.py DESTINATION ${CMAKE_INSTALL_DATADIR}/gdb/auto-load)

install(DIRECTORY ${CMAKE_SOURCE_DIR}/tools/editors/clangd DESTINATION ${CMAKE_INSTALL_DATADIR}/polder
  FILES_MATCHING PATTERN "*.py" PATTERN "*.h" PATTERN "__pycache__" EXCLUDE)

find_program(POLDER_PYTHON python3)
if(POLDER_PYTHON)
  set(POLDER_MADE ${CMAKE_BINARY_DIR}/made_for_install)
  install(CODE "
    file(REMOVE_RECURSE \"${POLDER_MADE}\")
    execute_process(COMMAND \"${POLDER_PYTHON}\" \"${CMAKE_SOURCE_DIR}/tools/editors/generate.py\" --cc \"${CMAKE_C_COMPILER}\"
      \"${POLDER_MADE}/share\" COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND \"${POLDER_PYTHON}\" \"${CMAKE_SOURCE_DIR}/tools/completion/generate.py\" --upcc
      \"${CMAKE_BINARY_DIR}/bin/upcc\" --upcrun \"${CMAKE_BINARY_DIR}/bin/upcrun\" \"${POLDER_MADE}/share\" COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND \"${POLDER_PYTHON}\" \"${CMAKE_SOURCE_DIR}/tools/manual/links.py\" --cc \"${CMAKE_C_COMPILER}\"
      \"${POLDER_MADE}/man3\" COMMAND_ERROR_IS_FATAL ANY)
  ")
  install(DIRECTORY ${POLDER_MADE}/share/ DESTINATION ${CMAKE_INSTALL_DATADIR})
  install(DIRECTORY ${POLDER_MADE}/man3/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man3)
endif()
