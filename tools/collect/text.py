# SPDX-License-Identifier: Apache-2.0
"""Foreign text made safe for a terminal, XML, Markdown and a script element."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Sequence
from typing import Any

# What XML 1.0 forbids, and the signs that turn the reading direction, with which a text can lie about itself.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)


def _shown(found: re.Match[str]) -> str:
    code = ord(found[0])
    return chr(0x2400 + code) if code < 0x20 else f"\\u{code:04x}"


def visible(text: str) -> str:
    """Makes control characters visible (`␛` for escape); line breaks and tabs stay."""
    return _HIDDEN.sub(_shown, text.replace("\r\n", "\n").replace("\r", "\n"))


def one_line(text: str, longest: int = 300) -> str:
    """Makes one visible line of a text, cut to a length."""
    line = " ".join(visible(text).split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>()#+!|~@&$-])")


def markdown(text: str, longest: int = 300) -> str:
    """Makes a text safe inside a Markdown table: no mark-up, no HTML, no mention, no link."""
    return _MARKDOWN.sub(r"\\\1", one_line(text, longest)).replace("://", ":\u200b//")


def markdown_code(text: str) -> str:
    """Makes a code span inside a Markdown table."""
    line = one_line(text, 1000)
    if "`" in line or "|" in line:
        return markdown(line, 1000)
    return f"`{line}`"


def script_json(value: Any) -> str:
    """Makes JSON that may stand inside a script element: ASCII, and no sign that could end the element."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def is_label(label: str) -> bool:
    """Says whether a target is named by a Bazel label; one that ran without Bazel is named by its node."""
    return label.lstrip("@").startswith("//")


def replay(label: str, case_id: str = "", options: Sequence[str] = (), device: str = "cpu") -> str:
    """Gives the command that runs one target, or one case of it, again.

    Args:
        label: Label of the target, or the node of a run without Bazel.
        case_id: The case; empty for all of them.
        options: Options of Bazel.
        device: The runner's word for the device.
    """
    if is_label(label):
        words = ["./bazelw", "test", *options, label]
        words += [f"--test_filter={case_id}"] if case_id else []
    else:
        words = ["python3", "-m", "runner", "--node", label, "--device", device, "--output-dir", "out"]
        words += ["--case-id", case_id] if case_id else []
    return " ".join(_word(word) for word in words)


def _word(word: str) -> str:
    """Quotes a word for a shell; a word with control characters in the form that bash and zsh read back."""
    if _HIDDEN.search(word) or "\n" in word or "\r" in word:
        return "$'" + word.encode("unicode_escape").decode().replace("'", "\\'") + "'"
    return shlex.quote(word)
