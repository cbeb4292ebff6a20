// What the readers of mesh files share: lines of words, and the two ways to refuse. Private to the
// layer.
#pragma once

#include "erfd/robot/mesh.hpp"

#include <array>
#include <string>
#include <string_view>

namespace erfd {

/// Reads a text line by line and word by word, without copying it.
class MeshText {
 public:
  MeshText(std::string_view text, std::string file) : rest_(text), file_(std::move(file)) {}

  /// False at the end of the text.
  bool next_line();
  /// Empty at the end of the line.
  std::string_view next_word();
  /// The next three words. @throws Error unless they are finite numbers
  std::array<float, 3> next_point();
  /// @throws Error "file:line: …"
  [[noreturn]] void refuse(const std::string& problem) const;

 private:
  std::string_view rest_, line_;
  std::string file_;
  int number_ = 0;
};

/// @throws Error "file: …"
[[noreturn]] void refuse_mesh(const std::string& file, const std::string& problem);

/// @throws Error if there are more than most_mesh_triangles or most_mesh_bytes; asked before memory is.
void check_triangle_count(const std::string& file, std::size_t count);
void check_mesh_size(const std::string& file, std::size_t bytes);

/// By the ending of a name. @throws Error if no reader knows it
enum class MeshFormat { stl, obj, dae };
MeshFormat mesh_format(const std::string& name);

TriangleMesh read_stl(std::string_view bytes, const std::string& file);
TriangleMesh read_obj(std::string_view bytes, const std::string& file);
TriangleMesh read_dae(std::string_view bytes, const std::string& file);

}  // namespace erfd
