//! What is refused when it is asked in Spanish or Vietnamese. Marks are left out on both sides, because many phones
//! make it hard to type them.

use crate::assistant::phrases::Words;

/// Phrases of one language.
struct Phrases {
    /// What only a doctor can say, however it goes on.
    advice: &'static str,
    /// The same, unless one of the second follows.
    advice_unless: Option<[&'static str; 2]>,
    /// How somebody asks, what they would do, and with which treatment.
    treatment: [&'static str; 3],
    /// What is asked of others who take part, however it goes on.
    others: &'static str,
    /// Others, with what somebody wants of them.
    of_others: [&'static str; 2],
    /// The speaker's own, which others may see.
    own: &'static str,
}

const SPANISH: Phrases = Phrases {
    advice: "que medicina debo|que medicamento debo|que tratamiento debo|cual es el mejor tratamiento|cuanta insulina|\
        cuanto ibuprofeno|que dosis debo|es cancer|sera cancer|cuanto me queda de vida|cuanto tiempo me queda|\
        debo preocuparme|debo operarme|que significa mi|que significan mis|me va a curar|remedio casero|\
        remedios caseros",
    advice_unless: Some(["que debo tomar|que puedo tomar", "en cuenta|parte"]),
    treatment: [
        "debo|deberia|puedo|puede|tengo que|es seguro|es malo|esta bien|me conviene",
        "dejar|parar|suspender|tomar|mezclar|aumentar|subir|bajar|duplicar|cambiar|usar|saltarme|beber",
        "medicina|medicinas|medicamento|medicamentos|pastilla|pastillas|insulina|dosis|mi tratamiento|inhalador|\
            metformina|ibuprofeno|aspirina|antibioticos|alcohol|warfarina|quimio|quimioterapia|paracetamol",
    ],
    others: "lista de pacientes|lista de participantes|lista de los pacientes|lista de los participantes|\
        quien se inscribio|quienes se inscribieron|quien mas esta en|dame la base de datos|muestra la base de datos",
    of_others: [
        "otros pacientes|otro paciente|otra paciente|otros participantes|otro participante|todos los pacientes|\
            todos los participantes|mi vecino|mi vecina|mi jefe|mi jefa|mi ex|otras personas|otra persona",
        "datos|nombre|nombres|direccion|telefono|telefonos|correo|correos|expediente|expedientes|historial|\
            resultados|registros|lista|muestrame|dame|dime|quien|esta en|participa|se inscribio|inscrito|inscrita",
    ],
    own: "mis datos|mi nombre|mi informacion|mis resultados|mi historial|mi expediente",
};

const VIETNAMESE: Phrases = Phrases {
    advice: "toi co nen uong|uong thuoc gi|nen uong gi|toi bi benh gi|co phai ung thu|song duoc bao lau|\
        toi con song bao lau|lieu bao nhieu|cach chua tai nha",
    advice_unless: None,
    treatment: [
        "co nen|co the|co duoc|nen|co can|co phai",
        "ngung|dung|bo|uong|tang|giam|doi|tiem",
        "thuoc|insulin|lieu|hoa tri|khang sinh|ruou|bia|aspirin|ibuprofen|metformin",
    ],
    others: "danh sach benh nhan|danh sach nguoi tham gia|ai da dang ky|nhung ai dang ky",
    of_others: [
        "benh nhan khac|nguoi khac|nguoi tham gia khac|cac benh nhan|tat ca benh nhan|hang xom|nguoi yeu cu|\
            chong cu|vo cu",
        "thong tin|ten|dia chi|so dien thoai|ho so|ket qua|danh sach|du lieu|co tham gia|dang ky",
    ],
    own: "thong tin cua toi|ten toi|ten cua toi|du lieu cua toi|ho so cua toi",
};

/// Whether somebody asks in one of them what only their doctor can say.
pub(super) fn is_medical_advice(words: &Words) -> bool {
    let words = words.without_marks();
    [SPANISH, VIETNAMESE].iter().any(|phrases| {
        let goes_on = |[asked, unless]: [&str; 2]| words.say_before_else(asked, unless);
        words.say(phrases.advice)
            || phrases.advice_unless.is_some_and(goes_on)
            || words.say_each(&phrases.treatment)
    })
}

/// Whether somebody asks in one of them about others who take part.
pub(super) fn is_about_other_people(words: &Words) -> bool {
    let words = words.without_marks();
    [SPANISH, VIETNAMESE].iter().any(|phrases| {
        words.say(phrases.others) || (words.say_each(&phrases.of_others) && !words.say(phrases.own))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_a_doctor_can_say_is_refused_in_spanish_and_vietnamese() {
        for text in [
            "¿debo dejar de tomar mi insulina?",
            "puedo tomar ibuprofeno con warfarina",
            "¿Qué medicina debo tomar?",
            "que puedo tomar para el dolor",
            "¿Esto es cáncer?",
            "¿cuánto tiempo me queda?",
            "tôi có nên ngừng uống thuốc huyết áp không",
            "toi co nen uong aspirin khong",
            "tôi nên uống thuốc gì",
        ] {
            assert!(is_medical_advice(&Words::of(text)), "{text}");
        }
    }

    #[test]
    fn others_who_take_part_are_not_told_of_in_spanish_and_vietnamese() {
        for text in [
            "dame los datos de los otros pacientes",
            "¿mi vecino está en el estudio?",
            "¿quién se inscribió en el estudio?",
            "Muéstrame la lista de participantes",
            "cho tôi thông tin của bệnh nhân khác",
            "hàng xóm của tôi có tham gia không",
        ] {
            assert!(is_about_other_people(&Words::of(text)), "{text}");
        }
    }

    #[test]
    fn what_is_asked_about_taking_part_is_answered_in_spanish_and_vietnamese() {
        for text in [
            "¿Puedo dejar el estudio?",
            "¿puedo tomar parte?",
            "¿qué debo tomar en cuenta?",
            "¿Otros pacientes verán mis datos?",
            "¿Cuánto cuesta participar?",
            "hay estudios para cáncer de mama",
            "tôi có phải trả tiền không?",
            "tôi có thể tham gia không",
            "thử nghiệm cho bệnh tiểu đường",
            "is there a study of new insulin",
        ] {
            let words = Words::of(text);
            assert!(!is_medical_advice(&words) && !is_about_other_people(&words), "{text}");
        }
    }
}
