# SPDX-License-Identifier: Apache-2.0
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark import settings
from benchmark.shapes import ShapeFileError, load, shapes_for

TABLE = """
core: {table: [[4, 4], [2]]}
comprehensive: {table: [[8]]}
operators: {special: [[7]]}
"""


@pytest.fixture
def write(tmp_path):
    def write(text):
        path = tmp_path / "shapes.yaml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        load.cache_clear()
        return path

    yield write
    load.cache_clear()


@pytest.mark.parametrize(
    "op, table, own, level, expected",
    [
        ("op", "table", None, "core", ((4, 4), (2,))),
        ("op", "table", None, "comprehensive", ((4, 4), (2,), (8,))),
        ("op", "table", ((3,),), "core", ((3,),)),
        ("op", "table", ((3,),), "comprehensive", ((3,),)),
        ("op", None, ((3,),), "core", ((3,),)),
        ("special", "table", None, "core", ((7,),)),
        ("special", "table", ((3,),), "comprehensive", ((7,),)),
        ("special", "absent", None, "core", ((7,),)),
    ],
)
def test_operator_comes_before_the_node_and_the_node_before_the_table(write, op, table, own, level, expected):
    with settings.using(shape_file=write(TABLE)):
        assert shapes_for(op, table, own, level) == expected


def test_an_operator_without_shapes_is_named(write):
    path = write(TABLE)
    with settings.using(shape_file=path), pytest.raises(ShapeFileError) as caught:
        shapes_for("op", "absent", None, "core")
    assert str(caught.value) == f"{path}: no shapes for operator 'op', nor for its table 'absent'"


@pytest.mark.parametrize(
    "text, message",
    [
        ("core: {t: [[4, 0]]}", "core.t: [4, 0] is no shape; write a list of positive integers"),
        ("core: {t: [[4, -1]]}", "core.t: [4, -1] is no shape"),
        ("core: {t: [[4, 2.5]]}", "core.t: [4, 2.5] is no shape"),
        ("core: {t: [[4, true]]}", "core.t: [4, True] is no shape"),
        ("core: {t: [[4, '8']]}", "core.t: [4, '8'] is no shape"),
        ("core: {t: [[4, null]]}", "core.t: [4, None] is no shape"),
        ("core: {t: [[]]}", "core.t: [] is no shape"),
        ("core: {t: [2020-99-99]}", "not valid YAML: month must be in 1..12"),
        ("core: {t: [[!!int x]]}", "not valid YAML: invalid literal"),
        ("core: {t: [[4]], u: [[2]], t: [[8]]}", "core.t: is there twice; delete one"),
        ("core: {t: [[4]]}\ncore: {u: [[4]]}", "core: is there twice; delete one"),
        ("core: {t: [4, 4]}", "core.t: 4 is no shape"),
        ("core: {t: [[[4]]]}", "core.t: [[4]] is no shape"),
        ("operators: {neg: []}", "operators.neg: must be a non-empty list of shapes, not []"),
        ("comprehensive: {t: 4}", "comprehensive.t: must be a non-empty list of shapes, not 4"),
        ("core: [1]", "core: must map names to lists of shapes, not [1]"),
        ("cor: {}", "unknown section 'cor'; use one of core, comprehensive, operators"),
        ("[1, 2]", "must be a mapping with the sections core, comprehensive, operators, not [1, 2]"),
        ("", "must be a mapping with the sections core, comprehensive, operators, not None"),
        ("core: {t: [[4}", "not valid YAML: "),
        ("core: !!python/object:os.system {}", "not valid YAML: "),
        (b"core: \xff", "cannot be read: not UTF-8"),
    ],
)
def test_a_bad_file_is_one_line_that_names_file_key_and_value(write, text, message):
    path = write(text)
    with pytest.raises(ShapeFileError) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}: {message}")
    assert "\n" not in str(caught.value)


def test_a_file_nested_too_deep_is_one_line(write):
    """Near Python's limit a file can be read and not be shown; deeper ones are PyYAML's affair."""
    limit = sys.getrecursionlimit()
    for depth in (100, *range(limit - 60, limit + 20, 4), 3 * limit):
        for opening, closing in (("[", "]"), ("{a: ", "}")):
            path = write("core: {t: [" + opening * depth + "1" + closing * depth + "]}")
            with pytest.raises(ShapeFileError) as caught:
                load(path)
            message = str(caught.value)
            assert message.startswith(f"{path}: ") and "\n" not in message and len(message) < 400


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ShapeFileError, match=r"absent.yaml: cannot be read: No such file or directory$"):
        load(tmp_path / "absent.yaml")


@given(
    st.dictionaries(
        st.text(min_size=1), st.lists(st.lists(st.integers(), max_size=3), max_size=3), max_size=3
    )
)
def test_a_table_is_accepted_exactly_if_all_its_sizes_are_positive(tmp_path_factory, table):
    import yaml

    path = tmp_path_factory.mktemp("shapes") / "shapes.yaml"
    path.write_text(yaml.safe_dump({"core": table}))
    good = all(shapes and all(shape and min(shape) > 0 for shape in shapes) for shapes in table.values())
    try:
        loaded = load(path)["core"]
    except ShapeFileError:
        assert not good
    else:
        assert good
        assert loaded == {key: tuple(map(tuple, shapes)) for key, shapes in table.items()}


def test_the_committed_file_is_good_and_each_extra_table_has_a_core():
    tables = load(Path(settings.shape_file))
    assert tables["comprehensive"].keys() <= tables["core"].keys()
    for name, extra in tables["comprehensive"].items():
        assert not set(extra) & set(tables["core"][name]), f"{name} would time a shape twice"
