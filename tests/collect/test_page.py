# SPDX-License-Identifier: Apache-2.0
"""The page in a real headless Chromium. Screenshots go to the test's undeclared outputs.

There is nothing to skip here: without Chromium and its driver these tests fail.
"""

import json
import os
import pathlib
import shutil
import subprocess
import time

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from tests.collect import samples
from tests.collect.helpers import HOSTILE, ROOT
from tests.collect.samples import CPU, H200, Shot, put, report
from tools.collect.__main__ import write_all
from tools.collect.families import families_of_tree
from tools.collect.merge import merge
from tools.collect.observation import Findings
from tools.collect.tree import find_in_tree

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--window-size=1440,900",
)


def program(variable, *names):
    """Finds a program, or fails with how to get it."""
    named = os.environ.get(variable)
    found = named or next((path for name in names if (path := shutil.which(name, path=SEARCH))), None)
    assert found, (
        f"no {names[0]} on PATH; install the packages chromium and chromium-driver, or set {variable}"
    )
    return found


# Bazel gives a test a short PATH.
SEARCH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/bin", "/usr/local/bin", "/snap/bin"])


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    options = webdriver.ChromeOptions()
    options.binary_location = program("CHROMIUM", "chromium", "chromium-browser", "google-chrome")
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = webdriver.ChromeService(program("CHROMEDRIVER", "chromedriver", "chromium.chromedriver"))
    driver = webdriver.Chrome(options=options, service=service)
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def shots(tmp_path_factory):
    """The folder for screenshots."""
    folder = os.environ.get("TEST_UNDECLARED_OUTPUTS_DIR")
    return pathlib.Path(folder) if folder else tmp_path_factory.mktemp("screenshots")


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A page of some 20,000 cases on one device."""
    folder = tmp_path_factory.mktemp("large")
    count = samples.large(folder / "logs", 1188, H200)
    write_all(
        merge(find_in_tree(folder / "logs", "logs"), families_of_tree(ROOT / "benchmark")), folder / "out"
    )
    return folder / "out" / "index.html", count


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A page with every verdict, on two devices."""
    folder = tmp_path_factory.mktemp("small")
    mixed = [
        Shot("float32"),
        Shot("float32", shape=(1 << 20,)),
        Shot("uint16", "FAILED"),
        Shot("int8", "NOT_RUN"),
    ]
    put(folder / "a", "abs", report("abs", mixed), H200, duration_ms=3_600)
    put(
        folder / "b",
        "abs",
        report("abs", [Shot("float32"), Shot("uint16"), Shot("int8")]),
        CPU,
        duration_ms=900,
    )
    put(folder / "a", "neg", report("neg", [Shot("float32")]), H200, within="run_1_of_2")
    put(folder / "a", "neg", report("neg", [Shot("float32", "FAILED")]), H200, within="run_2_of_2")
    put(folder / "a", "exp", samples.unsupported("exp"), H200)
    put(folder / "a", "sin", report("sin", [], skipped="needs compute capability 10.0"), H200)
    put(folder / "a", "hung", None, None, status=3)
    put(folder / "a", "cut", b'{"schema_version"', H200)
    put(folder / "b", "neg", report("neg", [Shot("float32")]), CPU)
    for name in ("exp", "sin"):
        put(folder / "b", name, report(name, [Shot("float32"), Shot("float16")]), CPU)
    found = find_in_tree(folder / "a", "a") + find_in_tree(folder / "b", "b")
    write_all(merge(found, families_of_tree(ROOT / "benchmark")), folder / "out")
    return folder / "out" / "index.html"


def wait(browser, condition):
    """Waits for a condition; gives its value."""
    return WebDriverWait(browser, 30, poll_frequency=0.05).until(lambda _: condition())


def load(browser, page, scheme="light"):
    """Opens a page; gives the milliseconds until its matrix was painted, as the page itself measured them."""
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    browser.get("about:blank")
    browser.get_log("browser")
    browser.get_log("performance")
    browser.get(page.as_uri())
    root = browser.find_element(By.TAG_NAME, "html")
    return int(wait(browser, lambda: root.get_attribute("data-ready")))


def complete(browser):
    wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, ".grid[data-complete]"))


def rows(browser):
    # One question, not one for each of a thousand rows.
    script = "return [...document.querySelectorAll('.grid .body button.name')].map((row) => row.textContent)"
    return browser.execute_script(script)


def type_query(browser, query):
    field = browser.find_element(By.ID, "search")
    field.clear()
    field.send_keys(query)
    before = browser.find_element(By.CSS_SELECTOR, "#matrix > *")
    wait(browser, lambda: not attached(before))


def attached(element):
    try:
        return element.is_displayed() or True
    except Exception:
        return False


def quiet(browser):
    """The console's complaints."""
    return [entry for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]


def test_twenty_thousand_cases_open_in_two_seconds(browser, large, shots):
    page, count = large
    assert count >= 17_000
    load(browser, page)
    times = sorted(load(browser, page) for _ in range(3))
    browser.save_screenshot(str(shots / "20000_cases_light.png"))
    complete(browser)
    assert len(rows(browser)) == 1188
    load(browser, page, "dark")
    browser.save_screenshot(str(shots / "20000_cases_dark.png"))
    print(f"{count} cases ready after {times} ms")
    # The best of three, since a shared machine can only make it slower.
    assert times[0] < 2000
    assert not quiet(browser)


