//! What many people ask about taking part, in whatever words: fixed answers that say where more stands.

use super::{
    joining_questions::joining_question,
    phrases::Words,
    replies::{Reply, first_reply},
    site_questions::{CALLED, FROM_HOME, HOME, site_question},
    visit_questions::visit_question,
};

const TAKING_PART: &str =
    "trial|trials|study|studies|research|take part|taking part|participate|join|sign up|enroll";
const LEAVING: &str = "stop taking part|stop participating|stop being in|quit the study|quit a study|quit the trial|\
    quit a trial|leave the study|leave a study|leave the trial|leave a trial|dejar el estudio|dejar de participar|\
    salirme|retirarme|drop out|dropping out|back out|backing out|change my mind|i quit anytime|\
    i just quit|withdraw from|do i withdraw|i withdraw|leave early|want out|can i quit after|can i quit once|can i quit if|can i quit later|\
    can i leave after|can i leave once|can i leave if|can i leave later|quit after i|stop after i|leave after i|quit halfway|\
    stop halfway|quit in the middle";
const SUGAR_PILL: &str = "sugar pill|sugar pills|dummy pill|dummy pills|fake pill|fake medicine|fake drug";
const PLACEBO: &str = "placebo|placebos|plasebo|plasebos|placibo|placeebo|plecebo|giả dược";
const CHANCE: &str = "chance|chances|odds|likely|likelihood|probability|what is|whats|what does|define|meaning|\
    qué es|que es|là gì";
const BLOOD: &str = "blood|blood draw|blood draws|blood test|blood tests";
const TAKING: &str = "will they take|do they take|take blood|draw blood|draw my blood|have to give|needles";
const TO_ME: &str = "come to my house|come to my home|come to me|to my house";
const CHANGED: &str = "change|chnge|chage|chang|cange|edit|correct|fix|update|wrong|mistake";
const OF_MINE: &str = "my email|my phone|my address|my name|my birthday|my date of birth|my details|my zip|my zip code|my zipcode|\
    birthday in my|wrong birthday|my profile";
const CORRECTED: &str = "If you have signed up, the study team can correct it when they call you, or [contact us](/contact). \
    Please do not write it here.";
const NO_MAIL: &str = "didnt get the email|did not get the email|didnt get an email|no email came|never got the email|\
    never got an email|where is my email";
const AFRAID: &str =
    "im scared|i am scared|im afraid|i am afraid|im nervous|i am nervous|im worried|i am worried";
const THIS_SITE: &str = "what is this site|what is this website|what is this page|who runs this|what is waypoint|\
    what do you do|what can you do";
const AFTER_THE_END: &str = "after its over|after it is over|once its over|when its over|keep the medicine|keep the drug|keep the treatment|keep getting the|\
    keep taking the study|after the trial ends|after the study ends|after the trial is over|after the study is over|\
    when the trial ends|when the study ends|when the trial is over|when the study is over|once the trial is over|\
    once the study is over|after the trial|after the study|end of the study|end of the trial";
const INSURANCE: &str = "cost me|costs me|billed|bill me|send me a bill|charged for|\
    charge me|insurance|insured|medicare|medicaid|pay for the study|pay for the drug|pay for the medicine|\
    free of charge|out of pocket|who pays for the|pays for the tests|mi seguro|me van a cobrar|me va a cobrar|pay for the treatment|pay for treatment|paid by the study";
const PHASES: &str = "phase 1|phase 2|phase 3|phase 4|phase i|phase ii|phase iii|phase iv|phase one|phase two|\
    phase three|phase four|phases|what is a phase|trial phase|study phase";
const WHAT: &str = "what|whats|mean|means|meaning|explain|difference";
const RANDOM: &str = "randomization|randomisation|randomized|randomised|randomly|random group|control group|\
    double blind|blinded|placebo group";
