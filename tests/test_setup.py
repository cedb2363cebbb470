"""Packaging: what a fresh machine is given, and that nothing of this one is in it."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
TARGETS = (".venv", "chat", "test", "bench", "soak", "clean")
# Put together here, so that this file does not find itself.
MACHINE = re.compile(rf"(?<![\w.~/$}}])/(?:{'ro' + 'ot'}|{'wo' + 'rk'}|{'op' + 't'}|{'Us' + 'ers'})/\w")
OPTIONS = r"(?:index-url|find-links|trusted-host)" + r"[ =]+\S"
INDEX = re.compile("|".join(["py" + r"pi\.org", "python" + "hosted", OPTIONS]))


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    requirements = [Requirement(line.split("  #")[0]) for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(one.name): str(one.specifier) for one in requirements}


def required() -> list[Requirement]:
    project = PROJECT["project"]
    extras, groups = project["optional-dependencies"].values(), PROJECT["dependency-groups"].values()
    lists = (project["dependencies"], *extras, *groups, PROJECT["build-system"]["requires"])
    return [Requirement(text) for texts in lists for text in texts]


def tracked() -> list[Path]:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("needs git and a checkout: only it knows which files are tracked")
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in names.split("\0") if name and (ROOT / name).is_file()]


def make(directory: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    if shutil.which("make") is None:
        pytest.skip("needs make")
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(["make", *arguments], cwd=directory, input=stdin, capture_output=True, text=True,
                          check=False, env=clean)  # fmt: skip


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A directory in which everything is installed, except that its Python only tells what it was called with."""
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "$@"\ncase "$*" in *chat) cat ;; esac\necho noise >&2\n')
    python.chmod(0o755)
    for name in ("pyproject.toml", "constraints.txt"):
        os.utime(tmp_path / name, (1, 1))
    (tmp_path / ".venv" / "installed").touch()
    return tmp_path


def test_every_dependency_is_pinned_to_a_version_the_project_accepts():
    pinned = pins()
    for requirement in required():
        name = canonicalize_name(requirement.name)
        if name == "pip":  # the Makefile pins it, for it must be there before constraints can be read
            continue
        assert name in pinned, f"{name} is not in constraints.txt"
        version = pinned[name].removeprefix("==")
        assert requirement.specifier.contains(version), f"{name} {version} does not satisfy {requirement.specifier}"


def test_constraints_are_exact_versions_and_nothing_else():
    for name, specifier in pins().items():
        assert re.fullmatch(r"==[\w.+]+", specifier), name
    assert "sayso" not in pins()


def test_the_makefile_pins_an_installer_that_the_project_accepts():
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    pinned = re.search(r"pip==([\d.]+)", text)
    wanted = next(one for one in required() if one.name == "pip")
    assert pinned is not None
    assert wanted.specifier.contains(pinned[1])
    assert "(3, 11)" in text
    assert PROJECT["project"]["requires-python"] == ">=3.11"


def test_no_tracked_file_names_a_package_index_or_a_path_of_one_machine():
    found = []
    for path in tracked():
        text, name = path.read_text(encoding="utf-8", errors="replace"), path.relative_to(ROOT)
        found += [f"{name}: {hit[0]}" for pattern in (MACHINE, INDEX) for hit in pattern.finditer(text)]
    assert found == []


@pytest.mark.parametrize("text", ["see /ro" "ot/x", "--index" "-url x", "--extra-index" "-url x",
                                  *(host.replace("\\", "") for host in INDEX.pattern.split("|")[:2])])
def test_the_search_for_such_names_finds_them(text):
    assert MACHINE.search(text) or INDEX.search(text)


@pytest.mark.parametrize("target", TARGETS)
def test_the_makefile_has_its_targets(checkout, target):
    done = make(checkout, "--dry-run", target)
    assert done.returncode == 0, done.stderr


def test_chat_prints_the_conversation_and_nothing_else_on_standard_output(checkout):
    done = make(checkout, "-s", "chat", stdin="hello\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "-m bot chat\nhello\n"
    assert "-m bot models pull --needed" in done.stderr


def test_an_installation_that_broke_off_begins_anew(checkout):
    assert "venv --clear" not in make(checkout, "--dry-run", ".venv").stdout
    (checkout / ".venv" / "installed").unlink()
    assert "venv --clear" in make(checkout, "--dry-run", ".venv").stdout


def test_changed_requirements_install_again(checkout):
    os.utime(checkout / "constraints.txt")
    os.utime(checkout / ".venv" / "installed", (2, 2))
    assert "--group dev" in make(checkout, "--dry-run", "test").stdout


def test_a_python_that_is_too_old_or_missing_is_named_and_nothing_is_made(checkout):
    shutil.rmtree(checkout / ".venv")
    old = checkout / "oldpython"
    old.write_text('#!/bin/sh\ncase "$1" in --version) echo "Python 3.9.1" ;; *) exit 1 ;; esac\n')
    old.chmod(0o755)
    done = make(checkout, "-s", f"PYTHON={old}", ".venv")
    assert done.returncode != 0
    assert f"Sayso needs Python 3.11 or newer; {old} is: Python 3.9.1" in done.stderr
    assert make(checkout, "-s", "PYTHON=no-such-python", ".venv").returncode != 0
    assert not (checkout / ".venv").exists()


def test_ci_runs_make_test():
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & stat.S_IXUSR
    lines = script.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "#!/usr/bin/env bash"
    assert "set -euo pipefail" in lines
    assert lines[-1] == "exec make test"


def test_the_command_sayso_is_the_command_line():
    (script,) = entry_points(group="console_scripts", name="sayso")
    assert script.value == "bot.cli:main"
    assert callable(script.load())


def test_files_that_are_no_python_are_in_the_package():
    data = PROJECT["tool"]["setuptools"]["package-data"]
    kept = {path for package, globs in data.items() for glob in globs for path in (ROOT / package).glob(glob)}
    others = {path for path in tracked() if path.relative_to(ROOT).parts[0] in ("bot", "memory", "channels")
              and path.suffix != ".py"}  # fmt: skip
    assert others <= kept
