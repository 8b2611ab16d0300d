"""Plant mistakes in the program, one at a time, and list those that no test notices.

    python -m tests.mutants contradiction play/game_line.py   # files below src/pegwise, or folders of them
    python -m tests.mutants checker                              # the checker of certificates
    python -m tests.mutants analysis --sample 300 --seed 1       # 300 of its mutants, drawn with that seed
    python -m tests.mutants analysis --folder F --again          # once more what survived in the folder F
    python -m tests.mutants analysis --sample 30 --first         # by the tests of the first part alone

The mistakes are those of mutmut 3 (``pip install mutmut``), which this program runs by name in a copy of the
repository. mutmut leaves functions with a decorator as they are, so in the copy each ``@property def f`` is
written ``def f`` and ``f = property(f)``. docs/testing.md says what came out.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = Path("src/pegwise")
CHECKER = Path("src/pegcheck.py")
"""Where the copy has the checker: mutmut wants to find a module by its name."""

TESTS = {
    "contradiction": "test_contradiction.py test_consistency.py test_position.py engine/test_looks.py",
    "engine/enumerated/row_filter.py": "engine/enumerated/test_row_filter.py",
    "engine/unlimited/sample.py": "engine/unlimited/test_sample.py",
    "engine/unlimited/sat_proof.py": "engine/unlimited/test_sat_proof.py test_contradiction.py",
    "engine/unlimited/window_guess.py": "engine/unlimited/test_window_guess.py",
    "candidates/enumerated.py": "engine/enumerated/test_row_filter.py test_candidates.py",
    "candidates": "test_candidates.py test_position.py analysis/test_candidate_list.py",
    "limit.py": "test_limit.py test_limit_reached.py",
    "executors/checkpoint.py": "executors/test_checkpoint.py optimal/test_resume.py",
    "play": "play",
    "analysis/bench.py": "test_bench.py",
    "analysis/compare.py": "analysis/test_compare.py",
    "strategies/work_estimate.py": "analysis/test_cost.py test_limit.py",
    "analysis/hint.py": "analysis/test_hint.py analysis/test_advice.py test_limit.py test_limit_reached.py",
    "plots": "test_plots.py",
    "analysis/regret.py": "analysis/test_regret.py",
    "analysis/worth.py": "analysis/test_regret.py",
    "analysis/review.py": "analysis/test_review.py",
    "analysis/review_result.py": "analysis/test_review.py",
    "analysis/review_text.py": "analysis/test_review_text.py",
    "analysis/statistics.py": "analysis/test_statistics.py",
    "analysis/comparison.py": "analysis/test_compare.py",
    "analysis": "analysis/test_advice.py analysis/test_deduction.py analysis/test_code_facts.py "
    "analysis/test_candidate_list.py analysis/test_one_guess_puzzle.py analysis/test_puzzle.py "
    "analysis/test_verdicts.py",
    "checker": "checker/test_pegcheck.py checker/test_refusals.py checker/test_strict.py "
    "checker/test_mutations.py checker/test_true_claims.py "
    "--deselect=tests/checker/test_pegcheck.py::test_it_imports_the_standard_library_alone",
    "optimal/set_symmetry.py": "optimal/test_set_symmetry.py optimal/test_certificate.py "
    "optimal/test_book.py",
    "optimal/search_time_limit.py": "optimal/test_objective_search.py optimal/test_results.py "
    "optimal/test_branch_and_bound.py",
    "optimal/book.py": "optimal/test_book.py optimal/test_results.py analysis/test_regret.py",
    "optimal/certificate.py": "optimal/test_certificate.py optimal/test_book.py",
    "optimal/guess_contest.py": "optimal/test_objective_search.py optimal/test_branch_and_bound.py "
    "optimal/test_brute_force.py",
    "optimal/certificate_costs.py": "optimal/test_objective_search.py optimal/test_certificate_costs.py "
    "optimal/test_certificate.py optimal/test_results.py optimal/test_book.py",
    "optimal/best_tree.py": "optimal/test_objective_search.py optimal/test_branch_and_bound.py "
    "optimal/test_brute_force.py",
    "optimal/orbits.py": "optimal/test_set_symmetry.py optimal/test_certificate.py optimal/test_book.py",
    "optimal/problem.py": "optimal/test_results.py",
    "optimal/objective_search.py": "optimal/test_objective_search.py optimal/test_branch_and_bound.py "
    "optimal/test_brute_force.py",
    "optimal/optimum.py": "optimal/test_results.py optimal/test_branch_and_bound.py "
    "optimal/test_brute_force.py",
    "optimal/branch_and_bound.py": "optimal/test_objective_search.py optimal/test_results.py "
    "optimal/test_branch_and_bound.py "
    "optimal/test_brute_force.py executors/test_searches.py",
    "optimal/known_positions.py": "optimal/test_learned.py optimal/test_branch_and_bound.py "
    "optimal/test_resume.py "
    "optimal/test_guesses_to_search.py",
    "optimal/lower_bounds.py": "optimal/test_branch_and_bound.py optimal/test_objective_search.py "
    "optimal/test_brute_force.py",
    "optimal/worker.py": "optimal/test_learned.py optimal/test_guesses_to_search.py",
    "optimal/strategy.py": "optimal/test_results.py optimal/test_book.py",
    "optimal": "optimal/test_certificate.py optimal/test_book.py",
    "web/app.py": "web/test_app_problems.py web/test_app_openapi.py web/test_app_page.py web/test_games.py "
    "web/test_edges.py",
    "web/routes/questions.py": "web/test_app_problems.py web/test_questions.py web/test_app_stream.py",
    "web/limits/rules_bounds.py": "web/limits/test_settings.py",
    "web/games.py": "web/test_games.py",
    "web/limits/request_guard.py": "web/limits/test_request_guard.py",
    "web/log.py": "web/test_log.py",
    "web/openapi.py": "web/test_app_openapi.py",
    "web/limits/request_checks.py": "web/limits/test_strict_json.py web/limits/test_request_guard.py",
    "web/problems.py": "web/test_problems.py web/test_app_problems.py",
    "web/questions": "web/test_questions.py web/test_app_answers.py web/test_app_problems.py "
    "web/test_app_tree.py",
    "web/limits/refusals.py": "web/test_problems.py web/test_app_problems.py",
    "web/routes/games.py": "web/test_games.py",
    "web/server.py": "web/test_serve.py web/limits/test_request_guard.py",
    "web/limits/settings.py": "web/limits/test_settings.py",
    "web/stream.py": "web/test_app_stream.py",
    "web/worker.py": "web/test_worker_pool.py",
    "web/worker_pool.py": "web/test_worker_pool.py",
    "web": "web/test_app_answers.py web/test_app_openapi.py web/test_app_problems.py web/test_app_stream.py "
    "web/test_app_tree.py web/test_games.py web/test_edges.py",
}
"""The tests that are to notice, for the files of each part: the first that fits counts.

