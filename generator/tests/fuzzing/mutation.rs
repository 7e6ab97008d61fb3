//! Mutations of bytes, words, and lines.

/// A deterministic random number generator (`SplitMix64`).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `end`, or 0 if `end` is 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end.max(1)).unwrap_or(u64::MAX);
        usize::try_from(self.next() % end).unwrap_or_default()
    }

    fn one_of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

/// Words with a special meaning to one of the parsers.
const DICTIONARY: &[&str] = &[
    "+++\n",
    "---\n",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "=",
    ":",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    ",",
    "#",
    "\\",
    "\\u0000",
    "\\u{202e}",
    "true",
    "false",
    "nan",
    "-inf",
    "0x7f",
    "1e999",
    "9223372036854775808",
    "2026-02-30",
    "1979-05-27T00:00:00Z",
    "[[sources]]\n",
    "[[questions]]\n",
    "title = ",
    "href = ",
    "\r",
    "\r\n",
    "\n\n",
    "\t",
    "\0",
    "\u{feff}",
    "\u{2028}",
    "\u{202e}",
    "\u{1b}[31m",
    "é",
    "😀",
    "ﷺ",
    "](",
    "](/about)",
    "[a](javascript:x())",
    "[a](java\tscript:x())",
    "[a](&#106;avascript:x())",
    "[a](data:text/html,x)",
    "<javascript:x()>",
    "<https://a.example>",
    "[a]: javascript:x()\n",
    "[a]",
    "![a](/a.png \"x\\\" onerror=x()\")",
    "\n\n![a](dot.png \"x\\\" onerror=x()\")\n\n",
    "\n\n![a\" onerror=x() <b>](dot.png)\n\n",
    "`",
    "```\n",
    "```<b>\n",
    "~~~",
    "# ",
    "## ",
    "> ",
    "- ",
    "1. ",
    "* * *\n",
    "**",
    "__",
    "~~",
    "|",
    "<script>x()</script>",
    "</script>",
    "<img src=x onerror=x()>",
    "<svg onload=x()>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "<a href=",
    "onclick=",
    "style=",
    "</title>",
    "<iframe>",
    "<math><mi//xlink:href=",
    "&lt;script&gt;",
    "&#60;",
    "&#x3c;",
    "&NewLine;",
    "&colon;",
    "&amp;",
    "{{ x }}",
    "{% x %}",
    "<path d=\"",
    "<g>",
    "</svg>",
    "url(x)",
    "xlink:href=\"x\"",
    "https://",
    "//a.example",
    "mailto:",
    "/study/NCT00000001",
];

/// Applies up to six mutations to a text.
pub(super) fn mutated(text: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    /// Maximum length; longer texts only take more time.
    const MAX_LENGTH: usize = 200_000;
    let mut bytes = text.to_vec();
    for _ in 0..=random.below(6) {
        change(&mut bytes, other, random);
        bytes.truncate(MAX_LENGTH);
    }
    bytes
}

fn change(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let at = random.below(bytes.len() + 1);
    let end = (at + random.below(40)).min(bytes.len());
    match random.below(11) {
        0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        1 => drop(bytes.drain(at..end)),
        2 => {
            let copy = bytes[at..end].repeat(1 + random.below(4));
            bytes.splice(at..at, copy);
        }
        3 => {
            let word = random.one_of(DICTIONARY).repeat(1 + random.below(2) * random.below(3000));
            bytes.splice(at..at, word.into_bytes());
        }
        4 => {
            let start = random.below(other.len());
            let length = random.below(400);
            let piece = other[start..(start + length).min(other.len())].to_vec();
            bytes.splice(at..end, piece);
        }
        5 => swap_lines(bytes, random),
        6 => bytes.truncate(at),
        7 => {
            let value =
                bytes.iter().skip(at).position(|byte| *byte == b'"').map_or(at, |quote| at + quote + 1);
            let word = random.one_of(DICTIONARY);
            bytes.splice(value.min(bytes.len())..value.min(bytes.len()), word.bytes());
        }
        8 => bytes.extend_from_slice(random.one_of(DICTIONARY).as_bytes()),
        _ => {
            let word = random.one_of(DICTIONARY);
            bytes.splice(at..end, word.bytes());
        }
    }
}

fn swap_lines(bytes: &mut Vec<u8>, random: &mut Random) {
    let mut lines: Vec<Vec<u8>> = bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let (one, other) = (random.below(lines.len()), random.below(lines.len()));
    lines.swap(one, other);
    *bytes = lines.join(&b'\n');
}
