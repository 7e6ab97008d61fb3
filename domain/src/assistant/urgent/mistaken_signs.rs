//! What somebody says who took what was not for them, or too much of it, or together with alcohol; or who gave what wakes
//! from an overdose.

use super::sign::{
    Kind::{Happened, Now},
    Sign, Ways,
};

const OF_ANOTHER: Ways = "my wifes|my husbands|my moms|my mums|my dads|my mothers|my fathers|my sisters|\
    my brothers|my grandmas|my grandmothers|my grandpas|my grandfathers|my friends|my roommates|my partners|my sons|\
    my daughters|my kids|my wife|my husband|grandmas|grandpas|moms|dads|someone elses|somebody elses|the wrong|\
    the dogs|my dogs|de mi esposo|de mi esposa|de mi mamá";
const MEDICINE: Ways = "pills|pill|tablets|tablet|meds|medicine|medicines|medication|medications|insulin|\
    injection|shot|xanax|oxycodone|methadone|blood thinners|blood thinner|warfarin|patch|patches|dose";
/// What slows the breath, and stops it together with alcohol.
const SLEEPY: Ways = "xanax|valium|ativan|klonopin|oxy|oxycodone|percocet|vicodin|hydrocodone|fentanyl|morphine|\
    sleeping pill|sleeping pills|ambien|benzos|painkillers|pain pills|methadone|heroin|gabapentin|tramadol";
const SMALL_CHILD: Ways = "year old|yr old|month old|child|son|daughter|baby|toddler|kid|kids|grandson|\
    granddaughter|boy|girl|nephew|niece|he|she|dog";
/// A mistake in a study is for its team, and a question about one is no mistake.
const OF_A_STUDY: Ways = "trial|trials|study|studies|can i|is it|could i|may i|doctor told";

pub(super) const MISTAKEN: &[Sign] = &[
    Sign::new(Happened, &["took|taken|swallowed|drank|injected|used", OF_ANOTHER, MEDICINE])
        .close()
        .unless(OF_A_STUDY),
    Sign::new(
        Happened,
        &["double dosed|doubledosed|doubled up on|doubled my|accidentally doubled|took double|triple dosed", MEDICINE],
    )
    .unless(OF_A_STUDY),
    Sign::both(Happened, &["been drinking|drinking|drank|drunk|vodka|whiskey|tequila|liquor|beers", SLEEPY])
        .wide()
        .unless(OF_A_STUDY),
    Sign::new(Now, &["feel like im fading|im fading|i am fading|feel like fading|fading out|slipping away"])
        .unless("memory|scar|rash|color|colour"),
    Sign::new(
        Happened,
        &[
            SMALL_CHILD,
            "got into|ate|swallowed|eaten|drank|got hold of",
            "gummies|edibles|edible|weed|thc|cannabis|nicotine|vape juice|iron pills|laundry pod|laundry pods|tide pod|\
                pot brownie|pot brownies|poisonous berries|wild mushrooms|hand sanitizer|mouthwash|perfume",
        ],
    )
    .wide()
    .unless("trial|study|studies"),
    Sign::both(
        Now,
        &[
            "narcan|naloxone",
            "didnt work|did not work|isnt working|is not working|not working|doesnt work|no effect|still out|not waking|\
                gave him|gave her|just gave|not breathing|no response|isnt helping",
        ],
    )
    .wide()
    .unless("trial|study|studies"),
];
