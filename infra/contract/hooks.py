"""Settings of `cargo xtask check contract` that Schemathesis only accepts as code.

Endpoints remove invisible characters from every text before they read it, as `docs/openapi.json` says. Its lengths and patterns
apply to what remains, so for a generated text with such characters they don't decide whether it is valid.
"""

import unicodedata

import schemathesis

# With the categories below, these are the characters of `is_hidden` in `domain/src/human_text.rs`: fillers, selectors, and
# joiners of single scripts.
OTHERS = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2065, 0x3164, 0xFFA0}
RANGES = [(0x180B, 0x180F), (0xFE00, 0xFE0F), (0xFFF0, 0xFFF8), (0xE0000, 0xE0FFF)]
# Failures that say that valid values were rejected, or invalid ones accepted.
ABOUT_VALUES = {"RejectedPositiveData", "AcceptedNegativeData"}


def is_invisible(character):
    code = ord(character)
    return (
        unicodedata.category(character) in {"Cc", "Cf", "Zl", "Zp"}
        or code in OTHERS
        or any(first <= code <= last for first, last in RANGES)
    )


def texts(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from texts(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from texts(inner)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    if type(failure).__name__ not in ABOUT_VALUES:
        return True
    return not any(is_invisible(character) for text in texts([case.query, case.body]) for character in text)
