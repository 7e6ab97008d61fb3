//! Whether somebody tells of a trouble that they, or somebody near, have at this time: help is then named below whatever else
//! is said, also below trials.

use super::{sign::Ways, told::Told};

const SOMEBODY: Ways = "i|im|ive|my|me|we|he|she|hes|shes|his|her|husband|wife|mother|mom|father|dad|son|daughter|baby|yo|me|mi|\
    tôi|em|con";
const AT_THIS_TIME: Ways = "now|just|is this normal|has gone|keeps|keep|suddenly|sudden|today|tonight|yesterday|this morning|this afternoon|this evening|last night|\
    last nite|minutes|an hour|hours|all day|all night|two days|2 days|3 days|days ago|since the|wont stop|keeps|again|twice|\
    woke up|ahora|hoy|esta mañana|anoche|ayer|bây giờ|hôm nay|tối qua|hôm qua|sáng nay";
const TROUBLE: Ways = "dizzy|drowsy|faint|lightheaded|weak|sleepy|cant sleep|hurts|hurt|pain|painful|fever|chills|shaking|shivering|\
    swollen|swelling|swells|puffy|puffed|headache|headaches|rash|hives|blisters|peeling|black|tar|blood|bloody|pus|numb|racing|droopy|floppy|shivering so|cant think|\
    pounding|skipping|vomit|vomiting|throwing up|puking|diarrhea|confused|blurry|spots|sparkles|cant see|cant walk|cant stand|\
    cant move|cant keep|cant feel|twice the size|hard to breathe|breathing|breath|sweating|stiff|burning|burned|worse|\
    a plan|the letters|the pills|my pills|saving up|hopeless|scared|afraid|voices|dolor|duele|fiebre|sangre|mareado|mareada|\
    đau|sốt|máu|chóng mặt";
/// Signs that say enough by themselves, with whatever stands around them.
const ALONE: Ways = "pooping black|black tar|tarry|coughing blood|before i go|have enough pills|have enough now|wrote the letters|\
    said my goodbyes|seeing sparkles|hands puffed|hard like wood|hard as a board";

/// Whether somebody tells of a trouble at this time.
pub(in crate::assistant) fn is_troubled_now(told: &Told) -> bool {
    told.has(ALONE) || (told.has(SOMEBODY) && told.has(AT_THIS_TIME) && told.has(TROUBLE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trouble_of_this_time_is_heard_also_in_a_search_for_a_trial() {
        for text in [
            "pooping black tar and dizzy,, is there a trial for ulcers near tulsa",
            "I have belly pain right lower side since yesterday, maybe I can join a study of stomach",
            "my leg got so weak today, any MS trials",
            "nightmares wont quit, wrote the letters. is there a ptsd study that starts today",
        ] {
            assert!(is_troubled_now(&Told::of(text)), "{text}");
        }
    }

    #[test]
    fn who_only_looks_for_a_trial_tells_of_none() {
        for text in [
            "trials for asthma near Cleveland",
            "is there a study for back pain",
            "I have had diabetes for years, what can I join?",
            "how long does a trial last",
            "are there trials open now for migraine",
        ] {
            assert!(!is_troubled_now(&Told::of(text)), "{text}");
        }
    }
}
