"""Any frame: one table, every library, the same counts."""

import shutil

import narwhals.stable.v2 as nw
import numpy as np
import pytest

import tarazu as tz
from tarazu import InputError, QuestionError

DATA = {
    "label": ["cat", "dog", None, "cat", "bird", "dog", "nan", "cat"],
    "model": ["cat", "cat", "cat", "cat", "bird", None, "nan", "dog"],
    "rows": [1, 1, 2, 2, 2, 1, 1, 2],  # a name that the counting might use itself
    "w": [1.0, 2.0, 1.0, 0.5, 1.0, 1.0, 3.0, 0.0],
    "site": ["a", "a", "b", "b", None, "a", "b", "a"],
}


def pandas(data):
    import pandas as pd

    return pd.DataFrame(data)


def pandas_object(data):
    return pandas(data).astype(object).astype({"rows": int, "w": float})


def pandas_nullable(data):
    return pandas(data).convert_dtypes()


def pandas_pyarrow(data):
    return pandas(data).convert_dtypes(dtype_backend="pyarrow")


def pandas_categorical(data):
    return pandas(data).astype({"label": "category", "model": "category", "site": "category"})


def polars(data):
    import polars as pl

    return pl.DataFrame(data)


def polars_lazy(data):
    return polars(data).lazy()


def polars_categorical(data):
    import polars as pl

    return polars(data).with_columns(pl.col("label", "model").cast(pl.Categorical))


def pyarrow(data):
    import pyarrow as pa

    return pa.table(data)


def pyarrow_dictionary(data):
    import pyarrow as pa

    return pa.table({k: pa.array(v).dictionary_encode() if k in ("label", "site") else v for k, v in data.items()})


def duckdb(data):
    import duckdb

    return duckdb.from_arrow(pyarrow(data))


def dask(data):
    dd = pytest.importorskip("dask.dataframe", reason="dask is not installed")
    return dd.from_pandas(pandas(data), npartitions=2)


def spark(data):
    sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    builder = sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    session = builder.config("spark.driver.bindAddress", "127.0.0.1").getOrCreate()
    return session.createDataFrame([tuple(row) for row in zip(*data.values(), strict=True)], list(data))


def mapping(data):
    return data


BACKENDS = [
    pandas, pandas_object, pandas_nullable, pandas_pyarrow, pandas_categorical,
    polars, polars_lazy, polars_categorical, pyarrow, pyarrow_dictionary, duckdb, mapping,
    dask, pytest.param(spark, marks=pytest.mark.slow),
]  # fmt: skip

