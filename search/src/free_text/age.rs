//! The age of the person that a text is about.

use std::ops::Range;

use waypoint_domain::age::{Age, AgeUnit};

use super::{
    age_parts::in_parts,
    age_unit::{found, unit_at},
    age_words::{
        AGED, BORN, BOUND, BOUNDING, CHILDREN, CHILDREN_IN_VIETNAMESE, COUNTED, FOLLOWING, HAD, HAVING,
        LASTING, MEASURES, PAST, PEOPLE_IN_SPANISH, SHORT_UNITS, SINCE, mentions_pregnancy,
    },
    experiencer::ends_other_person,
    number::{Number, numbers},
    past_time::{begins_now, follows_now},
    reading::{Found, Reading},
    sex_words::{MY, states_sex},
    token::Token,
};

/// A smaller number next to a person often counts something else.
const ADULT: u32 = 18;

/// How certain it is that a number is an age.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Certainty {
    /// 'MS at 25', which beside another age is when it began.
    Supposed,
    /// Inferred from the words around it.
    Inferred,
    /// Stated by words used only for ages.
    Stated,
}

/// Returns the ages that the text states, in their order.
pub(super) fn ages(reading: &Reading, this_year: u16) -> Vec<(Certainty, Found<Age>)> {
    let parts = in_parts(reading);
    let is_part = |number: &Number| parts.iter().any(|found| found.tokens.contains(&number.tokens.start));
    let found = numbers(reading).into_iter().filter(|number| !is_part(number)).filter_map(|number| {
        stated_age(reading, &number, this_year)
            .map(|found| (Certainty::Stated, found))
            .or_else(|| inferred_age(reading, &number).map(|found| (Certainty::Inferred, found)))
            .or_else(|| age_with_disease(reading, &number).map(|found| (Certainty::Supposed, found)))
    });
    let found: Vec<_> = found.collect();
    parts
        .into_iter()
        .map(|found| (Certainty::Stated, found))
        .chain(found)
        .filter(|(_, found)| reading.is_free(found.tokens.clone()) && !is_bound(reading, &found.tokens))
        .collect()
}

/// Returns the first of the most certain ages.
pub(super) fn most_certain(ages: Vec<(Certainty, Found<Age>)>) -> Option<Found<Age>> {
    let highest = ages.iter().map(|(certainty, _)| *certainty).max()?;
    ages.into_iter().find(|(certainty, _)| *certainty == highest).map(|(_, found)| found)
}

fn stated_age(reading: &Reading, number: &Number, this_year: u16) -> Option<Found<Age>> {
    let before = reading.word_before(number.tokens.start, 1);
    let by_itself = by_birth(reading, number, this_year).or_else(|| by_aged(reading, number));
    if by_itself.is_some() || BOUNDING.contains(&before) {
        return by_itself;
    }
    by_old(reading, number).or_else(|| in_spanish(reading, number))
}

/// 'aged 58', 'edad de 58'
fn by_aged(reading: &Reading, number: &Number) -> Option<Found<Age>> {
    let Range { start, end } = number.tokens;
    let between = ["of", "de", "is", "es"].contains(&reading.word_before(start, 1));
    let steps = 1 + usize::from(between);
    let aged = AGED.contains(&reading.word_before(start, steps)) && !number.is_attached;
    let once = PAST.contains(&reading.word_before(start, steps + 1));
    let (unit, ends) = unit_at(reading, end).unwrap_or((AgeUnit::Years, end));
    let ends = ends + usize::from(reading.word(ends) == "old");
    (aged && !once).then(|| found(number.value, unit, start - steps..ends)).flatten()
}

/// '58 years old', '58yo', '58 y/o', '58 years of age', '58 tuổi'
fn by_old(reading: &Reading, number: &Number) -> Option<Found<Age>> {
    let Range { start, end } = number.tokens;
    let follows = |at: usize, words: &[&str]| {
        words.iter().enumerate().all(|(step, word)| reading.word(at + step) == *word)
    };
    let old = |at: usize| usize::from(reading.word(at) == "old");
    let short = [
        (&["yo"][..], AgeUnit::Years),
        (&["y", "o"], AgeUnit::Years),
        (&["yof"], AgeUnit::Years),
        (&["yom"], AgeUnit::Years),
        (&["tuoi"], AgeUnit::Years),
        (&["m", "old"], AgeUnit::Months),
        (&["w", "old"], AgeUnit::Weeks),
        (&["d", "old"], AgeUnit::Days),
    ];
    if let Some((words, unit)) = short.into_iter().find(|(words, _)| follows(end, words)) {
        let ends = end + words.len();
        return found(number.value, unit, start..ends + old(ends));
    }
    if reading.vietnamese && reading.get(end).is_some_and(|token| token.is_attached() && token.lower == "t") {
        return found(number.value, AgeUnit::Years, start..end + 1);
    }
    let (unit, ends) = unit_at(reading, end)?;
    // 'Diagnosed at 45 years old' is an age in the past.
    if PAST.contains(&reading.word_before(start, 1)) {
        return None;
    }
    let endings = [&["old"][..], &["olds"], &["tuoi"], &["of", "age"], &["de", "edad"]];
    let ending = endings.into_iter().find(|ending| follows(ends, ending))?;
    found(number.value, unit, start..ends + ending.len())
}

