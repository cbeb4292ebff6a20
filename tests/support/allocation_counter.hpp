// Counts heap allocations of this thread, whoever makes them.
#pragma once

namespace erfd::test {

/// Allocations between construction and count(). Linked into a test binary, allocation_counter.cpp
/// stands in front of malloc, calloc, realloc, aligned_alloc, posix_memalign and memalign, and so
/// of operator new.
class AllocationCounter {
 public:
  AllocationCounter();
  long count() const;
  /// False under sanitizers, which bring their own malloc: the tests then skip instead of passing.
  static bool works();

 private:
  long start_;
};

}  // namespace erfd::test
