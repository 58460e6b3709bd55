"""tarazu and its peers on the same data, in turn, on this machine: ratios and peak memory.

    python benchmarks/run.py [--rows 10_000_000] [--repeat 3]

Every contender runs in a process of its own, in turn, and what is quick several times; the best time counts.
A peer that would take minutes runs on a part of the rows and is scaled up, which the table says. Times are of
the work, without imports, except where a whole command is timed. Needs scikit-learn, pandas, polars and pycm.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LABELS = ("cat", "dog", "elephant seal")
MEASURES = ("kappa", "mcc", "f1_macro", "accuracy")


def columns(rows, classes=3):
    import numpy as np

    rng = np.random.default_rng(0)
    truth = rng.integers(0, classes, rows)
    return truth, np.where(rng.random(rows) < 0.7, truth, rng.integers(0, classes, rows))


def words(rows):
    import numpy as np

    names = np.array(LABELS, dtype=object)
    truth, prediction = columns(rows)
    return names[truth], names[prediction]


def pandas_frame(rows, dtype=None):
    import pandas as pd

    truth, prediction = words(rows)
    return pd.DataFrame({"truth": pd.Series(truth, dtype=dtype), "prediction": pd.Series(prediction, dtype=dtype)})


def polars_frame(rows):
    import polars as pl

    return pl.from_pandas(pandas_frame(rows))


def ours(*data, **about):
    import tarazu as tz

    result = tz.classify(*data, show=list(MEASURES), **about)
    return [result[m].value for m in MEASURES]


def of_frame(frame):
    return ours(frame, truth="truth", prediction="prediction")


def sklearn_matrix(data):
    from sklearn.metrics import confusion_matrix

    return confusion_matrix(*data)


def sklearn_frame(frame):
    from sklearn.metrics import confusion_matrix

    return confusion_matrix(frame["truth"], frame["prediction"])


def pandas_crosstab(frame):
    import pandas as pd

    return pd.crosstab(frame["truth"], frame["prediction"])


def pycm_matrix(data):
    import pycm

    return pycm.ConfusionMatrix(*(list(map(int, x)) for x in data), metrics_off=True).matrix


def pandas_csv(path):
    import pandas as pd

    return pd.read_csv(path).groupby(["truth", "prediction"]).size()


def bca(counts):
    import tarazu as tz

    return tz.matrix(counts, rows="truth", interval="bca", resamples=10_000)


def counts_of_a_million(_):
    import numpy as np

    truth, prediction = columns(1_000_000, 10)
    return np.bincount(truth * 10 + prediction, minlength=100).reshape(10, 10).tolist()


def sklearn_resamples(data):
    """Two resamples of the rows, each with the measures of tarazu's short report."""
    import numpy as np
    from sklearn import metrics

    truth, prediction = data
    rng = np.random.default_rng(0)
    for _ in range(2):
        drawn = rng.integers(0, len(truth), len(truth))
        y, p = truth[drawn], prediction[drawn]
        metrics.accuracy_score(y, p)
        metrics.cohen_kappa_score(y, p)
        metrics.matthews_corrcoef(y, p)
        metrics.balanced_accuracy_score(y, p)
        for average in (None, "macro", "weighted"):
            metrics.precision_recall_fscore_support(y, p, average=average)


def command(*args):
    def work(_):
        subprocess.run([sys.executable, *args], check=True, capture_output=True)

    return work


