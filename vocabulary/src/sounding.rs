//! Sound keys: words that sound alike have the same key.

/// Shorter words are not compared by sound, because too many are similar.
pub(crate) const SHORTEST: usize = 4;
/// Letters that sound like others. Longer ones come before their prefixes.
const SOUNDS: [(&str, &str); 27] = [
    ("sch", "sk"),
    ("tch", "ch"),
    ("ph", "f"),
    ("gh", "g"),
    ("rh", "r"),
    ("th", "t"),
    ("ck", "k"),
    ("ch", "k"),
    ("qu", "k"),
    ("sce", "se"),
    ("sci", "si"),
    ("scy", "si"),
    ("xce", "kse"),
    ("xci", "ksi"),
    ("ce", "se"),
    ("ci", "si"),
    ("cy", "si"),
    ("cz", "ks"),
    ("c", "k"),
    ("x", "ks"),
    ("z", "s"),
    ("y", "i"),
    ("w", "u"),
    ("q", "k"),
    ("j", "g"),
    ("h", ""),
    ("v", "b"),
];
/// Letters that sound like others at the beginning of a word.
const FIRST_SOUNDS: [(&str, &str); 5] = [("ps", "s"), ("pn", "n"), ("kn", "n"), ("gn", "n"), ("x", "s")];

/// Returns the sound key of a folded word.
pub(crate) fn sound(word: &str) -> String {
    let mut sound = String::with_capacity(word.len());
    let mut rest = word;
    let first = FIRST_SOUNDS.iter().find_map(|(letters, other)| Some((rest.strip_prefix(letters)?, *other)));
    if let Some((after, other)) = first {
        sound.push_str(other);
        rest = after;
    }
    while let Some(letter) = rest.chars().next() {
        let alike = SOUNDS.iter().find_map(|(letters, other)| Some((rest.strip_prefix(letters)?, *other)));
        if let Some((after, other)) = alike {
            other.chars().for_each(|letter| add(&mut sound, letter));
            rest = after;
        } else {
            add(&mut sound, letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    sound
}

/// Appends a letter unless it repeats the last one.
fn add(sound: &mut String, letter: char) {
    if !sound.ends_with(letter) {
        sound.push(letter);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_written_by_ear_sound_like_the_right_ones() {
        let pairs = [
            ("sistic", "cystic"),
            ("sicle", "sickle"),
            ("excema", "eczema"),
            ("soriasis", "psoriasis"),
            ("cirosis", "cirrhosis"),
            ("skizofrenia", "schizophrenia"),
            ("arithmia", "arrhythmia"),
            ("varises", "varices"),
        ];
        for (typed, right) in pairs {
            assert_eq!(sound(typed), sound(right), "{typed}");
        }
        assert_ne!(sound("kyphosis"), sound("cirrhosis"));
    }
}
