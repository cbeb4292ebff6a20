# At -O3 GCC 12 sees uninitialised reads in std::variant, overlapping copies in std::string + (its bug 105651) and
# reads beyond three floats in Eigen vectors that are none; the sanitizers look for real ones.
set(ERFD_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds> $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>
    # std::stable_sort of libstdc++ 12 calls what C++17 deprecated.
    $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)

# erfd_layer(name [INTERFACE] SOURCES … DEPENDS … PRIVATE_DEPENDS … BUILD_DEPENDS …)
# One layer of the house: target erfd_<name>, alias erfd::<name>, its headers in include/erfd/<name>/.
#   DEPENDS          layers to the left and what public headers include
#   PRIVATE_DEPENDS  libraries that only the bodies use; users of the static layer still link them
#   BUILD_DEPENDS    header-only libraries that only the bodies include; users never need them
function(erfd_layer name)
  cmake_parse_arguments(LAYER "INTERFACE" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS;BUILD_DEPENDS" ${ARGN})
  set(target erfd_${name})
  if(LAYER_INTERFACE)
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  else()
    add_library(${target} STATIC ${LAYER_SOURCES})
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE ${LAYER_PRIVATE_DEPENDS})
    foreach(library IN LISTS LAYER_BUILD_DEPENDS)
      target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:${library}>)
    endforeach()
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_compile_options(${target} PRIVATE ${ERFD_WARNINGS})
  endif()
  add_library(erfd::${name} ALIAS ${target})
  target_compile_features(${target} ${scope} cxx_std_20)
  target_link_libraries(${target} ${scope} ${LAYER_DEPENDS})
  target_include_directories(${target} ${scope}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  set_property(GLOBAL APPEND PROPERTY ERFD_LAYERS ${target})
endfunction()

# erfd::erfd, all layers in one name.
function(erfd_all_layers)
  get_property(layers GLOBAL PROPERTY ERFD_LAYERS)
  add_library(erfd_all INTERFACE)
  add_library(erfd::erfd ALIAS erfd_all)
  target_link_libraries(erfd_all INTERFACE ${layers})
  set_target_properties(erfd_all PROPERTIES EXPORT_NAME erfd)
endfunction()

# Flags of the engine's kernels (bench/run instructions and peers measure them). On other processors
# than x86 the file is empty. No flag lets a NaN or an infinity go unnoticed.
function(erfd_engine_flags source)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(flags -O3 -mavx2 -mfma -ffp-contract=fast -fno-math-errno -fno-trapping-math
        -fno-signed-zeros)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      list(APPEND flags -fno-tree-slp-vectorize -fschedule-insns -fsched-pressure)
    endif()
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${flags}")
  endif()
endfunction()