/// 'tengo 58 años', 'mujer de 58 años'. By itself this may also be a duration.
fn in_spanish(reading: &Reading, number: &Number) -> Option<Found<Age>> {
    let Range { start, end } = number.tokens;
    let before = reading.word_before(start, 1);
    let is_child = before == "de" && CHILDREN.contains(&reading.word_before(start, 2));
    let is_spanish = ["ano", "anos", "añitos", "mes", "meses"].contains(&reading.word(end))
        || is_child && ["dia", "dias", "semana", "semanas"].contains(&reading.word(end));
    let (unit, ends) = unit_at(reading, end).filter(|_| is_spanish)?;
    let is_of_person = before == "de"
        && start > 0
        && (follows_person(reading, start - 1) || PEOPLE_IN_SPANISH.contains(&reading.word_before(start, 2)));
    let refers_to_person = ["tengo", "tiene", "con", "cumplidos", "tenemos"].contains(&before)
        || is_of_person
        || start == 0
        || follows_person(reading, start)
        || (states_sex(reading, ends) && reading.get(ends + 1).is_none_or(|next| next.number.is_none()));
    let lasts = LASTING.contains(&before)
        || LASTING.contains(&reading.word_before(start, 2))
        || (before == "tengo" && number.value < ADULT && ["con", "de"].contains(&reading.word(ends)));
    let since = SINCE.contains(&reading.word(ends)) && !reading.get(ends).is_some_and(Token::is_apart);
    (refers_to_person && !lasts && !since).then(|| found(number.value, unit, start..ends)).flatten()
}

/// 'born in 1968', 'DOB 03/12/1958', 'DOB: 1960-04-02'
fn by_birth(reading: &Reading, number: &Number, this_year: u16) -> Option<Found<Age>> {
    let date = whole_date(reading, number);
    let steps = (1..=2).find(|steps| BORN.contains(&reading.word_before(date.start, *steps)))?;
    let between = reading.word_before(date.start, 1);
    let years = u32::from(this_year).checked_sub(number.value)?;
    (steps == 1 || ["in", "en", "nam", "on", "el"].contains(&between))
        .then(|| found(years, AgeUnit::Years, date.start - steps..date.end))
        .flatten()
}

/// Returns the tokens of the date that a year is part of.
fn whole_date(reading: &Reading, year: &Number) -> Range<usize> {
    let Range { mut start, mut end } = year.tokens;
    let joins = |at: usize| {
        let token = reading.get(at).filter(|token| token.number.is_some());
        token.is_some_and(|token| ["/", "-", "."].contains(&token.gap.as_str()))
    };
    let is_number = |at: usize| reading.get(at).is_some_and(|token| token.number.is_some());
    while start > 0 && joins(start) && is_number(start - 1) {
        start -= 1;
    }
    while joins(end) {
        end += 1;
    }
    start..end
}

