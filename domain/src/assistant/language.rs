//! Whether a text is in a language that is understood in part, and answered in English but for what is refused.

use super::{Concern, phrases::Words};

/// A language other than English that is understood in part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    Spanish,
    Vietnamese,
}

/// Words of Spanish. English has some of them, too, so that one alone says nothing.
const SPANISH: &str = "qué|cuánto|cuanto|cuánta|cuándo|cuando|cómo|como|dónde|donde|cuál|quién|puedo|puede|tengo|tiene|\
    estoy|soy|quiero|necesito|hay|para|por|con|los|las|una|mi|mis|ensayo|ensayos|estudio|estudios|médico|gracias|hola|\
    buenos|buenas|ayuda|participar|cerca|gratis|español|debo|dejar|tomar|dame|medicina|medicinas|pastillas|pacientes|\
    datos|otros|otro|que|es|está|quien|vecino|cáncer";
/// One of these alone is Spanish enough.
const SURELY_SPANISH: &str = "qué|cuánto|cuánta|cuándo|cómo|dónde|cuál|quién|puedo|tengo|quiero|necesito|ensayos|gracias|\
    hola|participar|español|debo|tomar|dame|pastillas|pacientes|estudio|estudios";
/// Letters that no language but Vietnamese has.
const VIETNAMESE: &str = "ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ";
/// So many words of a language are no chance.
const ENOUGH: usize = 2;

impl Language {
    /// The language of a text that is not in English.
    pub(super) fn of(text: &str, words: &Words) -> Option<Self> {
        if text.to_lowercase().chars().any(|letter| VIETNAMESE.contains(letter)) {
            return Some(Self::Vietnamese);
        }
        if text.contains(['¿', '¡']) {
            return Some(Self::Spanish);
        }
        let spanish = words.iter().filter(|word| SPANISH.split('|').any(|known| known == *word)).count();
        (spanish >= ENOUGH || words.say(SURELY_SPANISH)).then_some(Self::Spanish)
    }

    /// What is said first to somebody who wrote in it.
    pub(super) fn said_first(self) -> &'static str {
        match self {
            Self::Spanish => {
                "Solo puedo responder en inglés. Una persona de su confianza puede ayudarle a leer la respuesta."
            }
            Self::Vietnamese => {
                "Tôi chỉ trả lời được bằng tiếng Anh. Hãy nhờ một người mà quý vị tin cậy đọc giúp câu trả lời."
            }
        }
    }

    /// What is said in it to a concern that nobody should need help to read.
    pub(super) fn fixed_answer(self, concern: Concern) -> Option<&'static str> {
        match (concern, self) {
            (Concern::MedicalAdvice, Self::Spanish) => Some(
                "No puedo dar consejos médicos. Pregunte a su médico o farmacéutico, que le conocen. No empiece, deje ni \
                cambie un medicamento por lo que diga un chat.",
            ),
            (Concern::MedicalAdvice, Self::Vietnamese) => Some(
                "Tôi không thể cho lời khuyên y tế. Xin hãy hỏi bác sĩ hoặc dược sĩ của quý vị. Đừng bắt đầu, ngừng hay \
                đổi thuốc vì một cuộc trò chuyện ở đây.",
            ),
            (Concern::OtherPeople, Self::Spanish) => Some(
                "No puedo ver quién participa en un estudio, y no puedo decir nada sobre otras personas.",
            ),
            (Concern::OtherPeople, Self::Vietnamese) => {
                Some("Tôi không thể xem ai tham gia nghiên cứu, và không thể cho biết gì về người khác.")
            }
            (Concern::HurtInStudy, Self::Spanish) => Some(
                "Si es grave o empeora, llame ahora al 911. Si no, llame ahora al equipo de su estudio, a cualquier hora: su \
                número está en su formulario de consentimiento. Cuénteles lo que pasó, también si fue un error. Aquí no puedo \
                dar consejos médicos.",
            ),
            (Concern::HurtInStudy, Self::Vietnamese) => Some(
                "Nếu nặng hoặc nặng hơn, hãy gọi 911 ngay. Nếu không, hãy gọi ngay nhóm nghiên cứu của quý vị, bất cứ giờ nào: \
                số của họ ở trên giấy đồng ý tham gia. Hãy nói điều gì đã xảy ra, kể cả khi đó là nhầm lẫn. Ở đây tôi không thể \
                cho lời khuyên y tế.",
            ),
            (Concern::Crisis | Concern::Emergency | Concern::Instructions, _) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(text: &str) -> Option<Language> {
        Language::of(text, &Words::of(text))
    }

    #[test]
    fn spanish_and_vietnamese_are_known_by_their_words_and_letters() {
        for text in ["¿Cuánto cuesta participar?", "hay estudios de asma", "Hola", "ensayos para la diabetes"]
        {
            assert_eq!(language(text), Some(Language::Spanish), "{text}");
        }
        for text in ["tôi có phải trả tiền không?", "Thử nghiệm lâm sàng là gì"] {
            assert_eq!(language(text), Some(Language::Vietnamese), "{text}");
        }
    }

    #[test]
    fn english_is_no_other_language() {
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
            assert_eq!(language(text), None, "{text}");
        }
    }
}
