//! Whether a text is in a language that is understood in part, and answered in English alone.

use super::phrases::Words;

/// Words of Spanish. English has some of them, too, so that one alone says nothing.
const SPANISH: &str = "qué|cuánto|cuanto|cuánta|cuándo|cuando|cómo|como|dónde|donde|cuál|quién|puedo|puede|tengo|tiene|\
    estoy|soy|quiero|necesito|hay|para|por|con|los|las|una|mi|mis|ensayo|ensayos|estudio|estudios|médico|gracias|hola|\
    buenos|buenas|ayuda|participar|cerca|gratis|español";
/// One of these alone is Spanish enough.
const SURELY_SPANISH: &str = "qué|cuánto|cuánta|cuándo|cómo|dónde|cuál|quién|puedo|tengo|quiero|necesito|ensayos|gracias|\
    hola|participar|español";
/// Letters that no language but Vietnamese has.
const VIETNAMESE: &str = "ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ";
/// So many words of a language are no chance.
const ENOUGH: usize = 2;

const IN_SPANISH: &str =
    "Solo puedo responder en inglés. Una persona de su confianza puede ayudarle a leer la respuesta.";
const IN_VIETNAMESE: &str =
    "Tôi chỉ trả lời được bằng tiếng Anh. Hãy nhờ một người mà quý vị tin cậy đọc giúp câu trả lời.";

/// What is said first to somebody who wrote in another language.
pub(super) fn said_of_language(text: &str, words: &Words) -> Option<&'static str> {
    if text.to_lowercase().chars().any(|letter| VIETNAMESE.contains(letter)) {
        return Some(IN_VIETNAMESE);
    }
    let spanish = words.iter().filter(|word| SPANISH.split('|').any(|known| known == *word)).count();
    (spanish >= ENOUGH || words.say(SURELY_SPANISH)).then_some(IN_SPANISH)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Option<&'static str> {
        said_of_language(text, &Words::of(text))
    }

    #[test]
    fn who_writes_in_spanish_or_vietnamese_is_told_that_the_answer_is_in_english() {
        for text in ["¿Cuánto cuesta participar?", "hay estudios de asma", "Hola", "ensayos para la diabetes"]
        {
            assert_eq!(said(text), Some(IN_SPANISH), "{text}");
        }
        for text in ["tôi có phải trả tiền không?", "Thử nghiệm lâm sàng là gì"] {
            assert_eq!(said(text), Some(IN_VIETNAMESE), "{text}");
        }
    }

    #[test]
    fn who_writes_in_english_is_told_nothing_of_languages() {
        for text in [
            "Is it free?",
            "trials in La Jolla",
            "trials near Las Vegas for asthma",
            "Ménière disease",
            "my doctor is Dr. de la Cruz",
            "asthma trials in Los Angeles",
            "El Paso",
            "crohn's, naïve T cells",
            "",
        ] {
            assert_eq!(said(text), None, "{text}");
        }
    }
}