fn inferred_age(reading: &Reading, number: &Number) -> Option<Found<Age>> {
    let Range { start, end } = number.tokens;
    let (before, after) = (reading.word_before(start, 1), reading.word(end));
    let of_name = reading.is_named(number.tokens.clone());
    if COUNTED.contains(&before) || number.value == 0 || of_name {
        return None;
    }
    if let Some(months) = months_of_child(reading, number) {
        return Some(months);
    }
    if number.is_spelled_out {
        return None;
    }
    let letter = ["f", "m"].contains(&before)
        && number.value >= 10
        && reading.get(start - 1).is_some_and(|token| !token.is_attached() || start == 1)
        && !reading.get(end).is_some_and(|next| ["/", "-", "("].contains(&next.gap.as_str()));
    let in_tens = reading.get(end).is_some_and(|next| next.lower == "s" && next.is_attached());
    if (number.is_attached && !letter) || in_tens {
        return None;
    }
    let (unit, ends) = unit_at(reading, end).unwrap_or((AgeUnit::Years, end));
    // Weeks beside a person are mostly those since an operation, or of a pregnancy.
    let is_link = usize::from(["is", "es"].contains(&before));
    let is_child =
        CHILDREN.contains(&reading.word_before(start, 1 + is_link)) || is_child_in_vietnamese(reading, start);
    let is_duration = unit != AgeUnit::Years && !is_child;
    if is_duration || ends > end && lasts_since(reading, ends) {
        return None;
    }
    let may_follow = |at: usize| {
        let is_understood = at < reading.tokens.len() && !reading.is_free(at..at + 1);
        is_understood
            || reading.get(at).is_none_or(Token::is_apart)
            || FOLLOWING.contains(&reading.word(at))
            || states_sex(reading, at)
    };
    let is_introduced = (before == "am" && reading.word_before(start, 2) == "i")
        || (before == "are" && ["i", "we", "both"].contains(&reading.word_before(start, 2)))
        || ["im", "shes", "hes"].contains(&before)
        || (before == "is" && (follows_person(reading, start - 1) || reading.word_before(start, 2) == "who"))
        || follows_now(reading, start);
    let beside_sex = follows_person(reading, start) || before == "tuoi" || unit != AgeUnit::Years && is_child;
    let of_adult =
        beside_sex && (number.value >= ADULT || is_child) && !MEASURES.contains(&reading.word(ends));
    if (is_introduced || beside_sex) && (may_follow(ends) || letter || of_adult) {
        let from = start - usize::from(letter || before == "tuoi");
        return found(number.value, unit, from..ends);
    }
    // 'A man of 70' is an age, 'a group of 70' is not.
    let of_person = ["of", "de"].contains(&before) && start > 0 && follows_person(reading, start - 1);
    if of_person && number.value >= ADULT && may_follow(ends) && !MEASURES.contains(&reading.word(ends)) {
        return found(number.value, unit, start - 1..ends);
    }
    let is_apart = reading.get(ends).is_some_and(Token::is_apart);
    let number_follows = reading.get(ends + 1).is_some_and(|next| next.number.is_some());
    // In '5 years, male 58', the number after the sex is the age.
    let are_people = reading.people.contains(&ends) && number.value >= ADULT;
    let sex_follows = ends < reading.tokens.len()
        && (states_sex(reading, ends) || are_people)
        && !(is_apart && (ends > end || number_follows));
    let letter_follows = ["f", "m"].contains(&reading.word(ends));
    let is_certain = |next: &Token| may_follow(ends + 1) || next.is_attached() || next.capitals;
    let of_letter = letter_follows && (10..100).contains(&number.value);
    if sex_follows
        && (!letter_follows || of_letter && reading.get(ends).is_some_and(is_certain))
        && !LASTING.contains(&before)
    {
        let ends = ends + usize::from(of_letter);
        return found(number.value, unit, start..ends);
    }
    if is_between_commas(reading, number) || is_before_now(reading, number) {
        return found(number.value, AgeUnit::Years, start..end);
    }
    let alone = start == 0 && ends > end && reading.get(ends).is_some_and(Token::is_apart);
    (alone && unit == AgeUnit::Years && !after.is_empty())
        .then(|| found(number.value, unit, start..ends))
        .flatten()
}

/// '71, lives in Tampa', 'lung cancer, 71, Tampa': a number between commas is an age.
fn is_between_commas(reading: &Reading, number: &Number) -> bool {
    let Range { start, end } = number.tokens;
    let is_comma = |at: usize| reading.get(at).is_some_and(|token| token.gap.trim_end() == ",");
    let begins = start == 0 || is_comma(start);
    let ends = is_comma(end) || start > 0 && end == reading.tokens.len();
    begins && ends && (ADULT..100).contains(&number.value)
}

/// '25 now', 'had leukemia at 5, 25 now'
fn is_before_now(reading: &Reading, number: &Number) -> bool {
    let Range { start, end } = number.tokens;
    let begins = start == 0 || reading.get(start).is_some_and(Token::is_apart);
    let may_end =
        |at: usize| reading.get(at).is_none_or(Token::is_apart) || FOLLOWING.contains(&reading.word(at));
    begins && begins_now(reading, end) && may_end(end + 1)
}