def test_filters_on_twenty_thousand_cases_are_quick(browser, large):
    page, _ = large
    load(browser, page)
    complete(browser)
    started = time.monotonic()
    type_query(browser, "out of memory")
    took = time.monotonic() - started
    shown = browser.find_element(By.ID, "shown").text
    assert shown.startswith("13 operators, 13 cases of"), shown
    assert took < 2
    browser.find_element(By.ID, "reset").click()
    wait(browser, lambda: browser.find_element(By.ID, "shown").text.startswith("1,188 operators"))


def test_nothing_is_loaded_from_anywhere(browser, small):
    load(browser, small)
    for name in ("causes", "targets", "families", "problems", "matrix"):
        browser.find_element(By.ID, f"tab-{name}").click()
    asked = [
        message["params"]["request"]["url"]
        for entry in browser.get_log("performance")
        if (message := json.loads(entry["message"])["message"])["method"] == "Network.requestWillBeSent"
    ]
    assert all(url.startswith(("file:", "about:", "data:")) for url in asked), asked
    assert not quiet(browser)


def test_every_verdict_has_a_sign_and_a_colour_of_its_own(browser, small, shots):
    load(browser, small)
    browser.save_screenshot(str(shots / "every_verdict_light.png"))
    legend = browser.find_elements(By.CSS_SELECTOR, "#totals .legend button")
    texts = [button.text for button in legend]
    assert [text.split()[2] for text in texts] == [
        "CONFLICT",
        "FAILED",
        "NO_REPORT",
        "NOT_RUN",
        "UNSUPPORTED",
        "SKIP",
        "PASSED",
    ]
    assert len({text.split()[0] for text in texts}) == 7
    assert len({button.value_of_css_property("background-color") for button in legend}) == 7
    load(browser, small, "dark")
    browser.save_screenshot(str(shots / "every_verdict_dark.png"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_against_its_ground(browser, small, scheme):
    load(browser, small, scheme)
    worst = browser.execute_script("""
        const light = (colour) => {
          const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map((v) => v / 255)
            .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const ground = (element) => {
          for (; element; element = element.parentElement) {
            const colour = getComputedStyle(element).backgroundColor;
            if (!/, 0\\)$/.test(colour)) return colour;
          }
        };
        return [...document.querySelectorAll("button, p, h1, span, select, output")]
          .filter((element) => element.textContent.trim())
          .map((element) => {
            const pair = [getComputedStyle(element).color, ground(element)].map(light).sort((a, b) => b - a);
            return [(pair[0] + 0.05) / (pair[1] + 0.05), element.outerHTML.slice(0, 120)];
          }).sort((a, b) => a[0] - b[0])[0];
    """)
    # WCAG 2 level AA for text of this size.
    assert worst[0] >= 4.5, worst


def open_cell(browser, operator, dtype, device):
    """Opens a cell by its label."""
    name = f'[aria-label^="{operator}, {dtype}, {device}"]'
    browser.find_element(By.CSS_SELECTOR, f".cell button{name}").click()
    return wait(browser, lambda: browser.find_element(By.ID, "drawer"))


def test_a_cell_tells_the_whole_story(browser, small, shots):
    load(browser, small)
    drawer = open_cell(browser, "abs", "uint16", "NVIDIA H200")
    browser.save_screenshot(str(shots / "cell_light.png"))
    told = drawer.text
    for part in (
        "abs · uint16",
        "benchmark/test_abs.py::test_abs::core::uint16::0",
        "invoke",
        "DTYPE_UNSUPPORTED",
        samples.FAILURE["message"],
        'File "node.py", line 3, in run',
        "input=4×8",
        "./bazelw test --config=cuda //benchmark:abs_ref "
        "--test_filter=benchmark/test_abs.py::test_abs::core::uint16::0",
    ):
        assert part in told, part
    drawer.send_keys(Keys.ESCAPE)
    assert not drawer.is_displayed()
    drawer = open_cell(browser, "abs", "float32", "CPU")
    summary = drawer.find_element(By.TAG_NAME, "summary")
    summary.click()
    wait(browser, lambda: "./bazelw test //benchmark:abs_ref --test_filter=" in drawer.text)
    load(browser, small, "dark")
    open_cell(browser, "abs", "uint16", "NVIDIA H200")
    browser.save_screenshot(str(shots / "cell_dark.png"))
    assert not quiet(browser)


def test_a_conflict_shows_both_sides(browser, small):
    load(browser, small)
    told = open_cell(browser, "neg", "float32", "NVIDIA H200").text
    assert "run 1 of 2" in told and "run 2 of 2" in told
    assert "CONFLICT" in told


def test_a_link_to_a_cell_opens_it(browser, small):
    load(browser, small)
    open_cell(browser, "abs", "uint16", "NVIDIA H200")
    address = browser.current_url
    assert "#" in address
    browser.get("about:blank")
    browser.get(address)
    wait(browser, lambda: "abs · uint16" in browser.find_element(By.ID, "drawer").text)


def test_the_keyboard_reaches_everything(browser, small):
    load(browser, small)
    complete(browser)
    body = browser.find_element(By.TAG_NAME, "body")
    body.send_keys("/")
    assert browser.switch_to.active_element.get_attribute("id") == "search"
    first = browser.find_element(By.CSS_SELECTOR, ".grid .body button")
    browser.execute_script("arguments[0].focus()", first)
    browser.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    cell = browser.switch_to.active_element
    assert cell.get_attribute("data-key")
    cell.send_keys(Keys.ARROW_DOWN)
    assert browser.switch_to.active_element.get_attribute("data-key") != cell.get_attribute("data-key")
    focused = browser.switch_to.active_element
    focused.send_keys(Keys.ENTER)
    drawer = browser.find_element(By.ID, "drawer")
    assert drawer.is_displayed()
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert not drawer.is_displayed()
    assert browser.switch_to.active_element == focused
    tab = browser.find_element(By.ID, "tab-matrix")
    browser.execute_script("arguments[0].focus()", tab)
    tab.send_keys(Keys.ARROW_RIGHT)
    assert browser.find_element(By.ID, "causes").is_displayed()


def test_filters(browser, small):
    load(browser, small)
    everything = rows(browser)
    assert len(everything) == 6
    type_query(browser, "test_abs not implemented")
    assert rows(browser) == ["abs"]
    browser.find_element(By.ID, "reset").click()
    wait(browser, lambda: rows(browser) == everything)
    browser.find_element(By.CSS_SELECTOR, '#totals button[title^="the node has no case builder"]').click()
    wait(browser, lambda: rows(browser) == ["exp"])
    browser.find_element(By.ID, "reset").click()
    browser.find_element(By.XPATH, "//*[@id='devices']/button[text()='CPU']").click()
    wait(browser, lambda: "hung" not in rows(browser))
    Select(browser.find_element(By.ID, "order")).select_by_value("name")
    assert rows(browser) == ["abs", "exp", "neg", "sin"]


def test_the_other_views(browser, small, shots):
    load(browser, small)
    browser.find_element(By.ID, "tab-causes").click()
    causes = browser.find_element(By.ID, "causes")
    browser.save_screenshot(str(shots / "causes.png"))
    assert "not implemented for 'UInt16'" in causes.text
    causes.find_elements(By.TAG_NAME, "button")[0].click()
    wait(browser, lambda: browser.find_element(By.ID, "cause").is_displayed())
    browser.find_element(By.ID, "tab-targets").click()
    targets = browser.find_element(By.ID, "targets")
    browser.save_screenshot(str(shots / "targets.png"))
    assert "time-out" in targets.text and "3.6 s" in targets.text
    browser.find_element(By.XPATH, "//*[@id='targets']//th//button[starts-with(text(), 'wall time')]").click()
    first = browser.find_element(By.CSS_SELECTOR, "#targets tbody tr")
    assert samples.label("abs") in first.text
    browser.find_element(By.ID, "tab-families").click()
    browser.save_screenshot(str(shots / "families.png"))
    assert "pointwise" in browser.find_element(By.ID, "families").text
    browser.find_element(By.ID, "tab-problems").click()
    browser.save_screenshot(str(shots / "inputs.png"))
    told = browser.find_element(By.ID, "problems").text
    assert "damaged" in told and "cut_ref" in told and "570.1" in told
    assert not quiet(browser)


def test_hostile_text_is_shown_and_never_run(browser, hostile):
    load(browser, hostile / "index.html")
    for name in ("causes", "targets", "families", "problems", "matrix"):
        browser.find_element(By.ID, f"tab-{name}").click()
    browser.find_element(By.CSS_SELECTOR, ".cell .v-failed").click()
    told = browser.find_element(By.ID, "drawer").text
    assert HOSTILE.split("\n")[0][:60] in told
    assert "␛[31m" in told
    assert browser.title == "✗ Reference check"
    assert not browser.find_elements(By.TAG_NAME, "img")
    assert len(browser.find_elements(By.TAG_NAME, "script")) == 2
    assert not quiet(browser)


def test_an_empty_result_is_a_page_too(browser, tmp_path):
    write_all(merge(Findings()), tmp_path)
    load(browser, tmp_path / "index.html")
    assert "Not as expected" in browser.find_element(By.TAG_NAME, "body").text
    for name in ("causes", "targets", "families", "problems"):
        browser.find_element(By.ID, f"tab-{name}").click()
    assert not quiet(browser)


def test_a_narrow_window(browser, small, shots):
    browser.set_window_size(480, 900)
    try:
        load(browser, small)
        browser.save_screenshot(str(shots / "narrow.png"))
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    finally:
        browser.set_window_size(1440, 900)


def test_the_program_is_there():
    version = subprocess.run(
        [program("CHROMIUM", "chromium", "chromium-browser", "google-chrome"), "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    print(version.stdout)
