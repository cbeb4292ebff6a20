# The installed package: headers, static layers, robots, the command; found by find_package(erfd)
# and by pkg-config, packed by `cpack` as one .deb.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/erfd)
get_property(layers GLOBAL PROPERTY ERFD_LAYERS)

install(TARGETS ${layers} erfd_all EXPORT erfdTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT erfdTargets NAMESPACE erfd:: DESTINATION ${package_dir})
install(CODE "set(ERFD_INCLUDEDIR ${CMAKE_INSTALL_INCLUDEDIR})")
install(SCRIPT ${CMAKE_CURRENT_LIST_DIR}/install_headers.cmake)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/robots/ DESTINATION ${CMAKE_INSTALL_DATADIR}/erfd/robots)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples/programs/
  DESTINATION ${CMAKE_INSTALL_DATADIR}/erfd/programs)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(FILES ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(ERFD_APPS)
  install(TARGETS erfd_command erfd_compare RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(NOT CMAKE_CROSSCOMPILING)
    set(manual ${PROJECT_BINARY_DIR}/manual)
    set(shells ${CMAKE_INSTALL_DATADIR})
    install(DIRECTORY ${manual}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
    install(FILES ${manual}/erfd.bash DESTINATION ${shells}/bash-completion/completions RENAME erfd)
    install(FILES ${manual}/_erfd DESTINATION ${shells}/zsh/site-functions)
    install(FILES ${manual}/erfd.fish DESTINATION ${shells}/fish/vendor_completions.d)
  endif()
endif()

# Where an installed command looks for it.
if(TARGET erfd_mpi)
  install(TARGETS erfd_mpi LIBRARY DESTINATION lib/erfd COMPONENT mpi)
endif()

set(ERFD_INSTALLED_ROBOTS ${CMAKE_INSTALL_DATADIR}/erfd/robots)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/erfdConfig.cmake.in erfdConfig.cmake
  INSTALL_DESTINATION ${package_dir} PATH_VARS ERFD_INSTALLED_ROBOTS)
write_basic_package_version_file(erfdConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/erfdConfig.cmake ${PROJECT_BINARY_DIR}/erfdConfigVersion.cmake
  DESTINATION ${package_dir})

# A linker reads static libraries from left to right: the rightmost layer comes first.
set(ERFD_PC_LIBS "")
foreach(layer IN LISTS layers)
  get_target_property(type ${layer} TYPE)
  if(type STREQUAL "STATIC_LIBRARY")
    string(PREPEND ERFD_PC_LIBS "-l${layer} ")
  endif()
endforeach()
file(RELATIVE_PATH ERFD_PC_PREFIX /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
configure_file(${CMAKE_CURRENT_LIST_DIR}/erfd.pc.in erfd.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/erfd.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The ERFD authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "robot dynamics with drives: library and command")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The command needs the shared libraries only; a program that links the static layers needs these.
set(recommended "libeigen3-dev, libfmt-dev, libtinyxml2-dev")
if(TARGET erfd_mpi)  # a package of its own: nobody else needs MPI
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENTS_ALL Unspecified mpi)
  set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME erfd)
  set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_RECOMMENDS ${recommended})
  set(CPACK_DEBIAN_MPI_PACKAGE_NAME erfd-mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "erfd (= ${PROJECT_VERSION})")
  set(CPACK_COMPONENT_MPI_DESCRIPTION "lets erfd sweep share its jobs by MPI")
else()
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS ${recommended})
endif()
include(CPack)
