//! What is a call for help only where nothing else is said: in a longer sentence it may mean anything.

use super::sign::{Kind::Alone, Sign};

pub(super) const ALONE: &[Sign] = &[
    Sign::new(
        Alone,
        &[
            "911|sos|s o s|mayday|not responding|isnt responding|unresponsive|wont respond|cant talk|cannot talk|\
            cant speak|cannot speak|unable to speak|cant move|convulsion|convulsions|seizing|bleeding out|stabbed|\
            electrocuted|drowning|collapsed|snake bite",
        ],
    ),
    Sign::new(
        Alone,
        &["convulsión|convulsiones|no puedo hablar|no puede hablar|no respira|mordedura de serpiente"],
    ),
    Sign::new(Alone, &["co giật|không nói được|bất tỉnh"]),
];

/// What somebody writes who takes leave of life; `goodbye` by itself is only the end of a chat.
pub(super) const LEAVE: &[Sign] = &[Sign::new(
    Alone,
    &["goodbye everyone|goodbye everybody|goodbye world|goodbye cruel world|goodbye forever|goodbye all|\
        good bye everyone|good bye world|bye world|bye forever|farewell everyone|farewell world|this is goodbye|\
        this is my goodbye|adiós a todos|adiós mundo|adiós para siempre|vĩnh biệt mọi người|vĩnh biệt cuộc đời"],
)];
