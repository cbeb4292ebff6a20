# cmake -D DIST=folder -D SOURCE=file.cpp -P embed_page.cmake: the files of a folder as page_assets().
# The assembler takes the bytes as they are; a C++ array of a megabyte would take the compiler seconds.
set(type_html "text/html; charset=utf-8")
set(type_js "text/javascript; charset=utf-8")
set(type_css "text/css; charset=utf-8")
set(type_svg "image/svg+xml")

file(GLOB_RECURSE files RELATIVE ${DIST} ${DIST}/*)
list(SORT files)
set(bytes "")
set(declarations "")
set(rows "")
set(number 0)
foreach(file IN LISTS files)
  string(REGEX REPLACE ".*\\." "" extension ${file})
  if(NOT DEFINED type_${extension})
    message(FATAL_ERROR "page: ${file}: found .${extension}, expected html, js, css or svg")
  endif()
  file(SHA256 ${DIST}/${file} hash)
  set(name erfd_page_${number})
  string(APPEND bytes "// ${hash}\nasm(\".section .rodata\\n\"\n"
    "    \".global ${name}\\n.global ${name}_end\\n\"\n"
    "    \"${name}:\\n.incbin \\\"${DIST}/${file}\\\"\\n${name}_end:\\n.byte 0\\n.previous\\n\");\n")
  string(APPEND declarations "extern const char ${name}[], ${name}_end[];\n")
  string(APPEND rows "      {\"/${file}\", \"${type_${extension}}\", {${name}, ${name}_end}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${SOURCE} "// Written by cmake/embed_page.cmake.
#include \"erfd/report/page.hpp\"

${bytes}
extern \"C\" {
${declarations}}

namespace erfd {

std::span<const PageAsset> page_assets() {
  static const PageAsset assets[] = {
${rows}  };
  return assets;
}

}  // namespace erfd
")
