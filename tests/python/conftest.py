import numpy as np
import pytest

import erfd


@pytest.fixture(params=["lola15", "stanford", "tree12", "scara", "irb140"])
def robot(request: pytest.FixtureRequest) -> erfd.Robot:
    """Six axes, a slide, a branched tree, four axes, no drives."""
    return erfd.load(request.param)


@pytest.fixture
def states(robot: erfd.Robot) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(7)
    return {name: rng.uniform(-1.5, 1.5, (50, robot.nv)) for name in ("q", "qd", "qdd")}
