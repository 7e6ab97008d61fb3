//! The actions of a caller, at random.

use proptest::prelude::*;

/// The owner of the address in a form.
#[derive(Debug, Clone, Copy)]
pub(super) enum Address {
    Victim,
    VictimTagged,
    Own(u8),
}

/// An action of the caller.
#[derive(Debug, Clone)]
pub(super) enum Step {
    NewBrowser,
    /// Continues with an earlier session token.
    OlderToken(u8),
    Prescreen {
        right: bool,
    },
    Draft {
        study: u8,
    },
    Upload,
    SignUp {
        study: u8,
        address: Address,
        has_other_name: bool,
        has_document: bool,
        key: u8,
    },
    Accept(u8),
    Submit(u8),
    Look(u8),
    Receipts(u8),
    FindByFormKey(u8),
    UseLink {
        mail: u8,
        action: &'static str,
    },
    CorrectAddress {
        index: u8,
        address: Address,
    },
    SendLink(u8),
    RequestErasure(u8),
    Leave,
    /// The study team reports a referral status for one of the caller's sign-ups.
    Referral(u8),
    Deliver,
    Wait,
    Sweep,
}

fn address() -> impl Strategy<Value = Address> {
    prop_oneof![
        4 => Just(Address::Victim),
        1 => Just(Address::VictimTagged),
        3 => (0..2u8).prop_map(Address::Own),
    ]
}

fn sign_up() -> impl Strategy<Value = Step> {
    (0..2u8, address(), any::<bool>(), any::<bool>(), 0..4u8).prop_map(
        |(study, address, has_other_name, has_document, key)| Step::SignUp {
            study,
            address,
            has_other_name,
            has_document,
            key,
        },
    )
}

/// Any action.
pub(super) fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => sign_up(),
        2 => (0..4u8).prop_map(Step::OlderToken),
        1 => Just(Step::NewBrowser),
        3 => prop_oneof![3 => Just(true), 1 => Just(false)].prop_map(|right| Step::Prescreen { right }),
        2 => (0..2u8).prop_map(|study| Step::Draft { study }),
        2 => Just(Step::Upload),
        2 => (0..4u8).prop_map(Step::Accept),
        1 => (0..4u8).prop_map(Step::Submit),
        2 => (0..4u8).prop_map(Step::Look),
        1 => (0..4u8).prop_map(Step::Receipts),
        1 => (0..4u8).prop_map(Step::FindByFormKey),
        2 => (0..4u8, prop_oneof![Just("look"), Just("open"), Just("remove")])
            .prop_map(|(mail, action)| Step::UseLink { mail, action }),
        2 => (0..4u8, address()).prop_map(|(index, address)| Step::CorrectAddress { index, address }),
        1 => (0..4u8).prop_map(Step::SendLink),
        1 => (0..4u8).prop_map(Step::RequestErasure),
        1 => Just(Step::Leave),
        2 => (0..4u8).prop_map(Step::Referral),
        2 => Just(Step::Deliver),
        1 => Just(Step::Wait),
        1 => Just(Step::Sweep),
    ]
}
