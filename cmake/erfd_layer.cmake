# Files that are compiled as one see each other's names: only those of a function count there.
if(NOT CMAKE_UNITY_BUILD)
  set(shadow -Wshadow)
else()
  set(shadow $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local>)
endif()
# At -O3 GCC 12 sees uninitialised reads in std::variant, overlapping copies in std::string + (its bug 105651) and
# reads beyond three floats in Eigen vectors that are none; the sanitizers look for real ones.
set(ERFD_WARNINGS -Wall -Wextra -Wpedantic ${shadow} -Wconversion -Wno-sign-conversion
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds> $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>
    # std::stable_sort of libstdc++ 12 calls what C++17 deprecated.
    $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)

# Code that runs once a file: -O1 compiles in less time.
set(ERFD_COLD $<$<CONFIG:Release>:-O1>)

# erfd_layer(name [COLD] SOURCES … DEPENDS … PRIVATE_DEPENDS … BUILD_DEPENDS …)
# One layer of the house: target erfd_<name>, alias erfd::<name>, its headers in include/erfd/<name>/.
#   COLD             runs once a file, not once a cycle
#   DEPENDS          layers to the left and what public headers include
#   PRIVATE_DEPENDS  libraries that only the bodies use; users of the static layer still link them
#   BUILD_DEPENDS    header-only libraries that only the bodies include; users never need them
function(erfd_layer name)
  cmake_parse_arguments(LAYER "COLD" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS;BUILD_DEPENDS" ${ARGN})
  set(target erfd_${name})
  add_library(${target} STATIC ${LAYER_SOURCES})
  target_link_libraries(${target} PRIVATE ${LAYER_PRIVATE_DEPENDS})
  foreach(library IN LISTS LAYER_BUILD_DEPENDS)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:${library}>)
  endforeach()
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_options(${target} PRIVATE ${ERFD_WARNINGS} $<$<BOOL:${LAYER_COLD}>:${ERFD_COLD}>)
  # Where several files are compiled as one (CMAKE_UNITY_BUILD of the presets): each has an ERFD_INSTANTIATE of its own.
  set_target_properties(${target} PROPERTIES UNITY_BUILD_CODE_BEFORE_INCLUDE "#undef ERFD_INSTANTIATE")
  add_library(erfd::${name} ALIAS ${target})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_link_libraries(${target} PUBLIC ${LAYER_DEPENDS})
  target_include_directories(${target} PUBLIC
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

# erfd_scalars(layer header): the layer is compiled for the scalars of that list. The sanitizers look at the same lines where they are
# compiled for double and float; without them it is compiled once for all sanitizers (ccache).
function(erfd_scalars layer header)
  target_compile_definitions(erfd_${layer} PRIVATE ERFD_SCALAR_LIST="${header}")
  set_target_properties(erfd_${layer} PROPERTIES ERFD_UNSANITIZED ON)
endfunction()

# Files that see headers which nobody else should: never compiled as one with others.
function(erfd_stands_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# A layer whose folders have helpers of the same names: the files of a folder are compiled as one, not those of two folders.
function(erfd_one_for_each_folder layer)
  get_target_property(sources erfd_${layer} SOURCES)
  foreach(source IN LISTS sources)
    get_filename_component(folder ${source} DIRECTORY)
    string(MAKE_C_IDENTIFIER ${folder} group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  set_target_properties(erfd_${layer} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()

# Files that run in every cycle of a controller: all that the compiler has, whatever their neighbours.
function(erfd_hot)
  erfd_stands_alone(${ARGN})
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "$<$<CONFIG:Release>:-O3>")
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
