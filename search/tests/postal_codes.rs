//! Postal codes with letters in the words of a search.

use std::sync::LazyLock;

use waypoint_gazetteer::Gazetteer;
use waypoint_search::FreeText;
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);

/// Returns the condition, the town, and the code without a town that were read.
fn read(text: &str) -> String {
    let read = FreeText::read(text, 2026, &VOCABULARY, &GAZETTEER);
    let town = read.place.map(|place| place.value.name.to_owned());
    let code = read.postal_code.map(|code| code.value);
    [Some(read.condition), town, code].into_iter().flatten().collect::<Vec<_>>().join(" | ")
}

#[test]
fn town_beside_a_code_with_letters_is_the_place() {
    for (text, expected) in [
        ("asthma near 1012 AB Amsterdam", "asthma | Amsterdam"),
        ("asthma near 1012AB Amsterdam", "asthma | Amsterdam"),
        ("asthma 2611 GX Delft", "asthma | Delft"),
        ("asthma Delft 2611GX", "asthma | Delft"),
        ("London SW1A 1AA asthma", "asthma | London"),
        ("asthma in London, sw1a1aa", "asthma | London"),
        ("lupus near Dublin D02 AF30", "lupus | Dublin"),
        ("asthma near 1012 AB", "asthma | 1012 AB"),
        ("asthma sw1a1aa", "asthma | sw1a1aa"),
        ("asthma SW1A 1AA", "asthma | SW1A 1AA"),
        ("asthma near EH1 1YZ", "asthma | EH1 1YZ"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn year_gene_or_drug_is_no_postal_code() {
    for text in ["lupus since 2015 MS", "psoriasis IL17RA", "CD19 lymphoma", "lung cancer KRAS G12C"] {
        let read = FreeText::read(text, 2026, &VOCABULARY, &GAZETTEER);
        assert_eq!((read.postal_code, read.place), (None, None), "{text}");
    }
}