/// 'MS at 25', 'lupus at 40 years': an age behind a disease.
fn age_with_disease(reading: &Reading, number: &Number) -> Option<Found<Age>> {
    let Range { start, end } = number.tokens;
    let disease = start.checked_sub(2).filter(|_| reading.word_before(start, 1) == "at")?;
    let of_years = unit_at(reading, end).filter(|(unit, _)| *unit == AgeUnit::Years).map(|(_, ends)| ends);
    let ends = of_years.unwrap_or(end);
    let ends = ends + usize::from(["old", "yo"].contains(&reading.word(ends)));
    let is_end = reading
        .get(ends)
        .is_none_or(|next| next.is_apart() && next.gap.starts_with([',', ';', '!', '?', ')']));
    let is_past = (0..disease).any(|at| HAD.contains(&reading.word(at)));
    let is_age = is_end && !is_past && !number.is_attached && number.value > 0;
    let disease = reading.whole_name(disease..disease + 1);
    (is_age && reading.is_named(disease.clone()) && reading.names_disease(disease))
        .then(|| found(number.value, AgeUnit::Years, start - 1..ends))
        .flatten()
}

/// '35 mo', '18 mo with eczema', 'eighteen months, eczema', '20 mo boy', '6wk M': the age of a child. Others are a duration.
fn months_of_child(reading: &Reading, number: &Number) -> Option<Found<Age>> {
    let Range { start, end } = number.tokens;
    let (unit, ends) = unit_at(reading, end).filter(|(unit, _)| *unit != AgeUnit::Years)?;
    let next = reading.word(ends);
    let number_follows = reading.get(ends + 1).is_some_and(|next| next.number.is_some());
    let has_sex = ["f", "m"].contains(&next) && !number_follows && SHORT_UNITS.contains(&reading.word(end));
    if unit != AgeUnit::Months {
        // '6wk M'
        let is_sex = has_sex && reading.get(ends).is_some_and(|letter| letter.capitals);
        return is_sex.then(|| found(number.value, unit, start..ends)).flatten();
    }
    let is_end = reading.get(ends).is_none_or(Token::is_apart);
    let is_certain = is_end && !lasts_since(reading, ends) || HAVING.contains(&next);
    let is_short = ["mo", "mos"].contains(&reading.word(end));
    let is_patient = is_short && reading.is_named(ends..ends + 1) && !mentions_pregnancy(reading);
    let of_child = CHILDREN.contains(&next) || has_sex;
    let is_own = MY.contains(&reading.word_before(start, 1)) && (HAVING.contains(&next) || next == "is");
    let begins_note = start == 0 && !number.is_attached && (is_certain || is_patient);
    (of_child || is_own || begins_note).then(|| found(number.value, unit, start..ends)).flatten()
}

/// Whether words such as 'ago' behind a number with a unit make it a duration.
fn lasts_since(reading: &Reading, ends: usize) -> bool {
    SINCE.contains(&reading.word(ends)) && !reading.get(ends).is_some_and(Token::is_apart)
}

/// 'con trai tôi 14 tháng', 'bé 3 tuần tuổi'
fn is_child_in_vietnamese(reading: &Reading, at: usize) -> bool {
    reading.vietnamese
        && (1..=3).any(|steps| CHILDREN_IN_VIETNAMESE.contains(&reading.word_before(at, steps)))
}

fn follows_person(reading: &Reading, at: usize) -> bool {
    at.checked_sub(1).is_some_and(|before| {
        states_sex(reading, before) || reading.people.contains(&before) || ends_other_person(reading, before)
    })
}

/// Whether the surrounding words make the number a bound or part of a range: '65 years and older', '18-65'.
fn is_bound(reading: &Reading, tokens: &Range<usize>) -> bool {
    let Range { start, end } = *tokens;
    let joined = ["and", "or", "y", "o", "tro", "to", "a", "den"].contains(&reading.word(end));
    let is_end = joined && BOUND.contains(&reading.word(end + 1));
    let to_number = (joined || reading.get(end).is_some_and(|next| next.gap.trim() == "-"))
        && reading.get(end + usize::from(joined)).is_some_and(|next| next.number.is_some());
    let from_number = reading.get(start).is_some_and(|first| ["-", "–"].contains(&first.gap.trim()))
        && start.checked_sub(1).and_then(|at| reading.get(at)).is_some_and(|before| before.number.is_some());
    let from_word = ["to", "and", "a", "den"].contains(&reading.word_before(start, 1))
        && start.checked_sub(2).and_then(|at| reading.get(at)).is_some_and(|before| before.number.is_some());
    let plus = reading.text[reading.span(tokens.clone()).end..].starts_with('+');
    is_end || to_number || from_number || from_word || plus
}