Not those of tests/checker/test_forgeries.py, which plant mistakes of their own by the lines of the checker.
"""

QUICK_FIRST = """
from hypothesis import Phase


def pytest_collection_modifyitems(items):
    import json
    from pathlib import Path

    stats = Path(__file__).parent.parent / "mutmut-stats.json"
    if stats.exists():
        seconds = json.loads(stats.read_text())["duration_by_test"]
        items.sort(key=lambda item: seconds.get(item.nodeid, 0.0))


quick = settings(settings.get_profile("pegwise"), max_examples=25, phases=[Phase.generate])
settings.register_profile("mutants", quick)
settings.load_profile("mutants")
"""
"""What the copy's conftest does besides: quick tests come first; less random data is drawn, and once a test
fails, no simpler example is looked for."""

NOT_COPIED = shutil.ignore_patterns("__pycache__", ".hypothesis")
NOTICED = {1, 3}
"""Exit codes of pytest: a test failed, or it could not even be run."""
TOO_LONG = {-24, 24, 152, 36}
"""Not 255, which mutmut calls so: pytest did not find a test by its name; such a mutant is tried alone."""
NO_TEST = 33
ALONE = 900
"""Seconds for all tests of a part, with a mutant that survived those that met it."""
KEPT = "alone.json"
BOTH_PARTS = "not slow"
FIRST_PART = "not exhaustive and not slow"
"""The marks of the tests that run; --first leaves out the second part, as a plain pytest does."""
NOTHING = "nothing"
"""The name of no mutant."""


def files_of(parts: list[str]) -> list[Path]:
    """The files that are asked for, each below the root; pages are no Python."""
    found: list[Path] = []
    for part in parts:
        path = SOURCE / part
        if part == "checker":
            found.append(CHECKER)
        elif (ROOT / path).is_dir():
            found += sorted(each.relative_to(ROOT) for each in (ROOT / path).rglob("*.py"))
        else:
            found.append(path)
    return [path for path in found if path.name != "__init__.py"]


def file_of(name: str) -> Path:
    """The file that a mutant is in, by its name."""
    return Path("src", *name.split(".")[:-1]).with_suffix(".py")


def noticing(files: list[Path]) -> list[str]:
    """The tests that are to notice mistakes in these files, those of the page left out."""
    named: dict[str, None] = {}
    for file in files:
        below = "checker" if file == CHECKER else file.relative_to(SOURCE).as_posix()
        part = next((part for part in TESTS if below == part or below.startswith(f"{part}/")), None)
        if part is None:
            raise SystemExit(f"TESTS names no tests for {below}")
        words = TESTS[part].split()
        named |= dict.fromkeys(word if word.startswith("--") else f"tests/{word}" for word in words)
    return [*named, "--ignore=tests/web/page"]


def undecorated(text: str) -> str:
    """The same program, its functions decorated by a statement of their own.

    What a server calls is left out: uvicorn asks such a function for its parameters, which mutmut hides.
    """
    called = re.compile(r"^( +async def __call__\(.*:)$", flags=re.MULTILINE)
    text = called.sub(r"\1  # pragma: no mutate block", text)
    lines, tree = text.splitlines(), ast.parse(text)
    inside = list(tree.body)
    for node in tree.body:
        inside += node.body if isinstance(node, ast.ClassDef) else []
    functions = [node for node in inside if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for function in sorted(functions, key=lambda node: node.lineno, reverse=True):
        _undecorate(lines, function)
    return "\n".join(lines) + "\n"


def _undecorate(lines: list[str], node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    names = [ast.unparse(each) for each in node.decorator_list]
    if not names or names[0] in ("staticmethod", "classmethod", "overload") or node.end_lineno is None:
        return
    indent = " " * node.col_offset
    wrapped = node.name
    for name in reversed(names):
        wrapped = f"{name}({wrapped})"
    lines.insert(node.end_lineno, f"{indent}{node.name} = {wrapped}")
    del lines[node.decorator_list[0].lineno - 1 : node.lineno - 1]


class Workshop:
    """A copy of the repository in which mutmut works."""

    def __init__(self, folder: Path, files: list[Path], marks: str = BOTH_PARTS) -> None:
        self.folder, self.files, self.marks = folder, files, marks
        self.environment = dict(os.environ)
        mutants = folder / "mutants"
        self.places = [mutants / "src", mutants / "checker", mutants]
        self.environment["PYTHONPATH"] = os.pathsep.join(map(str, self.places))

    def set_up(self) -> None:
        """Copy what is needed, and tell mutmut what to do with it."""
        for place in self.places:  # Python does not look again for a folder that was not there at first
            place.mkdir(parents=True, exist_ok=True)
        for name in ("src", "checker", "docs"):
            shutil.copytree(ROOT / name, self.folder / name, ignore=NOT_COPIED)
        self.copy_tests()
        for name in ("README.md", "CHANGELOG.md", "conftest.py"):
            shutil.copy(ROOT / name, self.folder)
        shutil.copy(ROOT / "checker" / CHECKER.name, self.folder / CHECKER)
        for file in self.files:
            path = self.folder / file
            path.write_text(undecorated(path.read_text(encoding="utf-8")), "utf-8")
        settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        settings = re.sub(
            r"^addopts = .*$",
            f"addopts = \"-n0 -m '{self.marks}' -p no:schemathesis -p no:unraisableexception\"",
            settings,
            flags=re.MULTILINE,
        )
        (self.folder / "pyproject.toml").write_text(settings + self._settings(), "utf-8")

    def copy_tests(self) -> None:
        """Take the tests as they are now."""
        shutil.copytree(ROOT / "tests", self.folder / "tests", ignore=NOT_COPIED, dirs_exist_ok=True)
        with (self.folder / "tests" / "conftest.py").open("a", encoding="utf-8") as conftest:
            conftest.write(QUICK_FIRST)

    def _settings(self) -> str:
        listed = {
            "source_paths": ["src"],
            "only_mutate": [file.as_posix() for file in self.files],
            "also_copy": ["checker", "docs", "README.md", "CHANGELOG.md", "conftest.py"],
            "pytest_add_cli_args_test_selection": noticing(self.files),
        }
        lines = [f"{key} = {json.dumps(value)}" for key, value in listed.items()]
        rest = [
            'process_isolation = "forkserver"',
            "timeout_multiplier = 5",
            "timeout_constant = 3",
        ]
        return "\n".join(["", "[tool.mutmut]", *lines, *rest, ""])

    def names(self) -> list[str]:
        """The mutants there are, in the order of the files."""
        made = import_module("mutmut.mutation.file_mutation")
        names = []
        os.chdir(self.folder)
        for file in self.files:
            module = ".".join(file.relative_to("src").with_suffix("").parts)
            found = made.mutate_file_contents(str(file), file.read_text(encoding="utf-8"))
            names += [f"{module}.{name}" for name in found.mutant_names]
        return names

    def run(self, names: list[str], children: int) -> None:
        """Test these mutants: by the tests that met them, and what survives once more, by all of its file.

        What is met as modules are loaded, in other processes, or by tests that share what an earlier one
        made, mutmut does not see; so the second time a process of its own runs all tests
        that TESTS names for the file.
        """
        self._mutmut(names, children)
        found, kept = self.results(), self._kept()
        for name in [name for name in names if survived(found.get(name, NO_TEST))]:
            if self._alone(NOTHING, file_of(name)):
                raise SystemExit(f"the tests of {file_of(name)} fail without a mistake")
            kept[name] = self._alone(name, file_of(name))
            (self.folder / KEPT).write_text(json.dumps(kept), "utf-8")

    @cache  # noqa: B019 - what there is of workshops is one
    def _alone(self, name: str, file: Path) -> int:
        """What pytest says of a mutant of a file in a process of its own."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:randomly", *noticing([file])]
        try:
            ran = subprocess.run(
                command,
                cwd=self.folder / "mutants",
                env={**self.environment, "MUTANT_UNDER_TEST": name},
                capture_output=True,
                check=False,
                timeout=ALONE,
            )
        except subprocess.TimeoutExpired:
            return min(TOO_LONG)
        return ran.returncode

    def _kept(self) -> dict[str, int]:
        """What came of mutants that were tested alone."""
        path = self.folder / KEPT
        found: dict[str, int] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        return found

    def _mutmut(self, names: list[str], children: int) -> None:
        command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(children), *names]
        with (self.folder / "mutmut.log").open("a") as log:
            ran = subprocess.run(
                command, cwd=self.folder, env=self.environment, stdout=log, stderr=log, check=False
            )
        if ran.returncode:
            raise SystemExit(f"mutmut failed; its last words are in {self.folder / 'mutmut.log'}")

    def results(self) -> dict[str, int]:
        """The exit code of each mutant that was tested."""
        codes: dict[str, int | None] = {}
        for file in self.files:
            path = self.folder / "mutants" / f"{file}.meta"
            if path.exists():
                codes |= json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
        return {name: code for name, code in codes.items() if code is not None} | self._kept()

    def difference(self, name: str) -> str:
        """What a mutant changes."""
        command = [sys.executable, "-m", "mutmut", "show", name]
        ran = subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )
        return ran.stdout


