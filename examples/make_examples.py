"""Write the small data sets of this folder: one row an item, in a fixed shuffle."""

import csv
import random
from pathlib import Path

HERE = Path(__file__).parent

# {(first column, second column): how often}
CATS_DOGS = {("cat", "cat"): 10, ("dog", "cat"): 7, ("cat", "dog"): 5, ("dog", "dog"): 8}  # truth, prediction
DRAFT = {(1, 1): 15, (0, 1): 5, (1, 0): 5, (0, 0): 375}  # drafted, predicted
DIGITS = {(0, 0): 9, (0, 2): 1, (1, 1): 11, (1, 2): 1, (2, 0): 1, (2, 1): 1, (2, 2): 6}  # truth, prediction
CLINIC = {("healthy", "healthy"): 20, ("healthy", "sick"): 5, ("sick", "healthy"): 10, ("sick", "sick"): 15}


def write(name, columns, counts):
    rows = [pair for pair, times in counts.items() for _ in range(times)]
    random.Random(1960).shuffle(rows)
    with (HERE / name).open("w", encoding="utf-8", newline="") as f:
        writer = csv.writer(f, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([i, *pair] for i, pair in enumerate(rows, 1))


def main():
    write("cats_dogs.csv", ("image", "truth", "prediction"), CATS_DOGS)
    write("draft.csv", ("player", "drafted", "predicted"), DRAFT)
    write("digits012.csv", ("image", "truth", "prediction"), DIGITS)
    write("physician_machine.csv", ("patient", "physician", "machine"), CLINIC)
    matrix = "truth \\ prediction,cat,not cat\ncat,60,125\nnot cat,5,5000\n"
    (HERE / "rare_cats.csv").write_text(matrix, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
