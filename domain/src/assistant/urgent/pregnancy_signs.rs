//! What somebody says when a pregnancy or a birth goes wrong, or whose mind it troubles. English first, then Spanish.

use super::sign::{
    Kind::{Complaint, Now},
    Sign, Ways,
};

const PREGNANT: Ways = "pregnant|weeks along|wks along|months along|weeks pregnant|wks pregnant|my pregnancy|20..=42 weeks|\
    20..=42 wks";
const A_TRIAL: Ways = "trial|trials|study|studies";

pub(super) const PREGNANCY: &[Sign] = &[
    Sign::both(
        Complaint,
        &[
            PREGNANT,
            "seeing spots|see spots|seeing sparkles|seeing stars|hands puffed|hands are puffed|puffed up|\
                hands swollen|pressure was|face swollen|swollen face|face is swollen|face swelling|vision is blurry|blurry vision|\
                vision went blurry",
        ],
    )
    .wide()
    .unless("trial|trials|study|studies"),
    Sign::new(Now, &["in labor|in labour|having contractions", "weeks|minutes|now|early|baby is coming"])
        .wide()
        .unless("trial|trials|study|studies"),
    Sign::new(Now, &["baby is coming now|baby is coming out|giving birth now|giving birth right now"]),
    Sign::both(Complaint, &[PREGNANT, "bleeding|bleed|soaked|soaking|gushing"]).wide().unless(A_TRIAL),
    Sign::new(Complaint, &["soaked|soaking|soaks|filled", "pads|pad|towel|towels|diapers|sheets"]).close(),
    Sign::both(
        Complaint,
        &[
            "havent felt the baby|havent felt baby|cant feel the baby|cant feel baby|baby hasnt moved|baby hasnt kicked|\
                baby stopped kicking|no kicks|baby not kicking|baby isnt kicking|dont feel the baby",
            "since|today|all day|yesterday|hours|move|kick|kicks|weeks|wks|morning",
        ],
    )
    .wide(),
    Sign::both(
        Now,
        &[
            "baby|babys|my son|my daughter|newborn",
            "switched him|switched her|is evil|is possessed|possessed|demon|not my baby|is a demon|have to fix it|voices|\
                voice telling|hurt my baby|hurt the baby",
        ],
    )
    .wide()
    .unless("at birth|hospital mix"),
    Sign::both(
        Complaint,
        &["weeks old|week old|wks old|days old|newborn|baby|infant|months old", "floppy|wont feed|not feeding|wont nurse|wont wake to feed|too sleepy to eat"],
    )
    .wide(),
    Sign::new(Now, &["se me rompió la fuente|se me rompio la fuente|rompí fuente|rompi fuente|se rompió la fuente"]),
];
