#include "support/source_tree.hpp"

namespace erfd::test {

std::string source_tree(const std::string& path) { return ERFD_SOURCE_DIR "/" + path; }

}  // namespace erfd::test
