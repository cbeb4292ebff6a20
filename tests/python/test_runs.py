"""Motions in time, fastest motions, studies, generated code."""
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import erfd


def energy(arm, run):
    kinetic, potential = erfd.energies(arm, q=run["q"], qd=run["qd"])
    return kinetic + potential


@pytest.mark.parametrize("name", ["planar2r", "stanford", "scara"])
def test_what_falls_keeps_its_energy(name):
    arm = erfd.load(name)
    run = erfd.simulate(arm, duration_s=0.4, q=0.3 * np.ones(arm.nv))
    assert run["ok"] and run["time_s"][-1] == pytest.approx(0.4)
    total = energy(arm, run)
    assert np.ptp(total) < 1e-5 * max(np.ptp(erfd.energies(arm, q=run["q"], qd=run["qd"])[0]), 1e-3)


def test_a_law_in_python_holds_the_arm():
    arm = erfd.load("lola15")
    goal = np.radians([10, 20, -30, 0, 40, 0])

    def law(t, q, qd):
        return erfd.inverse_dynamics(arm, q=q, qd=qd, qdd=100 * (goal - q) - 20 * qd)

    run = erfd.simulate(arm, duration_s=1.5, input=law, control_period_s=0.002)
    np.testing.assert_allclose(run["q"][-1], goal, atol=1e-4)


def test_motors_with_friction_lose_what_the_links_lose():
    arm = erfd.load("lola15")
    run = erfd.simulate(arm, duration_s=0.2, drives=True, q=0.2 * np.ones(6))
    assert run["ok"] and abs(run["energy_error_J"]) < 1e-4


def test_wrong_inputs_are_named():
    arm = erfd.load("planar2r")
    with pytest.raises(erfd.Error, match="3 numbers in 1 dimensions, expected 2"):
        erfd.simulate(arm, duration_s=0.1, input=lambda t, q, qd: np.zeros(3))
    with pytest.raises(erfd.Error, match="duration_s"):
        erfd.simulate(arm, duration_s=-1)
    with pytest.raises(ZeroDivisionError):
        erfd.simulate(arm, duration_s=0.1, input=lambda t, q, qd: [1 / 0, 0])


def test_the_fastest_motion_is_within_the_limits_and_goes_through_the_path():
    arm = erfd.load("puma560")
    path = np.radians([[0, 0, 0, 0, 0, 0], [20, -10, 15, 5, 10, 0], [40, -30, 40, 0, 30, 20]])
    found = erfd.optimise(arm, path=path)
    motion = found["motion"]
    np.testing.assert_allclose(motion["q"][0], path[0], atol=1e-9)
    np.testing.assert_allclose(motion["q"][-1], path[-1], atol=1e-6)
    nearest = np.abs(motion["q"] - path[1]).max(axis=1).min()
    assert nearest < np.radians(1.5)
    with pytest.raises(erfd.Error, match="at least two"):
        erfd.optimise(arm, path=path[0])


STUDY = """format = "erfd-study/1"
robot = "lola15"
program = "lola15_reference"
[design]
points = 12
[[vary]]
key = "option.speed"
uniform = [0.5, 0.9]
"""


def test_a_study_says_in_how_many_cases(tmp_path):
    seen = []
    said = erfd.sweep("study", text=STUDY, out=str(tmp_path / "a"), threads=2, progress=seen.append)
    assert said["done"] == 12 and said["failed"] == 0
    assert 0 <= said["results"]["achievable"]["true"]["share"] <= 1
    assert len((tmp_path / "a" / "results.csv").read_text().splitlines()) == 13
    again = erfd.sweep("study", text=STUDY, out=str(tmp_path / "b"), threads=1)
    assert again["hash"] == said["hash"]


def test_generated_python_gives_the_torques_of_the_robot(tmp_path):
    code = erfd.generate("planar2r", functions=["id"], language="python")
    (tmp_path / "arm.py").write_text(code)
    assert subprocess.run([sys.executable, str(tmp_path / "arm.py")], capture_output=True).returncode == 0
    with pytest.raises(erfd.Error, match="'torque', expected some of id"):
        erfd.generate("planar2r", functions=["torque"])
    assert "id" in erfd.generate("planar2r", functions=["id"], language="c")
