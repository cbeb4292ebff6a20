// What a visitor of the fields of a robot's description is asked.
#pragma once

#include "base/toml/key.hpp"

namespace erfd {

/// What a visitor is asked; it derives from this and says what it looks at.
struct PassOver {
  /// A text that is no number and has no origin.
  void text(const Key&, auto&) {}
  /// One of a few words. False stops a description whose other keys depend on the word.
  bool word(const Key&, const auto& /*words*/, auto&) { return true; }
  /// A number or list without place and origin of its own.
  void value(const Key&, auto&) {}
  /// A number, a list or a row of numbers with place and origin.
  void field(const Key&, auto&) {}
  void field(const JointKey&, auto&) {}
  /// One number a moving joint, in the order of the file.
  void posture(const Key&, auto&) {}
  /// Two numbers under one key.
  void range(const Key&, auto& /*lower*/, auto& /*upper*/) {}
  void range(const JointKey&, auto& /*lower*/, auto& /*upper*/) {}
  /// A field that stands alone in a table.
  void lone_field(const Key& /*table*/, const Key&, auto&) {}
  /// A table of its own; it may be one that is not given.
  void table(const Key&, auto&) {}
  void list(const Key&, auto&) {}
  /// A file says the kind by the key that it gives.
  bool is_kind(const Key&, auto& kind, const auto& asked) { return kind == asked; }
  /// Factors along the axes, or one for all.
  void scale(const Key&, auto&) {}

  /// The table may say source, estimated and note of its numbers.
  void says_origin() {}
  /// A joint that follows is called so where it says no name.
  void joint_is_called(const auto&) {}
  /// Joint numbers that follow belong to this joint (or the joint of this name), or move like this.
  void moves_as(auto&&) {}
};

}  // namespace erfd
