//! Whether somebody who is in a study tells of harm, or of a mistake with its medicine. Their study team has to know of it at
//! any hour, and a description of the study helps nobody then.

use super::{sign::Ways, told::Told};

/// What harms, or went wrong in a body.
const HARM: Ways = "twice the size|skin is peeling|drowsy|swell|swell up|swollen|swelling|swelled|puffy|hives|rash|itchy|itching|itches|blister|blisters|\
    black|smells|stinks|pus|oozing|infected|infection|red and hot|hot and red|is red|and red|all red|turned red|\
    bleeding|bruise|bruises|blurry|blurred|double vision|dizzy|lightheaded|light headed|faint|fainted|fainting|pass out|passed out|passing out|collapsed|sick|\
    nauseous|nausea|throwing up|threw up|vomiting|vomited|puking|diarrhea|fever|chills|shaking|shaky|numb|tingling|\
    hurting|hurts|hurt me|harmed|painful|in pain|pain|headache|headaches|cramps|bad reaction|reaction|side effect|\
    side effects|racing|pounding|palpitations|confused|feel bad|feel awful|feel terrible|feel weird|feel strange|\
    feel funny|feel off|feel worse|feeling worse|getting worse|got worse|worse since|feel ill|unwell|yellow|burning|\
    poisoning me|killing me|cant sleep|cant stop|cant walk|cant pee|weak|blood sugar|my sugar|blood pressure|\
    hinchado|hinchada|hinchó|ronchas|sarpullido|mareado|mareada|mareo|mareos|vomitando|vómito|fiebre|reacción|\
    me siento mal|me puso mal|me hizo daño|me hizo mal|me duele|duele|efecto secundario|efectos secundarios|borroso|\
    sưng|nổi mề đay|phát ban|chóng mặt|buồn nôn|bị nôn|nôn mửa|bị sốt|bị đau|đau|tác dụng phụ|phản ứng|mờ mắt|ngứa";
/// Mistakes with a medicine, which say by themselves that it was taken.
const MISTAKE: Ways = "double dose|doubled my|double dosed|doubled up|two doses by|too much of|too many of|too many pills|\
    extra dose|extra pill|wrong dose|wrong pill|wrong bottle|overdosed|missed my dose|missed a dose|missed dose|\
    missed my study|missed my pill|missed my shot|missed my injection|missed my medicine|missed my trial|missed two|\
    missed three|forgot my dose|forgot my study|forgot my pill|forgot my shot|forgot to take|forgot to inject|\
    skipped my dose|skipped a dose|skipped my study|skipped my pill|ran out of|lost my study|doble dosis|dos veces|\
    olvidé tomar|se me olvidó|uống nhầm|uống hai lần|uống gấp đôi|quên uống";
const TOOK: Ways = "took|taken|swallowed|injected|gave myself|gave me|used|drank|tomé|me puse|uống|tiêm";
const TWICE: Ways = "twice|two|2|three|3|double|doubled|extra|too many|too much|wrong|by accident|by mistake|\
    accidentally|accidently|dos|hai|nhầm";
/// Words that tell of a study somebody is in, or of what it gave.
const IN_A_STUDY: Ways = "study drug|study drugs|study capsule|study capsules|study tablet|study tablets|trial capsule|trial capsules|\
    trial tablet|trial tablets|study pill|study pills|study medicine|study medication|study meds|\
    study shot|study shots|study injection|study injections|study infusion|study vaccine|study dose|study treatment|\
    study patch|study cream|study inhaler|study nurse|study doctor|study team|study staff|study visit|study site|\
    trial drug|trial drugs|trial pill|trial pills|trial medicine|trial medication|trial meds|trial shot|\
    trial injection|trial infusion|trial vaccine|trial dose|trial treatment|trial nurse|trial doctor|trial team|\
    research nurse|research drug|research pill|research shot|in the trial|in a trial|in this trial|in your trial|\
    in my trial|in the study|in a study|in this study|in your study|in my study|on the trial|on a trial|on the study|\
    on a study|part of a study|part of a trial|of the study|of the trial|from the study|from the trial|from a study|\
    from a trial|from my study|from my trial|for the study|after the study|after the trial|since the study|\
    since the trial|started the study|started the trial|started a study|started a trial|joined the study|\
    joined the trial|joined a study|joined a trial|because of the study|because of the trial|trial made|study made|\
    trial makes|study makes|trial is making|study is making|trial gave|study gave|trial hurt|study hurt|\
    trial is hurting|study is hurting|my study|my trial|pill from|shot from|experimental drug|experimental medicine|\
    del estudio|en el estudio|en un estudio|del ensayo|en el ensayo|en un ensayo|thuốc nghiên cứu|\
    thuốc thử nghiệm|trong nghiên cứu|trong thử nghiệm|của nghiên cứu|của thử nghiệm";
/// Whoever it happened to.
const SOMEBODY: Ways = "i|im|ive|got the|got a|my|me|myself|we|our|he|she|his|her|husband|wife|mother|mom|father|dad|son|daughter|\
    side effect from|side effects from|reaction from|reaction to|took|taken|me|mi|yo|tomé|tomó|tôi|em|mẹ|bố|chồng|vợ|con";