const CONSENT: &str = "informed consent|consent form|what is consent|consent process";
const PRIVACY: &str = "privacy policy|privacy notice|is this private|is it private|is this confidential|\
    is it confidential|hipaa|is my data safe|is my information safe|is my info safe|are my records safe|is my data secure|\
    is my information secure|is my data protected|is my information protected|keep my info safe|keep my information safe|keep my data safe|\
    keep my info private|keep my information private|protect my data|protect my information|protect my privacy|how safe is my data|is it secure|\
    is this secure|get hacked|be hacked";
const SELLING: &str = "is my data sold|sell my data|sold my data|sell my information|sell my info|sell data|\
    selling my data|sell my health data|data sold";
const CHAT: &str = "what i write|what i type|what i say here|this chat|the chat|my messages|my chat|our chat|write here|\
    type here";
const SEEN: &str =
    "see|sees|read|reads|private|saved|save|keep|kept|stored|confidential|record|recorded|secret";
const WHEN: &str = "when will|when do|when does|how soon|how long until|how long before|how fast|how quickly";
const REACHED: &str = "call me|calls me|call back|contact me|contacts me|hear from|hear back|reach me|phone me|reply|\
    get in touch|be contacted|be called";
const TRAVEL: &str = "flight|flights|travel|traveling|travelling|hotel|hotels|gas money|for gas|parking|transport|\
    transportation|a ride|bus fare|mileage|get to the site|get to the study site|get to the study|\
    get to the clinic|get there|where is the clinic|where are the clinics|nearest site|where is the site|where are the sites";
const ROBOT: &str = "a robot|a bot|chatbot|are you human|are you a human|are you real|are you a person|a real person|\
    are you ai|an ai|are you a computer|who am i talking to|who are you|what are you|are you a doctor|\
    are you a nurse";
const SCAM: &str =
    "a scam|is this real|is it real|legit|legitimate|fraud|trust you|trust this|fake site|is this a trick";
const NEAR: &str =
    "near me|close to me|close to home|in my area|nearby|around me|near my home|in my city|in my town";
const RISKS: &str = "es seguro|es peligroso|is it dangerous|is this dangerous|is it risky|is this risky|is it harmful|\
    how dangerous|how risky|ever die|died in|dies in|deaths in|has anyone died|did anyone die|killed anyone|is joining dangerous|dangerous to join|dangerous to take part|something goes wrong|\
    things go wrong|goes wrong|something bad happens|có an toàn|side effect|side effects|the risks|any risks|what risks|risks of|risk of harm|get hurt|be hurt|\
    is hurt|am hurt|harm me|harmful|does it hurt|will it hurt|is it painful|efectos secundarios|tác dụng phụ";
const PAYS: &str = "who pays|who will pay|who would pay|pays for|pay my|pay for my|compensation|compensated";
const HURT: &str =
    "get hurt|got hurt|am hurt|is hurt|hurt by|hurts me|injured|injury|get sick|goes wrong|harmed|harm";
const LEARNING: &str =
    "will i|do i|can i|told|tell me|learn|find out|get to know|see|know|when|send|share|where";
const RESULTS: &str = "the results|results of the study|results of the trial|study results|trial results|results of a study|\
    my results from the study|outcome of the study|outcome of the trial|los resultados|kết quả nghiên cứu";
const WHAT_IS_A_TRIAL: &str = "what is a clinical trial|what are clinical trials|whats a clinical trial|\
    what is a trial|whats a trial|what is clinical research|what is a clinical study|qué es un ensayo clínico|\
    thử nghiệm lâm sàng là gì|how do trials work|how do clinical trials work|how does a trial work|\
    how does a clinical trial work|how do studies work|how does a study work|how does it work|how does this work|\
    how do they work|how it works|cómo funcionan los ensayos|cómo funciona un ensayo|como funciona";
const COST_ELSEWHERE: &str = "cuánto cuesta|cuanto cuesta|es gratis|tengo que pagar|phải trả tiền|có mất tiền|\
    miễn phí|tốn tiền|bao nhiêu tiền";
