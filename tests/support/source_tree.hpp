// Where the tests find robots, programs and goldens.
#pragma once

#include <string>

namespace erfd::test {

/// Full path of a file or folder of the tree.
/// The place of the tree stands in one object file, so that compilers' caches serve several clones.
std::string source_tree(const std::string& path);

}  // namespace erfd::test
