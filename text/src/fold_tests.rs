use proptest::prelude::*;

use super::*;

#[test]
fn letters_of_any_spelling_are_folded_alike() {
    let table = [
        ("", ""),
        ("Lung Cancer, stage 2!", "lung cancer, stage 2!"),
        ("CORAZÓN", "corazon"),
        ("corazo\u{301}n", "corazon"),
        ("Ung thư phổi", "ung thu phoi"),
        ("Đặng", "dang"),
        ("Straße", "strasse"),
        ("GROẞ", "gross"),
        ("Æbeltoft, præeklampsi", "aebeltoft, praeeklampsi"),
        ("Œdème", "oedeme"),
        ("Ørsted", "orsted"),
        ("Łódź", "lodz"),
        ("Işık", "isik"),
        ("İstanbul", "istanbul"),
        ("Ísafjörður", "isafjordur"),
        ("Þingvellir", "thingvellir"),
        ("ﬁbrosis, ②, ½", "fibrosis, 2, 1⁄2"),
        ("℃", "°c"),
        ("Ｓａｍｐｌｅ", "sample"),
        ("李", "李"),
        ("㌖", "㌖"),
    ];
    for (text, folded) in table {
        assert_eq!(fold(text), folded, "{text}");
        assert_eq!(text.chars().flat_map(fold_char).collect::<String>(), folded, "{text}");
    }
}

#[test]
fn apostrophes_are_folded_alike() {
    for apostrophe in ["'", "’", "‘", "ʼ", "ʻ", "´"] {
        assert_eq!(fold(&format!("Crohn{apostrophe}s")), "crohn's", "{apostrophe}");
    }
    for apostrophe in ["'", "’", "‘", "ʼ", "ʻ", "´", "`"] {
        assert_eq!(fold_word(&format!("O{apostrophe}Brien")), "obrien", "{apostrophe}");
    }
}

#[test]
fn folded_word_has_only_letters_and_digits() {
    let table = [
        ("HER-2", "her2"),
        ("Núñez de la Peña", "nunezdelapena"),
        ("½", "12"),
        ("\u{200b}", ""),
        ("?!", ""),
        ("", ""),
    ];
    for (text, folded) in table {
        assert_eq!(fold_word(text), folded, "{text}");
    }
}

/// Checks every character, because the properties below reach few of them.
#[test]
fn every_character_is_folded_once_and_for_all() {
    for c in '\0'..=char::MAX {
        let folded: String = fold_char(c).collect();
        assert_eq!(fold(&folded), folded, "{c:?}");
        assert!(folded.len() <= MAX_GROWTH * c.len_utf8(), "{c:?} {folded}");
        assert_eq!(folded.to_lowercase(), folded, "{c:?}");
    }
}

/// A changed sum means that data with folded text must be built again: increment [`FOLD_VERSION`].
#[test]
fn fold_version_stands_for_the_folding_of_all_characters() {
    let letters = ('\0'..=char::MAX).flat_map(|c| fold_char(c).chain(['\n']));
    let sum =
        letters.fold(0_u64, |sum, letter| sum.wrapping_mul(31).wrapping_add(u64::from(u32::from(letter))));
    assert_eq!((FOLD_VERSION, sum), (1, 15_729_803_133_892_614_364));
}

proptest! {
    #[test]
    fn folding_is_idempotent(text in "\\PC{0,40}") {
        let once = fold(&text);
        prop_assert_eq!(fold(&once), once);
        let word = fold_word(&text);
        prop_assert_eq!(fold_word(&word), word);
    }

    #[test]
    fn folded_text_is_at_most_three_times_as_long(text in "\\PC{0,40}") {
        prop_assert!(fold(&text).len() <= MAX_GROWTH * text.len());
        prop_assert!(fold_word(&text).len() <= MAX_GROWTH * text.len());
    }

    #[test]
    fn folding_ascii_changes_only_the_case(text in "[ -~\\n]{0,40}") {
        prop_assert_eq!(fold(&text), text.to_ascii_lowercase());
        let letters: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
        prop_assert_eq!(fold_word(&text), letters.to_ascii_lowercase());
    }

    #[test]
    fn folded_word_is_the_folded_text_without_signs(text in "\\PC{0,40}") {
        let letters: String = fold(&text).chars().filter(|c| c.is_alphanumeric()).collect();
        prop_assert_eq!(fold_word(&text), letters);
    }
}