const DOCTOR: &str = "my own doctor|my doctor|my doctors|my regular doctor|my usual doctor|my family doctor|my physician|my oncologist|my gp";
const KNOWING: &str = "find out|know about it|be told|permission|need to ask|have to ask|referral|refer me|agree|tell my doctor|told my doctor|\
    keep my doctor|still see my doctor|have to tell|keep seeing|keep my own|stay with my|give up my|leave my";

const COSTS: &str = "Using this site is free. What a study pays for differs, and its page says what we know. Ask its team \
     before your first visit what it pays for, and whether your insurance is billed for anything.";
const TRAVELS: &str = "Many studies pay you back for travel and parking, and some for a hotel. It differs from study to \
    study: ask its team before your first visit. The page of a study shows where its sites are.";

const QUESTIONS: &[Reply] = &[
    (
        &[CHAT, SEEN],
        "This chat is not sent to your doctor or to a study team. Please do not write names, numbers or \
        addresses here; what we see of them is taken out. The [privacy notice](/privacy) says more.",
    ),
    (
        &[SELLING],
        "No, we do not sell your data, and we do not show it to advertisers. The [privacy notice](/privacy) says \
        what is kept, for how long, and who sees it.",
    ),
    (
        &[PRIVACY],
        "The [privacy notice](/privacy) says what we keep, for how long, who sees it, and what you can ask of us. \
        What you type in a form goes only to the team of the study that you sign up for.",
    ),
    (
        &[LEAVING],
        "You can leave a study at any time, and you need not say why. Your usual medical care stays the same. Tell \
        the study team first, so that you can stop any medicine safely. To undo a sign-up, [have it deleted](/deleteme).",
    ),
    (&[SUGAR_PILL], A_PLACEBO),
    (&[PLACEBO, CHANCE], A_PLACEBO),
    (
        &[CONSENT],
        "Informed consent is what you decide after the study team has told you all about a study: why it is done, \
        what happens, and what may harm or help you. You join only when you sign its form. Signing up here is not that. \
        [Read more](/informed-consent)",
    ),
    (
        &[PHASES, WHAT],
        "Phase 1 tests a new treatment in few people, to see if it is safe. Phase 2 tests in more people \
        whether it helps. Phase 3 compares it with the usual treatment in many people. Phase 4 watches it after it is \
        approved.",
    ),
    (
        &[RANDOM, WHAT],
        "In many studies chance decides who gets which treatment, like the toss of a coin, so that the groups \
        can be compared fairly. Often neither you nor your doctor is told which one you get until the study ends. The \
        consent form says how it is done.",
    ),
    (
        &[
            "difference|different|instead of|versus|vs",
            TAKING_PART,
            "treatment|care|regular|normal|usual|doctor",
        ],
        "Usual treatment is what is known to help, and your doctor chooses it for you. A trial tests something of which that is \
        not known yet: a plan says what everybody gets, and it may or may not help you. You can have both looked at: talk \
        about it with your doctor.",
    ),
    (
        &[
            "sample|samples|spit|saliva|dna|genetic|genes|tissue",
            "after|do with|keep|kept|sell|destroy|destroyed|happens|store|stored",
        ],
        "The consent form says what is done with your samples, how long they are kept, and who may use them. You can ask the \
        study team to destroy what is left of them.",
    ),
    (
        &[
            "screen fail|screen failed|screen failure|screen fails|screened out|failed screening|failed the screening",
        ],
        "It means that the tests before a study showed that it does not fit you. It says nothing about you. Ask the study team \
        for the reason, and whether you can try again later. Other studies may fit: [find trials](/)",
    ),
    (
        &[
            "not recruiting|not yet recruiting|recruiting mean|recruiting means|is recruiting|what is recruiting",
        ],
        "Recruiting means that a study takes people now. Not yet recruiting: it starts later. Not recruiting any more: it has \
        all the people it needs, or has ended. The list shows those first that take people: [find trials](/)",
    ),
    (
        &[
            "count as income|counts as income|taxable|taxes|tax|ssi|ssdi|disability check|disability benefits|1099|food stamps|my benefits",
        ],
        "Money from a study can count as income, also for benefits. Ask the study team how they pay, and the office of your \
        benefits before you say yes. Money back for travel mostly does not count.",
    ),
    (
        &[WHAT_IS_A_TRIAL],
        "A clinical trial is a study with people. It finds out whether a new treatment, test or way to \
        prevent an illness is safe and helps. Taking part is your choice, and you can stop at any time.",
    ),
    (
        &[DOCTOR, KNOWING],
        "You need no permission to sign up here. It is still good to talk with your doctor about a study, \
        and you keep your own doctor while you take part. The study team may ask for records from your doctor, if you agree.",
    ),
    (
        &[PAYS, HURT],
        "The consent form of each study says who pays for treatment if you are hurt by it. Ask about that before you sign, and \
        keep your copy. [Read more](/informed-consent)",
    ),
    (
        &[RISKS],
        "Every treatment can have risks and side effects. The study team tells you the known ones before you decide, \
        and what happens if you are hurt. A board of doctors and other people keeps watch over each study. \
        [Read more](/informed-consent)",
    ),
    (&[WHEN, REACHED], CALLED),
    (&[TRAVEL], TRAVELS),
    (&[INSURANCE], COSTS),
    (&[COST_ELSEWHERE], COSTS),
    (
        &[BLOOD, TAKING],
        "Many studies take some blood to see that you are well. The study team tells you how much and how often \
        before you decide, and the consent form says it, too.",
    ),
    (
        &[TO_ME],
        "Some studies send a nurse to your home, or have visits by phone or video. Most ask you to come to a site. Ask the \
        study team which visits you can do from home.",
    ),
    (&[CHANGED, OF_MINE], CORRECTED),
    (
        &[NO_MAIL],
        "It can take a few minutes, and it may be among your junk mail. If it does not come, [contact us](/contact), and we \
        look into it with you.",
    ),
    (
        &["captcha|not a robot|human check"],
        "That check works by itself and needs no puzzle. If it does not pass, load the page again, or [contact us](/contact) \
        and sign up with a person.",
    ),
    (
        &[AFRAID],
        "It is normal to have worries about a study. You decide, nobody minds a no, and you can stop at any time. Ask the \
        study team all you want to know, and talk about it with people whom you trust.",
    ),
    (
        &[THIS_SITE],
        "On this site you can find a clinical trial, see whether it may fit you, and sign up. It is free. [Who we \
        are](/about)",
    ),
    (
        &[LEARNING, RESULTS],
        "Many studies send their results to those who took part, or publish them in the public registry, mostly a year or \
        more after the end. Ask the study team whether you are told them, and also the results of your own tests.",
    ),
    (
        &[AFTER_THE_END],
        "That differs from study to study. In some you can keep the treatment for a while, in most you go back to the \
        usual care of your own doctor. Ask the team before you decide, also whether they will tell you the results.",
    ),
    (&[HOME, TAKING_PART], FROM_HOME),
    (
        &[ROBOT],
        "I am a computer program, not a person. I answer with what stands on this site and in the public registry. To \
        talk with a person, please [contact us](/contact).",
    ),
    (
        &[SCAM],
        "This site lists studies of our partners and of the public registry, where you can look up each study by its \
        number. Using this site is free, and no one asks for a bank account or a password. [Who we are](/about)",
    ),
    (
        &[NEAR],
        "Tell me the name of a condition and a city, such as asthma in Cleveland. Or [search for trials](/): the list \
        can be sorted by how near their sites are.",
    ),
];

