//! What somebody measured at home that can't wait: oxygen, blood pressure, blood sugar, pulse, fever.

use super::sign::{Kind::Complaint, Sign, Ways};

/// Oxygen in the blood, in percent.
const LITTLE_OXYGEN: Ways = "50..=88";
/// The upper blood pressure, in mmHg.
const HIGH_PRESSURE: Ways = "190..=260";
/// Too little sugar in the blood, in mg/dL, and too much.
const LITTLE_SUGAR: Ways = "20..=49";
const IS_LITTLE_SUGAR: Ways = "is 20..=49|at 20..=49|was 20..=49|of 20..=49|to 20..=49";
const MUCH_SUGAR: Ways = "500..=900";
/// Beats in a minute that are too many, or too few.
const PULSE: Ways = "150..=250|20..=39";

const SUGAR: Ways = "sugar|glucose|blood sugar";
/// What else is counted in such numbers.
const NO_SUGAR: Ways = "age|bmi|years|weight|pounds|minutes|days|weeks|months|times|units|calories|people";
const FEVER: Ways = "fever|temperature|temp";
const HOT: Ways = "fever|temperature|temp|burning hot|burning up|hot to the touch|thermometer";

pub(super) const MEASURED: &[Sign] = &[
    Sign::new(Complaint, &["oxygen|o2|o2 sat|oxygen level|spo2|saturation|sats|pulse ox", LITTLE_OXYGEN])
        .close(),
    Sign::new(
        Complaint,
        &[
            "oxygen|o2|oxygen level|spo2|saturation|sats",
            "is|at|down|dropped|to|of|only|around",
            LITTLE_OXYGEN,
        ],
    )
    .close(),
    Sign::new(Complaint, &["blood pressure|bp|pressure", HIGH_PRESSURE]).close(),
    Sign::new(Complaint, &[SUGAR, LITTLE_SUGAR]).close(),
    Sign::new(Complaint, &[SUGAR, IS_LITTLE_SUGAR]).wide().unless(NO_SUGAR),
    Sign::new(Complaint, &[SUGAR, MUCH_SUGAR]).close().unless(NO_SUGAR),
    Sign::new(Complaint, &["azúcar|glucosa", "20..=49|500..=900"]).unless("años|días|minutos|peso"),
    Sign::new(Complaint, &["pulse|heart rate|pulse rate|heartbeat|heart is beating", PULSE])
        .close()
        .unless("exercise|exercising|target|maximum|max|running|run|workout|minutes"),
    Sign::both(Complaint, &[FEVER, "104..=108"]).close(),
    Sign::both(Complaint, &["temp|temperature|fever", "39..=42|102..=108"]).close().unless("years|trial for"),
    Sign::new(
        Complaint,
        &[
            "meter says|meter say|sugar says|reading is|glucometer says|sugar is|dexcom says|libre says",
            LITTLE_SUGAR,
        ],
    )
    .close(),
    Sign::both(Complaint, &["heart is going|heart going|heart rate is|pulse is", PULSE]).close(),
    Sign::both(Complaint, &["fiebre|temperatura|sốt", "40..=42"]).close(),
    Sign::both(Complaint, &["newborn|new born|week old|weeks old", HOT]).wide(),
    Sign::both(Complaint, &["chemo|chemotherapy|transplant", "fever|temperature of|temp of"]).wide(),
    Sign::new(Complaint, &["chemo|chemotherapy|transplant", FEVER, "100..=108|38..=42"]).wide(),
    Sign::both(Complaint, &["quimio|quimioterapia|trasplante|hóa trị", "fiebre|calentura|sốt"]).wide(),
];
