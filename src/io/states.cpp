#include "erfd/io/states.hpp"

#include "io/read_by_extension.hpp"

#include <utility>

namespace erfd {

State rest_state(const Model& model) {
  const VectorX<double> zero = VectorX<double>::Zero(model.nv());
  return {.q = model.is_constrained() ? model.start() : model.neutral(),
          .qd = zero,
          .qdd = zero,
          .tau = zero};
}

const VectorX<double>& part(const State& state, Quantity quantity) {
  switch (quantity) {
    case Quantity::position:
      return state.q;
    case Quantity::velocity:
      return state.qd;
    case Quantity::acceleration:
      return state.qdd;
    case Quantity::effort:
      break;
  }
  return state.tau;
}

VectorX<double>& part(State& state, Quantity quantity) {
  return const_cast<VectorX<double>&>(part(std::as_const(state), quantity));
}

ReadStates read_states_file(const std::string& path, const Model& model) {
  return read_by_extension(path, [&](const std::string& text, bool is_csv) {
    return is_csv ? read_states_csv(text, path, model) : read_states_json(text, path, model);
  });
}

ReadStates read_states_text(std::string_view text, const std::string& file_name,
                            const Model& model) {
  return is_json_text(text) ? read_states_json(text, file_name, model)
                            : read_states_csv(text, file_name, model);
}

}  // namespace erfd