def survived(code: int) -> bool:
    """Whether no test noticed a mutant, by what pytest or the system said at its end."""
    return code not in NOTICED | TOO_LONG


def report(results: dict[str, int]) -> list[str]:
    """A line for each module, and one for all."""
    lines = ["module                              mutants  noticed  too long  survived   share"]
    modules: dict[str, Counter[str]] = {}
    for name, code in results.items():
        module = name.rpartition(".")[0].removeprefix("pegwise.")
        kind = "survived" if survived(code) else "too long" if code in TOO_LONG else "noticed"
        for key in (module, "all"):
            modules.setdefault(key, Counter())[kind] += 1
    for module, tally in sorted(modules.items(), key=lambda item: (item[0] == "all", item[0])):
        share = 1 - tally["survived"] / tally.total()
        counts = [tally.total(), tally["noticed"], tally["too long"], tally["survived"]]
        lines.append(f"{module:34} {counts[0]:8} {counts[1]:8} {counts[2]:9} {counts[3]:9} {share:7.1%}")
    return lines


def main() -> None:
    """Run what is asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("parts", nargs="+", help="files or folders below src/pegwise")
    parser.add_argument("--sample", type=int, help="test so many mutants, not all")
    parser.add_argument("--seed", type=int, default=1, help="of the sample; 1 by default")
    parser.add_argument("--children", type=int, default=1, help="processes at a time; 1 by default")
    parser.add_argument("--folder", type=Path, help="where to work; a new folder by default")
    parser.add_argument("--only", default="", help="only mutants whose name contains this")
    parser.add_argument("--first", action="store_true", help="run only tests of the first part")
    parser.add_argument("--again", action="store_true", help="test again what survived in the folder")
    asked = parser.parse_args()
    folder = (asked.folder or Path(tempfile.mkdtemp(prefix="mutants-"))).absolute()
    workshop = Workshop(folder, files_of(asked.parts), FIRST_PART if asked.first else BOTH_PARTS)
    if asked.again:
        workshop.copy_tests()
        chosen = [name for name, code in workshop.results().items() if survived(code)]
    else:
        workshop.set_up()
        names = [name for name in workshop.names() if asked.only in name]
        chosen = random.Random(asked.seed).sample(names, min(asked.sample or len(names), len(names)))
        print(f"{len(chosen)} of {len(names)} mutants, seed {asked.seed}")
    print(folder, flush=True)
    workshop.run(sorted(chosen), asked.children)
    results = workshop.results()
    for name, code in results.items():
        if survived(code):
            print(f"\n{workshop.difference(name)}")
    print(*report(results), sep="\n")


if __name__ == "__main__":
    main()
