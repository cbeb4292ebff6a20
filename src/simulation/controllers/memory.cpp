// What laws remember, as numbers.
#include "simulation/controllers/parts.hpp"

namespace erfd {
namespace {

double next(std::span<const double>& memory) {
  if (memory.empty())
    throw Error("controller: the memory to go on from is too short; it is not one of this law");
  const double value = memory.front();
  memory = memory.subspan(1);
  return value;
}

}  // namespace

void Controller::save(std::vector<double>&) const {
  if (has_memory())
    throw Error("controller: this law has a memory that it cannot save; it cannot be resumed");
}

void Controller::restore(std::span<const double>&) {
  if (has_memory())
    throw Error("controller: this law has a memory that it cannot restore; it cannot be resumed");
}

void save_vector(const VectorX<double>& values, std::vector<double>& memory) {
  memory.insert(memory.end(), values.begin(), values.end());
}

void restore_vector(VectorX<double>& values, std::span<const double>& memory) {
  for (double& value : values) value = next(memory);
}

void CycleClock::save(std::vector<double>& memory) const {
  memory.push_back(started_ ? 1 : 0);
  memory.push_back(last_);
}

void CycleClock::restore(std::span<const double>& memory) {
  started_ = next(memory) != 0;
  last_ = next(memory);
}

}  // namespace erfd
