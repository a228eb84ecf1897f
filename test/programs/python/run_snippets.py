"""Runs snippets of a JSON file, `{name: code}`, and prints which of them failed or printed nothing, as JSON."""

import contextlib
import io
import json
import subprocess
import sys
from pathlib import Path


def run_here(code: str) -> str:
    """Run a snippet in this process; return what is wrong with it, or nothing."""
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "snippet", "exec"), {"__name__": "__main__"})
    except Exception as error:  # Whatever a snippet raises is what is wrong with it.
        return repr(error)
    return "" if printed.getvalue().strip() else "printed nothing"


def run_endless(code: str) -> str:
    """Run a snippet that never ends up to its first line."""
    command = [sys.executable, "-u", "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        line = process.stdout.readline()
        process.kill()
        return "" if line.strip() else process.stderr.read()[-400:] or "printed nothing"


snippets: dict[str, str] = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
found = {name: run_endless(code) if "for event in" in code else run_here(code) for name, code in snippets.items()}
print(json.dumps({"ran": len(found), "wrong": {name: reason for name, reason in found.items() if reason}}))
