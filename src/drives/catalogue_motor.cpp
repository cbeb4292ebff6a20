#include "erfd/drives/catalogue_motor.hpp"

#include "erfd/base/error.hpp"

namespace erfd {

Drives with_ratios(const Drives& drives, const VectorX<double>& factors) {
  Drives::Parts parts = drives.parts();
  for (int i = 0; i < drives.count(); ++i)
    if (factors[i] != 1 && drives.mechanism(i))
      throw Error("motor '" + drives.motor(i).name +
                  "': works through a mechanism, expected a gear of constant ratio");
  parts.K = factors.asDiagonal() * parts.K;
  return Drives(std::move(parts));
}

}  // namespace erfd
