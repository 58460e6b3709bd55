"""Write predictions of real models on rows they were not fitted to; needs scikit-learn.

iris: linear discriminant analysis of the two sepal lengths and widths, ten-fold cross-validation, all 150
flowers. digits: Gaussian naive Bayes
fitted to the first 900 images, tested on the other 897.
"""

import csv
from pathlib import Path

from sklearn.datasets import load_digits, load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB

HERE = Path(__file__).parent


def write(name, first, truth, prediction):
    with (HERE / name).open("w", encoding="utf-8", newline="") as f:
        writer = csv.writer(f, lineterminator="\n")
        writer.writerow(("row", "truth", "prediction"))
        writer.writerows(zip(range(first, first + len(truth)), truth, prediction, strict=True))


def main():
    iris = load_iris()
    species = iris.target_names[iris.target]
    folds = StratifiedKFold(10, shuffle=True, random_state=0)
    predicted = cross_val_predict(LinearDiscriminantAnalysis(), iris.data[:, :2], species, cv=folds)
    write("iris_predictions.csv", 1, species, predicted)
    images, digits = load_digits(return_X_y=True)
    model = GaussianNB().fit(images[:900], digits[:900])
    write("digits_predictions.csv", 901, digits[900:], model.predict(images[900:]))


if __name__ == "__main__":
    main()
