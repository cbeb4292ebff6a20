// A dynamics library bound to one robot: what bench/peers.cpp checks and times.
#pragma once

#include "robots.hpp"

#include <memory>
#include <string>

namespace erfd::bench {

/// Calls work on a state of the robot by its index and leave the result in memory of the library, in
/// the form that it likes best. The functions after them copy the last result out, for the check.
class Library {
 public:
  virtual ~Library() = default;

  virtual void inverse_dynamics(int state) = 0;
  virtual void inertia_matrix(int state) = 0;
  virtual void forward_dynamics(int state) = 0;

  virtual VectorX<double> tau() const = 0;
  virtual MatrixX<double> H() const = 0;
  virtual VectorX<double> qdd() const = 0;
};

struct LibraryKind {
  std::string name;  ///< as in the names of the benchmarks
  double tolerance;  ///< of its results, relative to the page algorithms
  std::unique_ptr<Library> (*make)(const Robot& robot);
};

std::unique_ptr<Library> make_engine(const Robot& robot);
std::unique_ptr<Library> make_engine_float(const Robot& robot);
std::unique_ptr<Library> make_engine_portable(const Robot& robot);
std::unique_ptr<Library> make_page(const Robot& robot);
std::unique_ptr<Library> make_kdl(const Robot& robot);
std::unique_ptr<Library> make_mujoco(const Robot& robot);
std::unique_ptr<Library> make_pinocchio(const Robot& robot);
std::unique_ptr<Library> make_rbdl(const Robot& robot);

}  // namespace erfd::bench
