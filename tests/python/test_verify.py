import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import erfd


def test_a_verdict_is_that_of_the_command():
    verdict = erfd.verify("lola15", "lola15_reference")
    command = subprocess.run([os.environ["ERFD_COMMAND"], "verify", "lola15", "lola15_reference", "--json"],
                             capture_output=True, text=True)
    assert command.returncode == 1 and not verdict
    assert verdict.to_dict() == json.loads(command.stdout)
    assert repr(verdict) == verdict.summary and verdict.summary in verdict.text.replace("\n", " ")


def test_asked_and_achieved_are_arrays_over_time():
    verdict = erfd.verify("lola15", "pick_and_place")
    asked, achieved = verdict.asked, verdict.achieved
    assert asked["q"].shape == asked["motor_torque"].shape == (asked["time_s"].size, 6)
    assert asked["bearing_load"].shape == (asked["time_s"].size, 36) and asked["tool_velocity"].shape[1] == 6
    assert np.isnan(asked["motor_current_A"]).all() and np.isfinite(asked["shaft_W"]).all()
    assert achieved["q"].shape[0] == achieved["path_error_m"].size == achieved["time_s"].size
    plan = verdict.plan
    np.testing.assert_array_equal(plan.motion["q"], asked["q"])
    assert plan.duration_s == pytest.approx(asked["time_s"][-1])


def test_options_are_those_of_the_command():
    arm = erfd.load("lola15")
    whole, slow = erfd.plan(arm, "pick_and_place"), erfd.plan(arm, "pick_and_place", speed=0.5)
    assert slow.duration_s > 1.8 * whole.duration_s
    with pytest.raises(erfd.Error, match="pick_and_place"):
        erfd.plan(arm, "pick_and_plase")


def test_a_program_can_be_a_text():
    text = "program p;\nseq\nmove ptp joint(mainjoint(10, 0, 0, 0, 20, 0));\nendseq\nendprogram;\n"
    plan = erfd.plan(erfd.load("lola15"), "p", text=text)
    np.testing.assert_allclose(plan.motion["q"][-1], np.radians([10, 0, 0, 0, 20, 0]), atol=1e-12)
    with pytest.raises(erfd.Error, match="p:3:1: error: 'mofe'"):
        erfd.plan(erfd.load("lola15"), "p", text=text.replace("move", "mofe"))


def test_what_a_progress_raises_comes_out():
    class Stop(Exception):
        pass

    def progress(share):
        assert 0 <= share <= 1
        if share > 0.3:
            raise Stop

    with pytest.raises(Stop):
        erfd.verify("lola15", "lola15_reference", progress=progress)


def test_a_report_opens_without_anything_else(tmp_path):
    verdict = erfd.verify("lola15", "pick_and_place")
    path = tmp_path / "r.html"
    try:
        verdict.save_report(str(path))
    except erfd.Error as error:
        pytest.skip(str(error))  # built without the page
    assert "<html" in path.read_text()
    with pytest.raises(erfd.Error, match="exists"):
        verdict.save_report(str(path))
    verdict.save_report(str(path), force=True)


def test_a_notebook_shows_the_verdict():
    html = erfd.verify("lola15", "lola15_reference")._repr_html_()
    assert "not achievable" in html and "<table" in html and "line" in html


def test_ctrl_c_stops_a_long_call():
    code = ("import erfd, sys; arm = erfd.load('lola15'); print('go', flush=True)\n"
            "while True: erfd.verify(arm, 'lola15_reference', period_s=0.0005)")
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        run.stdout.readline()
        time.sleep(0.3)
        run.send_signal(signal.SIGINT)
        begin = time.monotonic()
        _, said = run.communicate(timeout=60)
    assert said.rstrip().endswith("KeyboardInterrupt")
    assert time.monotonic() - begin < 30


def test_what_no_limit_judges_is_no_yes():
    text = "program p;\nseq\nmove ptp joint(mainjoint(10, 20, 300, 0, 20, 0));\nendseq\nendprogram;\n"
    verdict = erfd.verify("stanford", "p", text=text)
    assert verdict.to_dict()["achievable"] is None and not verdict
    assert "not judged" in verdict.summary
