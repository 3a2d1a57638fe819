// SPDX-License-Identifier: Apache-2.0
"use strict";
(() => {
  const D = JSON.parse(document.getElementById("data").textContent);
  const C = D.cases;
  const COUNT = C.verdict.length;
  const S = D.strings;
  // A record of pytest itself has no case id, and is no case.
  const isCase = (index) => S[C.tail[index]] !== "";
  const countCases = (list) => list.reduce((count, index) => count + isCase(index), 0);
  const CASES = countCases(C.tail.map((_, index) => index));
  const V = D.verdicts;
  const PASSED = V.indexOf("PASSED");
  const $ = (id) => document.getElementById(id);
  const number = new Intl.NumberFormat("en");

  // Every text goes in as a text node: nothing that a report holds is ever read as mark-up.
  function h(tag, properties, ...children) {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(properties || {})) {
      if (value === undefined || value === null || value === false) continue;
      if (key === "class") element.className = value;
      else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
      else element.setAttribute(key, value === true ? "" : value);
    }
    for (const child of children.flat(Infinity)) {
      if (child !== null && child !== undefined && child !== false) element.append(child);
    }
    return element;
  }

  const look = (verdict) => "v-" + verdict.toLowerCase();
  const tag = (verdict, text) =>
    h("span", { class: "tag " + look(D.look[verdict] || verdict) }, `${D.symbols[verdict]} ${text || verdict}`);
  const plural = (count, one, many) => `${number.format(count)} ${count === 1 ? one : many || one + "s"}`;

  function duration(seconds) {
    if (seconds === null) return "";
    return seconds < 120 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} min`;
  }

  function bar(counts, total) {
    const element = h("div", { class: "bar", "aria-hidden": "true" });
    V.forEach((verdict, index) => {
      if (!counts[index]) return;
      const part = h("span", { class: look(verdict), title: `${verdict}: ${number.format(counts[index])}` });
      part.style.flexGrow = String(counts[index] / total);
      element.append(part);
    });
    return element;
  }

  const countsText = (counts) =>
    V.map((verdict, index) => (counts[index] ? `${D.symbols[verdict]} ${number.format(counts[index])} ${verdict}` : ""))
      .filter(Boolean)
      .join("  ");

  // What is shown.
  const state = {
    view: "matrix", query: "", device: -1, family: -1, order: "worst", cause: -1,
    verdicts: new Set(V.map((_, index) => index)),
  };

  let haystacks = null;
  function haystack(index) {
    haystacks ||= new Array(COUNT);
    if (haystacks[index] === undefined) {
      const extra = C.extra[index] || {};
      haystacks[index] = [
        D.operators[C.operator[index]], D.nodes[C.node[index]], S[C.tail[index]], D.dtypes[C.dtype[index]],
        V[C.verdict[index]], D.labels[C.label[index]], S[C.shape[index]], S[C.params[index]],
        extra.stage, extra.category, extra.type, extra.hint,
        extra.reason === undefined ? "" : S[extra.reason], extra.message === undefined ? "" : S[extra.message],
      ].join("\n").toLowerCase();
    }
    return haystacks[index];
  }

  function matching() {
    const words = state.query.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [];
    for (let index = 0; index < COUNT; index++) {
      if (!state.verdicts.has(C.verdict[index])) continue;
      if (state.device >= 0 && C.device[index] !== state.device) continue;
      if (state.family >= 0 && D.familyOf[C.operator[index]] !== state.family) continue;
      if (state.cause >= 0 && (C.extra[index] || {}).cause !== state.cause) continue;
      if (words.length) {
        const text = haystack(index);
        if (!words.every((word) => text.includes(word))) continue;
      }
      found.push(index);
    }
    return found;
  }

  // The matrix.
  let cells = new Map();
  let drawing = 0;
  const FIRST_ROWS = 60;
  const MORE_ROWS = 200;
  const cellKey = (operator, dtype, device) => `${operator},${dtype},${device}`;

  function ranked(rows) {
    const name = (row) => D.operators[row.operator];
    const byName = (a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0);
    if (state.order === "name") return rows.sort(byName);
    const worse = (a, b) => {
      for (let index = 0; index < V.length; index++) {
        if (index === PASSED) continue;
        const difference = (b.counts[index] ? 1 : 0) - (a.counts[index] ? 1 : 0);
        if (difference) return difference;
      }
      return 0;
    };
    if (state.order === "family") {
      const family = (row) => D.families[D.familyOf[row.operator]];
      return rows.sort((a, b) => (family(a) < family(b) ? -1 : family(a) > family(b) ? 1 : worse(a, b) || byName(a, b)));
    }
    return rows.sort((a, b) => worse(a, b) || byName(a, b));
  }

  function cellButton(row, dtype, device, list) {
    const counts = new Array(V.length).fill(0);
    for (const index of list) counts[C.verdict[index]]++;
    const worst = counts.findIndex((count) => count > 0);
    const total = list.length;
    const count = counts[worst] === total ? number.format(total) : `${counts[worst]}/${number.format(total)}`;
    return h("button", {
      type: "button", class: look(V[worst]), "data-key": cellKey(row.operator, dtype, device), tabindex: "-1",
      "aria-label": `${D.operators[row.operator]}, ${D.dtypes[dtype] || "node"}, ${D.devices[device]}: ` +
        countsText(counts).replace(/[^\w ]/g, "").trim(),
    }, `${D.symbols[V[worst]]} ${count}`);
  }

  function drawMatrix(found) {
    cells = new Map();
    const drawn = ++drawing;
    const rows = new Map();
    const used = new Set();
    const devices = new Set();
    for (const index of found) {
      const operator = C.operator[index];
      let row = rows.get(operator);
      if (!row) rows.set(operator, (row = { operator, cells: new Map(), counts: new Array(V.length).fill(0) }));
      const key = C.dtype[index] * D.devices.length + C.device[index];
      const list = row.cells.get(key);
      if (list) list.push(index);
      else row.cells.set(key, [index]);
      row.counts[C.verdict[index]]++;
      used.add(C.dtype[index]);
      devices.add(C.device[index]);
    }
    const columns = D.dtypes.map((_, index) => index).filter((index) => used.has(index));
    const shown = D.devices.map((_, index) => index).filter((index) => devices.has(index));
    const panel = $("matrix");
    panel.replaceChildren();
    for (const row of rows.values()) {
      const all = [];
      for (const [key, list] of row.cells) {
        const device = key % D.devices.length;
        cells.set(cellKey(row.operator, (key - device) / D.devices.length, device), list);
        all.push(...list);
      }
      cells.set(`row,${row.operator}`, all.sort((a, b) => a - b));
    }
    if (!found.length) {
      panel.append(h("p", { class: "notice" }, COUNT ? "No case matches these filters." : "There are no cases."));
      return rows.size;
    }
    if (shown.length > 1) {
      panel.append(h("p", { class: "muted" }, "In each cell, from left to right: " +
        shown.map((index) => D.devices[index]).join(" | ")));
    }
    const grid = h("div", { class: "grid", role: "grid", "aria-label": "Operators by dtype", "aria-rowcount": rows.size + 1 });
    grid.style.setProperty("--columns", String(columns.length));
    grid.style.setProperty("--cell", `${Math.max(76, 66 * shown.length)}px`);
    grid.append(h("div", { class: "row top", role: "row" },
      h("span", { class: "name", role: "columnheader" }, "operator"),
      columns.map((dtype) => h("span", { role: "columnheader" }, D.dtypes[dtype] || "node"))));
    const body = h("div", { class: "body", role: "rowgroup" });
    let heading = -1;
    const drawRow = (row) => {
      const family = D.familyOf[row.operator];
      if (state.order === "family" && family !== heading) {
        heading = family;
        const counts = new Array(V.length).fill(0);
        let operators = 0;
        for (const other of rows.values()) {
          if (D.familyOf[other.operator] !== family) continue;
          operators++;
          other.counts.forEach((count, index) => (counts[index] += count));
        }
        body.append(h("div", { class: "row heading", role: "row" },
          h("span", { class: "name", role: "rowheader" }, D.families[family]),
          h("span", { class: "all", role: "gridcell" }, `${plural(operators, "operator")}:  ${countsText(counts)}`)));
      }
      const line = h("div", { class: "row", role: "row" }, h("button", {
        type: "button", class: "name", role: "rowheader", "data-row": row.operator, tabindex: "-1",
        title: `${D.operators[row.operator]} (${D.families[family]})`,
      }, D.operators[row.operator]));
      for (const dtype of columns) {
        const cell = h("div", { class: "cell", role: "gridcell" });
        for (const device of shown) {
          const list = row.cells.get(dtype * D.devices.length + device);
          if (list) cell.append(cellButton(row, dtype, device, list));
          else if (shown.length > 1) cell.append(h("span", { class: "void" }));
        }
        line.append(cell);
      }
      body.append(line);
    };
    // The rows in view come first, so that the page is there at once; the rest follows while nobody waits.
    const order = ranked([...rows.values()]);
    let next = 0;
    const drawSome = (count) => {
      if (drawn !== drawing) return;
      for (const end = Math.min(order.length, next + count); next < end; next++) drawRow(order[next]);
      if (next < order.length) setTimeout(drawSome, 0, MORE_ROWS);
      else grid.dataset.complete = "";
    };
    drawSome(FIRST_ROWS);
    grid.append(body);
    const first = body.querySelector("button");
    if (first) first.tabIndex = 0;
    panel.append(grid);
    return rows.size;
  }

  function moveFocus(event) {
    const button = event.target.closest(".grid button");
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const step = steps[event.key];
    if (!button || !step) return;
    event.preventDefault();
    const line = button.closest(".row");
    let next = null;
    if (step[0]) {
      const middle = button.getBoundingClientRect();
      const at = middle.left + middle.width / 2;
      let row = line;
      while (!next && (row = step[0] > 0 ? row.nextElementSibling : row.previousElementSibling)) {
        const near = [...row.querySelectorAll("button")].map((candidate) => {
          const box = candidate.getBoundingClientRect();
          return [Math.abs(box.left + box.width / 2 - at), candidate];
        });
        near.sort((a, b) => a[0] - b[0]);
        if (near.length) next = near[0][1];
      }
    } else {
      const all = [...line.querySelectorAll("button")];
      next = all[all.indexOf(button) + step[1]];
    }
    if (!next) return;
    button.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // One cell opened.
  let opener = null;

  function command(text) {
    const code = h("code", {}, text);
    const button = h("button", {
      type: "button", class: "plain",
      onclick: async () => {
        try {
          await navigator.clipboard.writeText(text);
          button.textContent = "Copied";
        } catch {
          // Without leave to write the clipboard the command is at least marked, ready to be copied.
          getSelection().selectAllChildren(code);
          button.textContent = "Marked";
        }
        setTimeout(() => (button.textContent = "Copy"), 1500);
      },
    }, "Copy");
    return h("div", { class: "command" }, code, button);
  }

  const caseId = (index) => (S[C.tail[index]] && D.nodes[C.node[index]] + "::" + S[C.tail[index]]) || "";

  function again(label, device, filter) {
    // A run without Bazel has no label, and the runner is asked itself.
    const bazel = /^@*\/\//.test(D.labels[label]);
    return (bazel ? D.replay : D.bare)[device]
      .replace("@LABEL@", () => D.quoted[label])
      .replace("@FILTER@", () => (filter ? (bazel ? " --test_filter=" : " --case-id ") + quote(filter) : ""));
  }

  function replay(index) {
    const extra = C.extra[index] || {};
    return extra.replay !== undefined ? S[extra.replay] : again(C.label[index], C.device[index], caseId(index));
  }

  const quote = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : "'" + text.replaceAll("'", `'"'"'`) + "'");

  function facts(index) {
    const extra = C.extra[index] || {};
    const list = h("dl", { class: "facts" });
    const fact = (name, value, wide) => {
      if (value === undefined || value === null || value === "") return;
      const extraClass = wide ? "wide" : undefined;
      list.append(h("dt", { class: extraClass }, name), h("dd", { class: extraClass }, value));
    };
    fact("case", caseId(index) ? h("code", {}, caseId(index)) : h("code", {}, D.nodes[C.node[index]]));
    fact("target", h("code", {}, D.labels[C.label[index]]));
    fact("device", D.devices[C.device[index]]);
    fact("shape", S[C.shape[index]] && h("code", {}, S[C.shape[index]]));
    fact("params", S[C.params[index]] && h("code", {}, S[C.params[index]]));
    fact("calls", extra.count === undefined ? "1" : String(extra.count));
    fact("stage", extra.stage && h("code", {}, extra.stage));
    fact("category", extra.category && h("code", {}, extra.category));
    fact("hint", extra.hint);
    fact("reason", extra.reason === undefined ? "" : S[extra.reason]);
    if (extra.message !== undefined) {
      fact("message", h("pre", {}, (extra.type ? extra.type + ": " : "") + S[extra.message]), true);
    }
    if (extra.traceback !== undefined) fact("traceback", h("pre", {}, S[extra.traceback]), true);
    if (extra.recovery !== undefined) fact("the device did not recover", h("pre", {}, S[extra.recovery]), true);
    if (extra.sightings) {
      fact("evidence", h("ul", {}, extra.sightings.map(([place, status, final]) =>
        h("li", {}, tag(status), ` ${place}${final ? "" : " (earlier)"}`))), true);
    }
    fact("run it again", command(replay(index)), true);
    return list;
  }

  function caseItem(index, open) {
    const extra = C.extra[index] || {};
    const what = [S[C.shape[index]] || S[C.tail[index]] || extra.stage || "node", S[C.params[index]]].filter(Boolean).join("  ");
    const item = h("details", {}, h("summary", {},
      tag(V[C.verdict[index]]),
      h("span", { class: "what" }, h("code", {}, what),
        extra.message !== undefined || extra.reason !== undefined
          ? h("div", { class: "muted" }, (S[extra.message !== undefined ? extra.message : extra.reason] || "").slice(0, 160))
          : null),
      h("span", { class: "muted" }, [extra.stage, extra.category].filter(Boolean).join(" · "))));
    const fill = () => {
      if (item.open && item.children.length === 1) item.append(facts(index));
    };
    item.addEventListener("toggle", fill);
    if (open) {
      item.open = true;
      fill();
    }
    return item;
  }

  function openDrawer(key, from) {
    const list = cells.get(key);
    if (!list) return;
    opener = from;
    const drawer = $("drawer");
    const whole = key.startsWith("row,");
    const first = list[0];
    const operator = D.operators[C.operator[first]];
    const counts = new Array(V.length).fill(0);
    for (const index of list) counts[C.verdict[index]]++;
    const labels = [...new Set(list.map((index) => D.labels[C.label[index]]))];
    const nodes = [...new Set(list.map((index) => D.nodes[C.node[index]]))];
    const title = whole ? operator : `${operator} · ${D.dtypes[C.dtype[first]] || "node"}`;
    drawer.replaceChildren(
      h("button", { type: "button", class: "close", onclick: closeDrawer }, "Close (Esc)"),
      h("h2", { id: "drawer-title" }, title),
      h("p", { class: "sub" }, [whole ? "" : D.devices[C.device[first]], D.families[D.familyOf[C.operator[first]]],
        nodes.slice(0, 3).join(", ") + (nodes.length > 3 ? ", …" : "")].filter(Boolean).join(" · ")),
      bar(counts, list.length),
      h("p", { class: "sub" }, countsText(counts)),
      h("div", {}, "Run the target again:"),
      ...labels.slice(0, 4).map((label) => command(again(D.labels.indexOf(label), C.device[first], ""))));
    const ordered = [...list].sort((a, b) => C.verdict[a] - C.verdict[b] || a - b);
    const step = 100;
    const more = (start) => {
      for (const index of ordered.slice(start, start + step)) {
        drawer.append(caseItem(index, index === ordered[0] && V[C.verdict[index]] !== "PASSED"));
      }
      if (ordered.length > start + step) {
        const button = h("button", {
          type: "button", class: "plain",
          onclick: () => {
            button.remove();
            more(start + step);
          },
        }, `Show ${Math.min(step, ordered.length - start - step)} more of ${ordered.length}`);
        drawer.append(button);
      }
    };
    more(0);
    drawer.hidden = false;
    drawer.scrollTop = 0;
    drawer.focus();
    history.replaceState(null, "", "#" + encodeURIComponent(key));
  }

  function closeDrawer() {
    $("drawer").hidden = true;
    $("drawer").replaceChildren();
    history.replaceState(null, "", location.pathname + location.search);
    if (opener && opener.isConnected) opener.focus();
  }

  // The other views.
  function drawCauses() {
    const panel = $("causes");
    panel.replaceChildren();
    if (!D.causes.length) {
      panel.append(h("p", { class: "notice" }, "Every case passed."));
      return;
    }
    const some = (names, limit) => names.slice(0, limit).join(", ") + (names.length > limit ? ` and ${names.length - limit} more` : "");
    panel.append(h("table", {},
      h("thead", {}, h("tr", {}, h("th", { class: "number" }, "records"), h("th", {}, "verdict"), h("th", {}, "what"),
        h("th", {}, "operators"), h("th", {}, "dtypes"), D.devices.length > 1 && h("th", {}, "devices"), h("th", {}, ""))),
      h("tbody", {}, D.causes.map((cause, index) => h("tr", {},
        h("td", { class: "number" }, number.format(cause.records)),
        h("td", {}, tag(cause.verdict)),
        h("td", {}, h("code", {}, (cause.type ? cause.type + ": " : "") + (cause.message || "(no message)")),
          h("div", { class: "why" }, [cause.stage, cause.category].filter(Boolean).join(" · "))),
        h("td", {}, some(cause.operators, 6)),
        h("td", {}, some(cause.dtypes, 6)),
        D.devices.length > 1 && h("td", {}, some(cause.devices, 4)),
        h("td", {}, h("button", {
          type: "button", class: "plain",
          onclick: () => {
            state.cause = index;
            show("matrix");
            update();
          },
        }, "Show")))))));
  }

  const sorting = { key: "ok", down: false };
  const KEYS = {
    ok: (target) => [target.ok ? 1 : 0, target.label],
    label: (target) => [target.label],
    device: (target) => [target.device, target.label],
    cases: (target) => [target.total],
    wall: (target) => [target.wall === null ? -1 : target.wall],
    wait: (target) => [target.wait === null ? -1 : target.wait],
    attempts: (target) => [target.attempts],
  };

  function drawTargets() {
    const panel = $("targets");
    const words = state.query.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = D.targets.filter((target) =>
      (state.device < 0 || target.device === state.device) &&
      (state.family < 0 || D.families[state.family] === target.family) &&
      words.every((word) => `${target.label} ${target.operator} ${target.verdict} ${target.why.join(" ")}`.toLowerCase().includes(word)));
    const key = KEYS[sorting.key];
    rows.sort((a, b) => {
      const [x, y] = [key(a), key(b)];
      for (let index = 0; index < x.length; index++) {
        if (x[index] < y[index]) return sorting.down ? 1 : -1;
        if (x[index] > y[index]) return sorting.down ? -1 : 1;
      }
      return a.label < b.label ? -1 : 1;
    });
    const column = (name, text, kind) => h("th", {
      class: kind, "aria-sort": sorting.key === name ? (sorting.down ? "descending" : "ascending") : undefined,
    }, h("button", {
      type: "button",
      onclick: () => {
        sorting.down = sorting.key === name ? !sorting.down : ["wall", "wait", "cases", "attempts"].includes(name);
        sorting.key = name;
        drawTargets();
      },
    }, text + (sorting.key === name ? (sorting.down ? " ↓" : " ↑") : "")));
    panel.replaceChildren(h("table", {},
      h("thead", {}, h("tr", {}, column("ok", "verdict"), column("label", "target"),
        D.devices.length > 1 && column("device", "device"), column("cases", "cases", "number"), h("th", {}, ""),
        column("wall", "wall time", "number"), column("wait", "waited", "number"), column("attempts", "attempts", "number"), h("th", {}, "run"))),
      h("tbody", {}, rows.map((target) => h("tr", {},
        h("td", {}, tag(target.verdict), !target.ok || target.expected === "PASSED" ? null : h("div", { class: "why" }, "as expected")),
        h("td", {}, h("code", {}, target.label),
          target.why.map((line) => h("div", { class: "why" }, line)),
          !target.ok && target.log ? h("div", { class: "why" }, "log: ", h("code", {}, target.log)) : null),
        D.devices.length > 1 && h("td", { class: "short" }, D.devices[target.device]),
        h("td", { class: "number" }, number.format(target.total)),
        h("td", {}, bar(target.counts, target.total || 1)),
        h("td", { class: "number" }, duration(target.wall)),
        h("td", { class: "number" }, duration(target.wait)),
        h("td", { class: "number" }, String(target.attempts), target.flaky ? " (flaky)" : ""),
        h("td", {}, [target.cached ? `cached (${target.cached})` : "", target.strategy].filter(Boolean).join(", ")))))));
    return rows.length;
  }

  function drawFamilies() {
    const groups = new Map();
    for (let index = 0; index < COUNT; index++) {
      if (state.device >= 0 && C.device[index] !== state.device) continue;
      const family = D.familyOf[C.operator[index]];
      let group = groups.get(family);
      if (!group) groups.set(family, (group = { operators: new Set(), counts: new Array(V.length).fill(0), total: 0 }));
      group.operators.add(C.operator[index]);
      group.counts[C.verdict[index]]++;
      group.total++;
    }
    const used = V.map((_, index) => index).filter((index) => [...groups.values()].some((group) => group.counts[index]));
    const rows = [...groups].sort((a, b) => (D.families[a[0]] < D.families[b[0]] ? -1 : 1));
    $("families").replaceChildren(h("table", {},
      h("thead", {}, h("tr", {}, h("th", {}, "family"), h("th", { class: "number" }, "operators"), h("th", { class: "number" }, "cases"),
        h("th", {}, ""), used.map((index) => h("th", { class: "number" }, `${D.symbols[V[index]]} ${V[index]}`)))),
      h("tbody", {}, rows.map(([family, group]) => h("tr", {},
        h("td", {}, h("button", {
          type: "button", class: "plain",
          onclick: () => {
            state.family = family;
            $("family").value = String(family);
            show("matrix");
            update();
          },
        }, D.families[family])),
        h("td", { class: "number" }, number.format(group.operators.size)),
        h("td", { class: "number" }, number.format(group.total)),
        h("td", {}, bar(group.counts, group.total)),
        used.map((index) => h("td", { class: "number" }, group.counts[index] ? number.format(group.counts[index]) : "")))))));
  }

  function drawProblems() {
    const panel = $("problems");
    panel.replaceChildren();
    if (D.problems.length) {
      panel.append(h("table", {},
        h("thead", {}, h("tr", {}, h("th", {}, "kind"), h("th", {}, "where"), h("th", {}, "what"))),
        h("tbody", {}, D.problems.map((problem) => h("tr", {}, h("td", {}, problem.kind),
          h("td", {}, h("code", {}, problem.where)), h("td", {}, problem.message))))));
    } else panel.append(h("p", { class: "notice" }, "Every input could be read, and no case has two verdicts."));
    panel.append(h("h2", { class: "notice" }, "Devices"), ...D.deviceFacts.map((list, index) => h("dl", { class: "facts" },
      h("dt", {}, "device"), h("dd", {}, D.devices[index]),
      list.map(([name, value]) => [h("dt", {}, name), h("dd", {}, h("code", {}, value))]))));
    if (D.others.length) {
      panel.append(h("p", { class: "notice" }, `${plural(D.others.length, "other test")} without a reference report, not judged here: ` +
        D.others.map(([label, word]) => (word ? `${label} (${word})` : label)).join(", ")));
    }
  }

  const VIEWS = {
    matrix: ["Matrix", () => drawMatrix(matching())],
    causes: ["Causes", drawCauses],
    targets: ["Targets", drawTargets],
    families: ["Families", drawFamilies],
    problems: ["Inputs", drawProblems],
  };

  function show(view) {
    state.view = view;
    for (const name of Object.keys(VIEWS)) {
      $(name).hidden = name !== view;
      const tab = $("tab-" + name);
      tab.setAttribute("aria-selected", String(name === view));
      tab.tabIndex = name === view ? 0 : -1;
    }
    $("tools").hidden = view === "causes" || view === "problems";
    // A view shows only the tools that it heeds.
    $("search").hidden = view === "families";
    $("family").parentElement.hidden = view === "families";
    $("order").parentElement.hidden = view !== "matrix";
  }

  function update() {
    const filtered = state.query || state.device >= 0 || state.family >= 0 || state.cause >= 0 || state.verdicts.size < V.length;
    $("reset").hidden = !filtered;
    $("cause").hidden = state.cause < 0 || state.view !== "matrix";
    if (state.cause >= 0) $("cause").textContent = "✕ cause: " + (D.causes[state.cause].message || D.causes[state.cause].verdict);
    for (const button of $("devices").children) button.setAttribute("aria-pressed", String(Number(button.dataset.device) === state.device));
    for (const button of document.querySelectorAll("#totals .legend button")) {
      button.setAttribute("aria-pressed", String(state.verdicts.has(Number(button.dataset.verdict))));
    }
    if (state.view === "matrix") {
      const found = matching();
      const rows = drawMatrix(found);
      $("shown").textContent = `${plural(rows, "operator")}, ${plural(countCases(found), "case")}` +
        (found.length < COUNT ? ` of ${number.format(CASES)}` : "");
    } else {
      const rows = VIEWS[state.view][1]();
      $("shown").textContent = state.view === "targets" ? plural(rows, "target") : "";
    }
  }

  function start() {
    const totals = new Array(V.length).fill(0);
    for (let index = 0; index < COUNT; index++) totals[C.verdict[index]]++;
    const verdict = $("verdict");
    verdict.className = D.ok ? "good" : "bad";
    verdict.textContent = D.ok ? "✓ As expected" : "✗ Not as expected";
    $("subtitle").textContent = [D.headline, plural(CASES, "case"), D.devices.join(", "), D.when].filter(Boolean).join(" · ");
    document.title = (D.ok ? "✓" : "✗") + " Reference check";
    $("totals").append(bar(totals, COUNT || 1), h("div", { class: "legend", role: "group", "aria-label": "Verdicts shown" },
      V.map((name, index) => totals[index] ? h("button", {
        type: "button", class: look(name), "data-verdict": index, "aria-pressed": "true", title: D.meaning[name],
        onclick: () => {
          // The first click on a verdict shows it alone; when it is alone, all come back.
          const only = state.verdicts.size === 1 && state.verdicts.has(index);
          if (only) V.forEach((_, other) => state.verdicts.add(other));
          else if (state.verdicts.size === V.length) state.verdicts = new Set([index]);
          else if (state.verdicts.has(index)) state.verdicts.delete(index);
          else state.verdicts.add(index);
          if (!["matrix"].includes(state.view)) show("matrix");
          update();
        },
      }, `${D.symbols[name]} ${number.format(totals[index])} ${name}`) : null),
      h("span", { class: "muted" }, "click to filter")));
    const badges = { problems: D.problems.length, targets: D.targets.filter((target) => !target.ok).length };
    for (const [name, [title]] of Object.entries(VIEWS)) {
      $("tabs").append(h("button", {
        type: "button", role: "tab", id: "tab-" + name, "aria-controls": name,
        onclick: () => {
          show(name);
          update();
        },
      }, title, badges[name] ? h("span", { class: "badge" }, number.format(badges[name])) : null));
    }
    $("tabs").addEventListener("keydown", (event) => {
      const tabs = [...$("tabs").children];
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
      next.focus();
      next.click();
    });
    if (D.devices.length > 1) {
      [["All devices", -1], ...D.devices.map((name, index) => [name, index])].forEach(([name, index]) =>
        $("devices").append(h("button", {
          type: "button", "data-device": index,
          onclick: () => {
            state.device = index;
            update();
          },
        }, name)));
    }
    $("family").append(h("option", { value: "-1" }, "all"), D.families.map((name, index) => h("option", { value: index }, name)));
    $("family").addEventListener("change", (event) => {
      state.family = Number(event.target.value);
      update();
    });
    $("order").addEventListener("change", (event) => {
      state.order = event.target.value;
      update();
    });
    let timer = 0;
    $("search").addEventListener("input", (event) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        state.query = event.target.value.trim();
        update();
      }, 120);
    });
    $("cause").addEventListener("click", () => {
      state.cause = -1;
      update();
    });
    $("reset").addEventListener("click", () => {
      Object.assign(state, { query: "", device: -1, family: -1, cause: -1, verdicts: new Set(V.map((_, index) => index)) });
      $("search").value = "";
      $("family").value = "-1";
      update();
    });
    $("matrix").addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button && button.dataset.key) openDrawer(button.dataset.key, button);
      else if (button && button.dataset.row) openDrawer("row," + button.dataset.row, button);
    });
    $("matrix").addEventListener("keydown", moveFocus);
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !$("drawer").hidden) closeDrawer();
      else if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) {
        event.preventDefault();
        $("search").focus();
      }
    });
    const root = document.documentElement;
    const dark = matchMedia("(prefers-color-scheme: dark)");
    let chosen = null;
    try {
      chosen = localStorage.getItem("theme");
    } catch {
      // A page opened from a file may have no storage; then the system decides each time.
    }
    const paint = () => (root.dataset.theme = chosen || (dark.matches ? "dark" : "light"));
    paint();
    dark.addEventListener("change", paint);
    $("theme").addEventListener("click", () => {
      chosen = root.dataset.theme === "dark" ? "light" : "dark";
      try {
        localStorage.setItem("theme", chosen);
      } catch {
        // See above.
      }
      paint();
    });
    show("matrix");
    update();
    const key = decodeURIComponent(location.hash.slice(1));
    if (cells.has(key)) openDrawer(key, null);
    // Two frames: the first paint of the matrix has then happened.
    requestAnimationFrame(() => requestAnimationFrame(() => (root.dataset.ready = String(Math.round(performance.now())))));
  }

  start();
})();
