# The page of web/ in the library: node builds it, the bytes become part of erfd_report.
#   ERFD_WEB=AUTO  with the page if node and npm are there and the packages of the lock file can be had
#   ERFD_WEB=ON    an error if not;  ERFD_WEB=OFF  without: reports are the plain ones, `erfd serve` says so
set(ERFD_WEB AUTO CACHE STRING "Build the page into the library: AUTO, ON or OFF")
set_property(CACHE ERFD_WEB PROPERTY STRINGS AUTO ON OFF)
set(ERFD_WEB_FOLDER ${PROJECT_SOURCE_DIR}/web)

# Why the page cannot be built; empty if it can. Fetches the packages when the lock file is newer than they are.
function(erfd_prepare_page reason)
  find_program(ERFD_NODE NAMES node nodejs)
  find_program(ERFD_NPM npm)
  if(NOT ERFD_NODE OR NOT ERFD_NPM)
    set(${reason} "node or npm is not installed" PARENT_SCOPE)
    return()
  endif()
  execute_process(COMMAND ${ERFD_NODE} --version OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(REPLACE v "" version "${version}")
  if(version VERSION_LESS 20.19)
    set(${reason} "found node ${version}, expected 20.19 or newer" PARENT_SCOPE)
    return()
  endif()
  set(lock ${ERFD_WEB_FOLDER}/package-lock.json)
  set(installed ${ERFD_WEB_FOLDER}/node_modules/.package-lock.json)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${lock})
  set(${reason} "" PARENT_SCOPE)
  if(${lock} IS_NEWER_THAN ${installed})
    message(STATUS "page: npm ci")
    execute_process(COMMAND ${ERFD_NPM} ci WORKING_DIRECTORY ${ERFD_WEB_FOLDER}
      RESULT_VARIABLE failed OUTPUT_VARIABLE talk ERROR_VARIABLE talk)
    if(failed)
      set(${reason} "npm ci failed: ${talk}" PARENT_SCOPE)
    else()
      file(TOUCH ${installed})
    endif()
  endif()
endfunction()

# erfd_embed_page(target): sources of page_assets() for the target; ERFD_PAGE_BUILT tells the caller.
function(erfd_embed_page target)
  set(reason "ERFD_WEB is OFF")
  if(NOT ERFD_WEB STREQUAL "OFF")
    erfd_prepare_page(reason)
    if(reason AND ERFD_WEB STREQUAL "ON")
      message(FATAL_ERROR "ERFD_WEB=ON: ${reason}")
    endif()
  endif()
  if(reason)
    message(STATUS "page: not built: ${reason}")
    set_property(GLOBAL PROPERTY ERFD_PAGE_BUILT FALSE)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src/report/page_assets_none.cpp)
    return()
  endif()
  set_property(GLOBAL PROPERTY ERFD_PAGE_BUILT TRUE)
  set(dist ${PROJECT_BINARY_DIR}/page/dist)
  set(source ${PROJECT_BINARY_DIR}/page/page_assets.cpp)
  file(GLOB_RECURSE inputs CONFIGURE_DEPENDS ${ERFD_WEB_FOLDER}/src/*)
  set(modules ${ERFD_WEB_FOLDER}/node_modules)
  add_custom_command(OUTPUT ${source}
    COMMAND ${ERFD_NODE} ${modules}/typescript/bin/tsc --noEmit
    COMMAND ${ERFD_NODE} ${modules}/vite/bin/vite.js build --logLevel warn --outDir ${dist} --emptyOutDir
    COMMAND ${CMAKE_COMMAND} -D DIST=${dist} -D SOURCE=${source} -P ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake
    WORKING_DIRECTORY ${ERFD_WEB_FOLDER}
    DEPENDS ${inputs} ${ERFD_WEB_FOLDER}/index.html ${ERFD_WEB_FOLDER}/vite.config.ts
      ${ERFD_WEB_FOLDER}/tsconfig.json ${ERFD_WEB_FOLDER}/package-lock.json
      ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake
    COMMENT "Building the page" VERBATIM)
  target_sources(${target} PRIVATE ${source})
endfunction()