/// What somebody says who looks for a study, or asks what one may do.
const LOOKING: Ways = "what should i ask|first time|is there a|is there any|are there|any trial|any trials|any study|any studies|trials for|trial for|\
    study for|studies for|study on|studies on|study about|find a|looking for|search for|which study|which trial|\
    what study|what trial|join|enroll|eligible|qualify|participate|sign up|signing up|get into|get in a|be in a|be in the|be on a|want a study|want a trial|need a study|\
    need a trial|another study|another trial|\
    tell me about|what is|what are|whats the|whats a|whats this|how many|how long|how much|do you have|interested in|cause|causes|hay estudios|\
    hay ensayos|busco|participar|tham gia|muốn tìm|tìm kiếm|có nghiên cứu|having|what happens|worth it";
/// What only may happen.
const SUPPOSED: Ways = "if i|if my|if we|if he|if she|if the|if it|if there|if they|if someone|if somebody|if something|what if|in case|si me|\
    nếu";
/// How a question begins of what may happen.
const MAY: Ways = "does|do|will|would|can|could|may|might|should|is the|is a|is this|are the|how does|how do|\
    will i|puede|có";

/// Whom to call, and when nobody is at their desk or somebody is hurt.
const WHO_TO_CALL: Ways = "who do i call|who can i call|who should i call|whom do i call|who to call|who i call|\
    who do i contact|who do i tell|who can i contact|what number do i call|which number do i call|how do i reach|\
    a quién llamo|gọi cho ai";
const WHEN_HURT: Ways = "after hours|after office hours|tonight|at night|in the night|on the weekend|on weekends|\
    on sunday|in an emergency|get sick|feel sick|got sick|get hurt|feel bad|feel worse|feel unwell|goes wrong|\
    something happens|side effect|side effects|a reaction|bad reaction|hurting me|de noche|ban đêm";

/// Whether somebody tells of harm in a study, or asks whom to call then.
pub(in crate::assistant) fn is_hurt_in_study(told: &Told) -> bool {
    if told.has(WHO_TO_CALL) && told.has(WHEN_HURT) {
        return true;
    }
    let is_of_a_study = told.has(IN_A_STUDY) || told.has_number_of_a_study();
    let is_harm = || told.has(HARM) || told.has(MISTAKE) || (told.has(TOOK) && told.has(TWICE));
    let is_only_asked = || told.has(LOOKING) || told.has(SUPPOSED) || told.ends_of(MAY, 0).next().is_some();
    is_of_a_study && told.has(SOMEBODY) && is_harm() && !is_only_asked()
}

impl Told {
    fn has_number_of_a_study(&self) -> bool {
        self.words().iter().any(|word| {
            ["stu", "nct"].iter().any(|series| {
                word.written()
                    .strip_prefix(series)
                    .is_some_and(|rest| rest.len() > 1 && rest.bytes().all(|byte| byte.is_ascii_digit()))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_hurt_in_a_study_or_took_its_medicine_wrongly_is_known_by_what_they_tell() {
        for text in [
            "STU01010 injection made my face swell up",
            "NCT04611802 my arm is swollen and red after the shot",
            "STU01014 my leg is black and smells",
            "the study nurse gave me a shot and i got hives",
            "im in the trial and i took two injections by accident",
            "i took a double dose of my study medicine",
            "i took my study pill twice",
            "i missed my study dose what now",
            "I forgot to take my study pill this morning",
            "trial made me sick",
            "the study drug is making me dizzy",
            "I started the trial on Monday and feel worse",
            "side effect from study pill, vision is going blurry",
            "i think the trial drug is hurting me who do I call tonight",
            "who do i call if i get sick from the trial",
            "study pill made me pass out twice today",
            "i took the trial capsule twice plus my regular one by mistake now im so drowsy cant keep eyes open",
            "who do i call after hours",
            "my husband is in a study and his leg is red and hot",
            "my wife has a fever since the study infusion",
            "I am in STU01009 and I have a rash everywhere",
            "I took the wrong pill from the study bottle",
            "la inyección del estudio me dejó la cara hinchada",
            "tomé dos veces la medicina del estudio",
            "tôi uống thuốc nghiên cứu và bị chóng mặt",
        ] {
            assert!(is_hurt_in_study(&Told::of(text)), "{text}");
        }
    }

    #[test]
    fn who_looks_for_a_study_or_asks_what_one_may_do_is_not_hurt() {
        for text in [
            "trials for swollen legs",
            "is there a study for hives",
            "does the trial cause a rash",
            "will my face swell from the injection?",
            "does the STU01010 study drug make me dizzy",
            "what happens if I get sick during the study",
            "can I stop the medicine if I get sick",
            "is it normal to have headaches in a study",
            "I have a rash, can I join the study",
            "I'm in a lot of knee pain, what can I join",
            "I've been in pain for years with fibromyalgia, is there a study",
            "my hands are numb from chemo, any study?",
            "what is STU01009",
            "is STU01009 still open?",
            "STU01009 black lung",
            "do they give two doses in the study",
            "I missed my appointment",
            "I want to be in a study, I have bad knee pain",
            "my back hurts and I need a trial",
            "can I join two studies",
            "how do I get to the study site",
            "who do i call with questions about a study",
            "I have diabetes and I want a study",
            "compare the STU01009 study with STU01010",
            "I take two pills a day, am I eligible for the study",
            "can the study team see my records",
            "¿hay estudios para el dolor?",
            "nghiên cứu về đau lưng",
        ] {
            assert!(!is_hurt_in_study(&Told::of(text)), "{text}");
        }
    }
}
