//! Words with which somebody may be in need whom no sign shows: help is then named below whatever else is said.

use super::{sign::Ways, told::Told};

const IN_ENGLISH: Ways = "bleeding|bleeds|bled|blood in|hemorrhage|asthma attack|heart attack|panic attack|stroke|seizure|\
    seizures|convulsion|convulsions|exacerbation|inhaler is empty|inhaler empty|empty inhaler|out of inhaler|no inhaler|\
    inhaler not working|fainted|faint|fainting|passed out|blacked out|collapsed|bit me|bitten|snake|snakebite|scorpion|\
    stung|bee sting|narcan|naloxone|overdose|hit head|hit my head|hit his head|hit her head|head injury|concussion|\
    car accident|car crash|car wreck|bad accident|had an accident|crashed|high fever|bad fever|fever|out of insulin|\
    no insulin|need insulin|ran out of|food poisoning|poison|poisoned|poisoning|allergic reaction|swollen throat|\
    anaphylaxis|epipen|cpr|cant swallow|trouble swallowing|domestic violence|domestic abuse|abused|abuses|abusive|\
    beaten|raped|assault|assaulted|cant see|cant hear|going blind|cant walk|cant move|cant stand|cant feel|cant breathe|\
    cant talk|cant speak|choking|drowning|unconscious|broken bone|broke my|burned|burnt|throwing up|vomiting|vomited|\
    puking|severe pain|bad pain|so much pain|terrible pain|worst pain|very sick|really sick|so sick|feel terrible|\
    feel awful|emergency|emergency room|ambulance|911|988|hospital now|urgent|withdrawal|relapsed|\
    scared of my husband|scared of my|kidnapped|hurts so bad|hurts really bad|chest|not breathing|swelling up|\
    miscarriage|miscarrying|contractions|water broke|heat stroke|frostbite|infected|sepsis|blood clot";
const ELSEWHERE: Ways = "sangrando|sangra|sangro|sangre|hemorragia|mordedura|mordió|picadura|picó|alacrán|serpiente|\
    víbora|convulsiones|convulsión|convulsiona|desmayo|desmayé|desmayó|fiebre|fiebre alta|vomitando|vómito|ayuda|\
    auxilio|urgente|urgencia|accidente|quemadura|quemé|veneno|sobredosis|reacción alérgica|me siento muy mal|\
    muy mal|dolor fuerte|mucho dolor|violencia|me pega|golpe|no veo|no puedo ver|no puedo tragar|sin insulina|\
    chảy máu|ra máu|rắn cắn|ong đốt|co giật|ngất|xỉu|sốt cao|bị sốt|bị nôn|nôn ra|tai nạn|bỏng|ngộ độc|dị ứng|khó nuốt|\
    bạo hành|cấp cứu|giúp tôi với|rất đau|đau quá|đau dữ dội|hết insulin";
/// What is bad of an illness that comes and goes.
const FLARING: Ways = "flare|flare up|flareup|flares|flaring|attack";
const BADLY: Ways = "bad|very|now|right now|worse|today|tonight|help|severe|terrible|awful";

/// Whether a text has a word of danger.
pub(in crate::assistant) fn names_danger(told: &Told) -> bool {
    told.has(IN_ENGLISH) || told.has(ELSEWHERE) || (told.has(FLARING) && told.has(BADLY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_danger_is_heard_in_whatever_stands_around_it() {
        for text in [
            "estoy sangrando",
            "i'm bleeding",
            "bleeding after surgery",
            "asthma attack inhaler empty",
            "copd exacerbation right now",
            "copd flare up very bad",
            "fainted twice today",
            "i feel faint",
            "snake bit me",
            "mordedura de serpiente",
            "picadura de alacran",
            "narcan didnt work",
            "hit head vomiting",
            "car accident",
            "baby 105 fever",
            "high fever",
            "out of insulin",
            "food poisoning bad",
            "allergic reaction",
            "convulsiones",
            "heart attack signs",
            "CPR how",
            "cant swallow",
            "domestic violence",
            "cant see",
            "ayuda por favor",
        ] {
            assert!(names_danger(&Told::of(text)), "{text}");
        }
    }

    #[test]
    fn an_everyday_question_has_none() {
        for text in [
            "Is it free?",
            "asthma",
            "how do I sign up",
            "I have asthma",
            "what is a placebo",
            "breast cancer in Ohio",
            "thanks",
            "non small cell lung cancer",
            "I ran back home",
            "who can read my records",
            "chronic kidney disease",
            "how do trials work",
            "tôi muốn tham gia nghiên cứu",
            "¿cómo me inscribo?",
        ] {
            assert!(!names_danger(&Told::of(text)), "{text}");
        }
    }
}
