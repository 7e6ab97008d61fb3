//! Why a mark is as it is, in sentences for the person.

/// The study's ages.
pub(crate) const AGE_FITS: &str = "Your date of birth puts you in this age range.";
pub(crate) const AGE_DOES_NOT_FIT: &str = "Your date of birth puts you outside this age range.";
pub(crate) const AGE_IS_EXCLUDED: &str =
    "Your date of birth puts you in an age range that the study does not take.";
pub(crate) const AGE_IS_NOT_EXCLUDED: &str = "Your date of birth does not speak against joining here.";
pub(crate) const AGE_IS_MISSING: &str =
    "Your records do not give your date of birth. The study team will ask you.";
pub(crate) const AGE_IS_INEXACT: &str =
    "Your records do not say this exactly enough. The study team will ask you.";

/// The study's sexes.
pub(crate) const SEX_FITS: &str = "The sex in your records fits this.";
pub(crate) const SEX_DOES_NOT_FIT: &str = "The sex in your records does not fit this.";
pub(crate) const SEX_IS_MISSING: &str = "Your records do not give your sex. The study team will ask you.";

/// Ages and sexes in one line of the text.
pub(crate) const PERSON_FITS: &str = "Your date of birth and the sex in your records fit this.";
pub(crate) const PERSON_DOES_NOT_FIT: &str =
    "Your date of birth or the sex in your records does not fit this.";
pub(crate) const PERSON_IS_UNCLEAR: &str =
    "Your date of birth and sex alone do not decide this. The study team will ask you.";

/// What lets people join.
pub(crate) const NAMED: &str = "Your records name this.";
pub(crate) const KIND_NAMED: &str = "Your records name a form of this.";
pub(crate) const MEDICINE_NAMED: &str = "Your records list this medicine.";
pub(crate) const MEDICINE_KIND_NAMED: &str = "Your records list a medicine of this kind.";
pub(crate) const VACCINE_NAMED: &str = "Your records list this vaccine.";
pub(crate) const ALLERGY_NAMED: &str = "Your records list this allergy.";

/// What keeps people out.
pub(crate) const KEEPS_OUT: &str = "Your records name this. It can keep people out of the study.";
pub(crate) const KIND_KEEPS_OUT: &str =
    "Your records name a form of this. It can keep people out of the study.";
pub(crate) const MEDICINE_KEEPS_OUT: &str =
    "Your records list this medicine. It can keep people out of the study.";
pub(crate) const MEDICINE_KIND_KEEPS_OUT: &str =
    "Your records list a medicine of this kind. It can keep people out of the study.";
pub(crate) const VACCINE_KEEPS_OUT: &str =
    "Your records list this vaccine. It can keep people out of the study.";
pub(crate) const ALLERGY_KEEPS_OUT: &str =
    "Your records list this allergy. It can keep people out of the study.";

/// What stays unknown.
pub(crate) const NOT_NAMED: &str = "Your records do not decide this. The study team will ask you.";
pub(crate) const ONLY_PARTLY: &str =
    "Your records name part of this. The study team has to look at the rest of it.";
pub(crate) const BROADER: &str =
    "Your records name this in a more general way. The study team has to look at it closely.";
pub(crate) const IN_THE_PAST: &str =
    "Your records name this, but perhaps only in the past. The study team will ask you how it is now.";
pub(crate) const DATE_UNDECIDED: &str =
    "Your records name this, but the dates in them do not decide it. The study team will ask you.";
pub(crate) const DAY_OF_THE_STUDY: &str =
    "Your records name this. It depends on the day you join, so the study team has to look at the dates.";
pub(crate) const NO_STATUS: &str =
    "Your records name this, but do not say how it is now. The study team will ask you.";
pub(crate) const CONTRADICTORY: &str =
    "Your records say different things about this. The study team will ask you.";
pub(crate) const SAID_BELOW: &str = "The points below this line say what it is about.";
pub(crate) const LOOKED_AT: &str =
    "Your records name this. The study team has to look at what that means here.";
