"""LaTeX: the structure of the tables, every special character, the figures; compiled where LaTeX is there."""

import re
import shutil
import subprocess

import pytest

import tarazu as tz
from tarazu.report.latex import escaped

STRANGE = ["a_b & 50%", "[x]~^\\{}$#", "− ≥ -- '' |<>| * `"]


def tables(text):
    """Caption, alignment and rows of cells of each table."""
    found = []
    for body in re.findall(r"\\begin\{table\}.*?\\end\{table\}", text, re.S):
        caption = re.search(r"\\caption\{(.*)\}\n", body)[1]
        align = re.search(r"\\begin\{tabular\}\{(\w+)\}", body)[1]
        rows = [re.split(r"(?<!\\) & ", line[:-3]) for line in body.splitlines() if line.endswith(r" \\")]
        found.append((caption, align, rows, body))
    return found


def compiled(text, tmp_path):
    if not shutil.which("pdflatex") or not shutil.which("kpsewhich"):
        pytest.skip("no LaTeX here")
    if subprocess.run(["kpsewhich", "booktabs.sty"], capture_output=True, check=False).returncode:
        pytest.skip("no booktabs here")
    document = "\\documentclass{article}\\usepackage{booktabs}\\begin{document}\n" + text + "\\end{document}\n"
    (tmp_path / "x.tex").write_text(document, encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "x.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
    return (tmp_path / "x.log").read_text(encoding="latin-1")


def test_matrix_and_measures():
    text = tz.matrix("10 7; 5 8", rows="prediction", labels=["cat", "dog"], interval=None).to_latex()
    matrix, overall, classes = tables(text)
    assert text.startswith("% Needs \\usepackage{booktabs}")
    assert matrix[:2] == ("Confusion matrix", "lrrrr")
    assert matrix[2] == [
        ["", r"\multicolumn{2}{c}{prediction}"],
        ["truth", "cat", "dog", "total", "found"],
        ["cat", "10", "5", "15", r"66.7\%"],
        ["dog", "7", "8", "15", r"53.3\%"],
        ["total", "17", "13", "30", ""],
        ["right", r"58.8\%", r"61.5\%", "", ""],
    ]
    assert overall[:2] == ("Overall", "llr")
    assert ["Cohen's kappa", "kappa", "0.2"] in overall[2]
    assert ["Matthews correlation coefficient", "mcc", "0.201802"] in overall[2]
    assert classes[1] == "lrrrrrr"
    assert classes[2][1] == ["cat", "15", "0.6667", "0.5333", "0.5882", "0.6154", "0.6250"]
    for _, align, rows, body in (matrix, overall, classes):
        assert all(len(row) == len(align) for row in rows if "multicolumn" not in row[-1])
        for rule in ("toprule", "bottomrule"):
            assert body.count(f"\\{rule}") == 1
    assert matrix[3].count(r"\midrule") == 2
    assert "kappa 0.2 is called" in text.split(r"\begin{table}")[0]


def test_intervals_and_tests():
    text = tz.matrix("10 7; 5 8", rows="prediction", labels=["cat", "dog"]).to_latex()
    _, overall, classes, tests, words = tables(text)
    assert overall[1] == "llrr"
    assert ["measure", "name", "value", r"95 \% interval"] in overall[2]
    assert ["Cohen's kappa", "kappa", "0.2", "$-$0.1518 to 0.5068"] in overall[2]
    assert classes[2][1][:3] == ["cat", "15", "0.6667"]
    assert classes[2][2][:3] == ["", "", r"{\footnotesize 0.417 to 0.848}"]
    assert all(len(row) == len(align) for _, align, rows, _ in (overall, classes, tests, words) for row in rows)
    assert tests[:2] == ("Tests", "llr")
    assert ["Is kappa above what chance gives?", "z, null standard error, two-sided", "0.269"] in tests[2]


def test_no_interval_and_no_test_have_their_reasons():
    made = tz.matrix([[20, 0], [0, 15]], rows="truth")
    found = tables(made.to_latex())
    assert any(r.no_interval for r in made.rows if not r.undefined)
    listed = {row[1] for row in found[1][2]}
    for row in made.rows:
        if row.name in {n.replace("\\_", "_") for n in listed} and row.no_interval and not row.undefined:
            assert escaped(f"no interval for {row.name}: {row.no_interval}") in "".join(t[3] for t in found)
    for test in made.tests:
        assert test.p is not None or escaped(test.text) in found[-1][3]


def test_only_tables_and_comments():
    text = tz.matrix([[50, 1], [1, 3]], rows="truth", interval=None).to_latex()
    outside = re.sub(r"\\begin\{table\}.*?\\end\{table\}", "", text, flags=re.S)
    assert all(not line or line.startswith("% ") for line in outside.splitlines())
    assert "% ! Few items of 2" in outside


@pytest.mark.parametrize(
    ("text", "tex"),
    [
        (r"a_b & 50% $x #1 {c} \d", r"a\_b \& 50\% \$x \#1 \{c\} \textbackslash{}d"),
        ("~^", r"\textasciitilde{}\textasciicircum{}"),
        ("−0.5 ≥ 0 ≤ ∞", r"$-$0.5 $\geq$ 0 $\leq$ $\infty$"),
        ("1.25 × 10^−9 and 2 × 10^20", r"1.25 $\times 10^{-9}$ and 2 $\times 10^{20}$"),
        ("2 × 3", r"2 $\times$ 3"),
        ("a-b--c---", "a-b-{}-c-{}-{}-"),
        ("[a] *b*", "{[}a{]} {*}b{*}"),
        ("a|b<c>d", "a$|$b$<$c$>$d"),
        ("two\nlines\tand\x07", "two lines and "),
        ("it's ''x''", "it's '{}'x'{}'"),
        ("é κ β′", r"é $\kappa$ $\beta$$'$"),
    ],
)  # fmt: skip
def test_special_characters(text, tex):
    assert escaped(text) == tex


def test_no_value_is_a_dash_with_its_reason():
    matrix, overall, classes = tables(
        tz.matrix([[5, 0], [0, 0]], rows="truth", labels=["a", "b_c"], interval=None).to_latex()
    )
    assert ["b\\_c", "0", "0", "0", "---"] in matrix[2]
    assert r"{\footnotesize ---~undefined: the class does not occur there" in matrix[3]
    assert ["Cohen's kappa", "kappa", "---"] in overall[2]
    assert re.search(r"---~undefined: kappa.*: only one class occurs", overall[3])
    assert "recall" not in overall[3]
    assert r"---~undefined: recall{[}b\_c{]}" in classes[3]
    assert "recall\\_macro" in classes[3]
    assert "kappa" not in classes[3]
    clean = tz.matrix("10 7; 5 8", rows="prediction", interval=None).to_latex()
    assert "---" not in clean
    assert "footnotesize" not in clean


def test_labels_that_look_like_no_value_stay():
    text = tz.matrix("10 7; 5 8", rows="truth", labels=["undefined", "total"], interval=None).to_latex()
    matrix, _, classes = tables(text)
    assert matrix[2][0][1] == r"\multicolumn{2}{c}{prediction}"
    assert matrix[2][1] == ["truth", "undefined", "total", "total", "found"]
    assert classes[2][1][0] == "undefined"


def test_groups_raters_and_one_class():
    text = tz.classify(
        ["a", "b", "a", "b"], ["a", "b", "b", "b"], by=["x", "x", "y_1", "y_1"], interval=None
    ).to_latex()
    assert [t[0] for t in tables(text)] == ["Confusion matrix", "Overall", "Each class against the rest", "By group"]
    assert "y\\_1" in text
    raters = tables(tz.matrix("10 7; 5 8", rows="raters", interval=None).to_latex())
    assert raters[0][2][1] == ["rater 1", "1", "2", "total"]
    groups = tz.classify(["a", "b", "a", "a"], ["a", "b", "a", "a"], by=["x", "x", "y", "y"], interval=None).to_latex()
    assert re.search(r"---~undefined: kappa \(y\)", tables(groups)[-1][3])


def test_it_compiles(tmp_path):
    import numpy as np

    results = [
        tz.matrix([[10, 5, 0], [7, 8, 0], [0, 0, 0]], rows="truth", labels=STRANGE, show="all"),
        tz.matrix("20 0; 2 10", rows="truth", show="all"),
        tz.matrix("20 5; 10 15", rows="raters"),
        tz.matrix(np.full((50, 50), 2), rows="truth"),
        tz.classify(["a", "b", "a", "a"], ["a", "b", "a", "a"], by=["[x", "*y", "*y", "*y"]),
    ]
    compiled("\n\\clearpage\n".join(r.to_latex() for r in results), tmp_path)
