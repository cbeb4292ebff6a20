// The verbs of the command. Each prints its results to stdout, talks on stderr, and returns the
// exit status.
#pragma once

#include "input/options.hpp"
#include "output/manual.hpp"

namespace erfd {

constexpr int exit_fine = 0;
constexpr int exit_check_failed = 1;  ///< a check said no
constexpr int exit_bad_input = 2;     ///< wrong usage, or a file that cannot be used

/// All throw Error (FileError) on bad input.
int run_info(const InfoOptions& options);
int run_lint(const LintOptions& options);
int run_convert(const ConvertOptions& options);
/// `erfd convert program`.
int convert_program(const ConvertOptions& options);
int run_id(const DynamicsOptions& options);
int run_fd(const DynamicsOptions& options);
int run_torque(const TorqueOptions& options);
int run_fk(const FkOptions& options);
int run_ik(const IkOptions& options);
int run_compare(const CompareOptions& options);
int run_reproduce(const ReproduceOptions& options);
int run_linearise(const LineariseOptions& options);
int run_generate(const GenerateOptions& options);
int run_drives(const DrivesOptions& options);
int run_size(const SizeOptions& options);
int run_optimise(const OptimiseOptions& options);
int run_repair(const RepairOptions& options);
int run_sweep(const SweepOptions& options);
int run_plan(const PlanOptions& options);
int run_simulate(const SimulateOptions& options);
int run_verify(const VerifyOptions& options);
int run_robots(const RobotsOptions& options);
int run_serve(const ServeOptions& options);
int run_doctor(const DoctorOptions& options);
int run_completion(const Manual& manual, const CompletionOptions& options);
int run_man(const Manual& manual, const ManOptions& options);

}  // namespace erfd
