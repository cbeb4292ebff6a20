#include "support/allocation_counter.hpp"

#include <cerrno>
#include <cstddef>

namespace {
thread_local long allocations = 0;
}

#ifdef ERFD_SANITIZED
#define ERFD_HAS_COUNTER 0
#else
#define ERFD_HAS_COUNTER 1
extern "C" {
void* __libc_malloc(std::size_t);  // NOLINT(bugprone-reserved-identifier): names of glibc
void* __libc_calloc(std::size_t, std::size_t);    // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void*, std::size_t);         // NOLINT(bugprone-reserved-identifier)
void* __libc_memalign(std::size_t, std::size_t);  // NOLINT(bugprone-reserved-identifier)

void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* block, std::size_t size) {
  ++allocations;
  return __libc_realloc(block, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  ++allocations;
  *block = __libc_memalign(alignment, size);
  return *block == nullptr ? ENOMEM : 0;
}
}
#endif

namespace erfd::test {

AllocationCounter::AllocationCounter() : start_(allocations) {}
long AllocationCounter::count() const { return allocations - start_; }
bool AllocationCounter::works() { return ERFD_HAS_COUNTER != 0; }

}  // namespace erfd::test