# what the engines warn about themselves is not ours to mend
pytestmark = [
    pytest.mark.filterwarnings("ignore:.*narwhals-dask"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:pyspark"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture(params=BACKENDS, ids=lambda f: f.__name__)
def constructor(request):
    return request.param


def test_the_same_counts_from_every_library(constructor):
    result = tz.classify(constructor(DATA), truth="label", prediction="model")
    assert result.tally.labels == ("bird", "cat", "dog", "nan")
    assert result.tally.counts.tolist() == [[1, 0, 0, 0], [0, 2, 1, 0], [0, 1, 0, 0], [0, 0, 0, 1]]
    assert result.tally.axes == ("label", "model")
    assert result.data["missing"] == {"label": 1, "model": 1}


def test_weights_and_groups_from_every_library(constructor):
    result = tz.classify(constructor(DATA), truth="label", prediction="model", weight="w", by=["site", "rows"])
    assert result.tally.counts.sum() == 7.5
    assert result.tally.squares[1, 1] == 1 + 0.25
    groups = result.groups()
    assert list(groups) == [("(missing)", "2"), ("a", "1"), ("a", "2"), ("b", "1"), ("b", "2")]
    assert groups["a", "1"].tally.counts.sum() == 3
    total = sum((g.tally for g in list(groups.values())[1:]), start=groups["(missing)", "2"].tally)
    assert np.allclose(total.counts, result.tally.counts)


def test_a_column_that_is_not_there(constructor):
    with pytest.raises(InputError, match=r"'modle' is not there. Did you mean 'model'?"):
        tz.classify(constructor(DATA), truth="label", prediction="modle")
    with pytest.raises(InputError, match="'wt' is not there"):
        tz.classify(constructor(DATA), truth="label", prediction="model", weight="wt")


@pytest.mark.parametrize("bad", [-1.0, float("nan"), float("inf"), None])
def test_weights_that_are_none(constructor, bad):
    data = DATA | {"w": [1.0, 2.0, bad, 0.5, 1.0, 1.0, 3.0, 0.0]}
    with pytest.raises(InputError, match=r"in row 3 is (negative|missing|infinite)"):
        tz.classify(constructor(data), truth="label", prediction="model", weight="w")
    with pytest.raises(InputError, match=r"expected numbers|must hold numbers"):
        tz.classify(constructor(DATA), truth="label", prediction="model", weight="site")


def test_a_frame_of_its_own_kind_comes_back(constructor):
    frame = constructor(DATA)
    out = tz.classify(frame, truth="label", prediction="model").to_frame()
    eager = {"polars_lazy": "polars", "polars_categorical": "polars", "pyarrow_dictionary": "pyarrow"}
    name = eager.get(constructor.__name__, constructor.__name__.split("_")[0])
    if name in ("pandas", "polars", "pyarrow"):
        assert nw.from_native(out).implementation.value == name
    rows = nw.from_native(out).rows(named=True)
    assert {r["measure"] for r in rows} >= {"kappa", "f1_macro", "recall"}


def test_pandas_categories_give_labels_and_order():
    import pandas as pd

    kind = pd.CategoricalDtype(["low", "medium", "high"], ordered=True)
    truth, prediction = (
        pd.Series(["medium", "high", "low"], dtype=kind),
        pd.Series(["low", "high", "low"], dtype=kind),
    )
    tally = tz.classify(truth, prediction).tally
    assert tally.labels == ("low", "medium", "high")
    assert tally.ordered
    assert tally.counts.tolist() == [[1, 0, 0], [1, 0, 0], [0, 0, 1]]
    with pytest.raises(InputError, match="'huge' in truth or prediction is not among the declared categories"):
        tz.classify(truth, pd.Series(["low", "high", "huge"]))


def test_polars_enum_gives_labels_and_order():
    import polars as pl

    kind = pl.Enum(["low", "medium", "high"])
    frame = pl.DataFrame({"a": ["low", "high"], "b": ["low", "low"]}, schema={"a": kind, "b": kind})
    tally = tz.classify(frame, truth="a", prediction="b").tally
    assert tally.labels == ("low", "medium", "high")
    assert tally.ordered


def test_pandas_series_of_other_rows_go_by_position():
    import pandas as pd

    truth = pd.Series(list("abab"), index=[307, 343, 47, 67])
    result = tz.classify(truth, pd.Series(list("abbb")))
    assert result["accuracy"].value == 0.75
    assert result["kappa"].value == 0.5
    assert "matched-by-position" in [n.code for n in result.notes]


@pytest.mark.parametrize(
    ("index", "message"),
    [([3, 2, 1, 0], "same row labels in a different order"), ([3, 4, 5, 6], "share 1 of 4")],
)
def test_pandas_series_that_may_mean_two_things(index, message):
    import pandas as pd

    with pytest.raises(InputError, match=message):
        tz.classify(pd.Series(list("aabb")), pd.Series(list("bbaa"), index=index))


def test_series_of_any_library():
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    truth, prediction = ["a", "b", "b"], ["a", "a", "b"]
    for make in (pd.Series, pl.Series, pa.array, pa.chunked_array, np.array):
        wrap = (lambda x: [x]) if make is pa.chunked_array else (lambda x: x)
        result = tz.classify(make(wrap(truth)), make(wrap(prediction)))
        assert result.tally.counts.tolist() == [[1, 0], [1, 1]]
    assert tz.classify(pd.Series(truth), prediction).tally.counts.tolist() == [[1, 0], [1, 1]]
    assert tz.classify(pd.Series(truth), pd.Series(prediction), weight=[1, 2, 3]).tally.n == 6


def test_duplicate_columns():
    import pandas as pd

    frame = pd.DataFrame([[1, 0, 1]], columns=["a", "b", "a"])
    with pytest.raises(InputError, match="The columns 'a' occur more than once"):
        tz.classify(frame, truth="a", prediction="b")


@pytest.mark.parametrize(
    ("data", "about", "message"),
    [
        ([], {}, "No truth was given"),
        ([DATA], {"truth": "label"}, "Which column is the prediction"),
        ([DATA], {"truth": "label", "prediction": "label"}, "are the same column"),
        (
            [DATA],
            {"truth": "label", "prediction": "model", "by": "model"},
            "is the truth or the prediction itself",
        ),
        ([[1], [1]], {"truth": [1]}, "Expected (truth, prediction), or one table"),
        ([[1], [1]], {"by": "site"}, "names a column, but no table was given"),
        ([], {"truth": "a", "prediction": "b"}, "names a column, but no table was given"),
        (
            [DATA],
            {"truth": "label", "prediction": "model", "missing": "ignore"},
            "missing='ignore' is not known",
        ),
        (
            [DATA],
            {"truth": "label", "prediction": "model", "undefined": "nan"},
            "undefined='nan' is not known",
        ),
    ],
)
def test_questions_that_cannot_be_answered(data, about, message):
    with pytest.raises(QuestionError) as e:
        tz.classify(*data, **about)
    assert message in str(e.value)


def test_a_misspelt_argument():
    with pytest.raises(TypeError, match=r"unexpected argument 'delimeter'. Did you mean 'delimiter'"):
        tz.classify([1], [1], delimeter=";")
