// What the writers of all languages have in common: a walk over the records, and a list of what a
// language cannot say.
#pragma once

#include "erfd/program/write_program.hpp"

#include <array>
#include <set>
#include <string>

namespace erfd {

/// Mass, centre and principal moments of a load, with the axes in which they are principal.
struct PrincipalLoad {
  double mass = 0;
  Vector3<double> com = Vector3<double>::Zero();
  Matrix3<double> axes = Matrix3<double>::Identity();
  Vector3<double> moments = Vector3<double>::Zero();
};
PrincipalLoad principal(const Payload& load);
bool is_same(const Pose<double>& a, const Pose<double>& b);
bool is_same(const Payload& a, const Payload& b);

/// As short as 1e-12 of the number allow: 500, not 500.00000000000006.
std::string plain(double value);

class ProgramWriter {
 public:
  ProgramWriter(const Program& program, const WriteSettings& settings, Diagnostics& lost);
  virtual ~ProgramWriter() = default;
  ProgramWriter(const ProgramWriter&) = delete;
  ProgramWriter& operator=(const ProgramWriter&) = delete;
  ProgramText write();

 protected:
  /// The tool, base, loads and forces of a record, where they are others than before.
  virtual void conditions(const Conditions& now) = 0;
  virtual void move(const Move& m) = 0;
  virtual void wait(double seconds) = 0;
  /// The whole file around the statements.
  virtual ProgramText file() const = 0;

  void line(std::string text) { body_ += indent_ + std::move(text) + "\n"; }
  /// Tells once a thing that the language cannot say.
  void lose(const std::string& what);
  /// The stated positions of a joint target in the maker's or the file's angles, in degrees or mm.
  std::vector<std::optional<double>> positions(const JointTarget& target, bool of_maker) const;
  Pose<double> tool_of(const Conditions& c) const;

  double speed_of(const Move& m) const { return m.limits.speed.value_or(settings_.speed); }
  double acceleration_of(const Move& m) const;
  double turn_speed_of(const Move& m) const;

  const Program& program_;
  const WriteSettings& settings_;
  std::string body_, indent_;
  std::optional<Conditions> held_;

 private:
  Diagnostics& lost_;
  std::set<std::string> told_;
  Location at_;
};

ProgramText write_lirl(const Program& program, const WriteSettings& settings, Diagnostics& lost);
ProgramText write_rapid(const Program& program, const WriteSettings& settings, Diagnostics& lost);
ProgramText write_krl(const Program& program, const WriteSettings& settings, Diagnostics& lost);

}  // namespace erfd