# task: (what is counted, {contender: (work, how its data are made, share of the rows)})
TASKS = {
    "whole numbers": {
        "tarazu: kappa, MCC, F1, accuracy": (lambda d: ours(*d), columns, 1),
        "scikit-learn confusion_matrix": (sklearn_matrix, columns, 1),
        "PyCM matrix only": (pycm_matrix, columns, 0.1),
    },
    "text in a pandas frame": {
        "tarazu: kappa, MCC, F1, accuracy": (of_frame, pandas_frame, 1),
        "scikit-learn confusion_matrix": (sklearn_frame, pandas_frame, 0.1),
        "pandas crosstab": (pandas_crosstab, pandas_frame, 1),
    },
    "text objects in a pandas frame": {
        "tarazu: kappa, MCC, F1, accuracy": (of_frame, lambda n: pandas_frame(n, object), 1),
        "scikit-learn confusion_matrix": (sklearn_frame, lambda n: pandas_frame(n, object), 0.1),
    },
    "text in a polars frame": {
        "tarazu: kappa, MCC, F1, accuracy": (of_frame, polars_frame, 1),
        "scikit-learn confusion_matrix": (sklearn_frame, polars_frame, 0.1),
    },
    "CSV file, 2 columns of text and a number": {
        "tarazu: kappa, MCC, F1, accuracy": (of_frame, None, 1),
        "pandas read_csv + groupby": (pandas_csv, None, 1),
    },
    "10,000 BCa resamples of the short report, 1 million rows, 10 classes": {
        "tarazu: over the cells": (bca, counts_of_a_million, 1),
        "scikit-learn on resampled rows": (sklearn_resamples, lambda _: columns(1_000_000, 10), 2 / 10_000),
    },
    "a whole command": {
        "tarazu --help": (command("-m", "tarazu.cli.main", "--help"), lambda _: None, 1),
        "python -c 'import numpy'": (command("-c", "import numpy"), lambda _: None, 1),
    },
}


def write_csv(path, rows):
    import numpy as np

    frame = polars_frame(rows).with_columns(score=np.random.default_rng(1).random(rows))
    frame.write_csv(path)


def measure(task, contender, rows, path):
    """Run one contender in this process and print seconds and peak memory."""
    work, make, share = TASKS[task][contender]
    data = make(int(rows * share)) if make else path
    if task != "a whole command":
        small = (make(100) if share >= 0.01 else data) if make else _small(path)
        work(small)  # imports and other firsts
    seconds: list[float] = []
    while len(seconds) < 5 and sum(seconds) < 1:
        start = time.perf_counter()
        work(data)
        seconds.append(time.perf_counter() - start)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps({"seconds": min(seconds) / share, "peak": peak / 1024}))


def _small(path):
    small = Path(path).with_name("small.csv")
    with open(path, encoding="utf-8") as f:
        small.write_text("".join(f.readline() for _ in range(100)), encoding="utf-8")
    return str(small)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=lambda s: int(s.replace("_", "")), default=10_000_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--only", help="a part of the name of a task")
    parser.add_argument("--task", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--csv", help=argparse.SUPPRESS)
    parser.add_argument("--write", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.write:
        write_csv(options.csv, options.rows)
        return
    if options.task:
        measure(*options.task, options.rows, options.csv)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "rows.csv")
        # in a process of its own: a child's peak memory starts from its parent's
        again = [sys.executable, __file__, "--rows", str(options.rows), "--csv", path]
        subprocess.run([*again, "--write"], check=True)
        size = os.path.getsize(path) / 1e6
        print(f"{options.rows:,} rows; the CSV file has {size:.0f} MB; best of {options.repeat}\n")
        print("| work | contender | seconds | times tarazu | peak memory, MB |")
        print("| --- | --- | --: | --: | --: |")
        for task, contenders in TASKS.items():
            if options.only and options.only not in task:
                continue
            found = {c: [] for c in contenders}
            for _ in range(options.repeat):
                for contender in contenders:
                    done = subprocess.run(
                        [*again, "--task", task, contender],
                        capture_output=True,
                        text=True,
                        check=False,
                    )
                    if done.returncode:
                        sys.exit(done.stderr)
                    found[contender].append(json.loads(done.stdout.splitlines()[-1]))
            best = {c: min(runs, key=lambda r: r["seconds"]) for c, runs in found.items()}
            base = next(iter(best.values()))["seconds"]
            for contender, run in best.items():
                share = contenders[contender][2]
                part = f" ({share:.2g} of the work, × {1 / share:g})" if share != 1 else ""
                ratio = run["seconds"] / base
                memory = f"{run['peak']:.0f}" if task != "a whole command" else ""
                print(
                    f"| {task} | {contender}{part} | {run['seconds']:.3f} | {ratio:.1f} | {memory} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
