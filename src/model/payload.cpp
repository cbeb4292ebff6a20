#include "erfd/model/payload.hpp"

namespace erfd {

bool same(const Payload& a, const Payload& b) {
  return a.mass == b.mass && a.com == b.com && a.I_com == b.I_com;
}

// About the common centre of mass, for a sum about the origin would lose the digits of small loads
// that are far away from it:  I = I_a + I_b + m_a m_b / (m_a + m_b) (d·d 1 − d dᵀ),  d = c_b − c_a
Payload both(const Payload& a, const Payload& b) {
  if (!(b.mass > 0)) return a;
  if (!(a.mass > 0)) return b;
  const double mass = a.mass + b.mass;
  const Vector3<double> d = b.com - a.com;
  return {mass, a.com + b.mass / mass * d,
          a.I_com + b.I_com + Inertia::steiner(a.mass * (b.mass / mass), d)};
}

Payload moved(const Payload& load, const Pose<double>& X_AB) {
  return {load.mass, X_AB * load.com, X_AB.R * load.I_com * X_AB.R.transpose()};
}

}  // namespace erfd