const A_PLACEBO: &str = "A placebo looks like the study treatment, but has no medicine in it. Some trials use one, so that \
    the groups can be compared. The consent form tells you whether the trial does, and how likely you are to get it.";

/// What is said to a common question.
pub(super) fn common_question(words: &Words) -> Option<&'static str> {
    site_question(words)
        .or_else(|| visit_question(words))
        .or_else(|| joining_question(words))
        .or_else(|| first_reply(QUESTIONS, words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_many_people_ask_is_answered_in_whatever_words() {
        let table = [
            ("can i drop out", "leave a study at any time"),
            ("can i quit after i start", "leave a study at any time"),
            ("what is a plasebo", "no medicine in it"),
            ("is it dangerous", "risks and side effects"),
            ("what if something goes wrong during the trial", "risks and side effects"),
            ("is my data safe", "/privacy"),
            ("hw do i chnge my email", "can correct it"),
            ("how do trials work", "a study with people"),
            ("can I quit anytime", "leave a study at any time"),
            ("How do I stop taking part in a trial?", "leave a study at any time"),
            ("Am I going to be billed for anything?", "Using this site is free"),
            ("¿Es seguro?", "risks and side effects"),
            ("how do I withdraw from a study", "leave a study at any time"),
            ("will i get a sugar pill", "no medicine in it"),
            ("what's a placebo?", "no medicine in it"),
            ("chance of getting placebo", "how likely"),
            ("do I need insurance", "your insurance"),
            ("Do I need to pay for the study drug?", "Using this site is free"),
            ("is joining free of charge", "Using this site is free"),
            ("what is phase 3", "Phase 3 compares"),
            ("what is randomization", "chance decides"),
            ("what is informed consent", "/informed-consent"),
            ("what is your privacy policy", "/privacy"),
            ("is my data sold", "do not sell"),
            ("can my doctor see what I write here?", "not sent to your doctor"),
            ("when will somebody call me", "calls or writes"),
            ("will you pay my flight", "pay you back for travel"),
            ("do you pay for gas and hotel", "pay you back for travel"),
            ("how do I get to the study site", "where its sites are"),
            ("are you a robot", "a computer program"),
            ("is this a scam", "Using this site is free"),
            ("will they take blood", "take some blood"),
            ("i cant walk can they come to my house", "send a nurse"),
            ("can i keep my own doctor", "keep your own doctor"),
            ("can I stay with my own doctor while I'm in a study", "keep your own doctor"),
            ("my email is wrong how do i change it", "can correct it"),
            ("i didnt get the email", "junk mail"),
            ("the captcha doesnt work", "by itself"),
            ("im scared", "normal to have worries"),
            ("what is waypoint", "find a clinical trial"),
            ("does it hurt", "risks and side effects"),
            ("where is the clinic", "where its sites are"),
            ("¿hay efectos secundarios?", "risks and side effects"),
            ("bao nhiêu tiền", "Using this site is free"),
            ("is the study drug still given after the trial ends", "keep the treatment"),
            ("¿qué es un placebo?", "no medicine in it"),
            ("giả dược là gì", "no medicine in it"),
            ("trials near me", "the name of a condition"),
            ("are there side effects", "risks and side effects"),
            ("what happens if I get hurt in a study", "risks and side effects"),
            ("can I take part from home", "from home"),
            ("do I need my doctor's permission", "no permission"),
            ("¿Cuánto cuesta participar?", "Using this site is free"),
            ("tôi có phải trả tiền không?", "Using this site is free"),
            ("¿qué es un ensayo clínico?", "a study with people"),
        ];
        for (text, part) in table {
            let said = common_question(&Words::of(text));
            assert!(said.is_some_and(|said| said.contains(part)), "{text}: {said:?}");
        }
    }

    #[test]
    fn a_question_about_something_else_is_none_of_them() {
        for text in [
            "Who won the world cup?",
            "asthma",
            "trials for lung cancer",
            "a placebo in trials for asthma",
            "what does the STU01009 study test",
            "Could I get a placebo?",
        ] {
            assert_eq!(common_question(&Words::of(text)), None, "{text}");
        }
    }
}
