// The integrators themselves. Private to simulation.
#pragma once

#include "erfd/simulation/integrator.hpp"

namespace erfd {

std::unique_ptr<Integrator> make_paper(Ode ode, const IntegratorSettings& settings);
std::unique_ptr<Integrator> make_rk4(Ode ode, const IntegratorSettings& settings);
std::unique_ptr<Integrator> make_dopri5(Ode ode, const IntegratorSettings& settings);
std::unique_ptr<Integrator> make_implicit(Ode ode, const IntegratorSettings& settings);

}  // namespace erfd
