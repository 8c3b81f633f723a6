# `cmake --install` leaves a prefix where find_package(stepline) gives
# stepline::core, and the program with its man page and completions.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(stepline_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/stepline)

install(TARGETS stepline_core EXPORT steplineTargets FILE_SET HEADERS)
if(STEPLINE_BUILD_PROGRAM)
  install(TARGETS stepline_cli)
  install(FILES ${PROJECT_BINARY_DIR}/share/stepline.1
    DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${PROJECT_BINARY_DIR}/share/stepline.bash RENAME stepline
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${PROJECT_BINARY_DIR}/share/_stepline
    DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
endif()
if(EXISTS ${PROJECT_SOURCE_DIR}/include/stepline/adapt)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/stepline/adapt
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/stepline FILES_MATCHING PATTERN "*.h")
endif()
install(EXPORT steplineTargets NAMESPACE stepline:: DESTINATION ${stepline_package_dir})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/steplineConfig.cmake.in
  ${PROJECT_BINARY_DIR}/steplineConfig.cmake
  INSTALL_DESTINATION ${stepline_package_dir})
# Before 1.0 a minor version may break the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/steplineConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/steplineConfig.cmake
  ${PROJECT_BINARY_DIR}/steplineConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/FindIsal.cmake
  DESTINATION ${stepline_package_dir})
