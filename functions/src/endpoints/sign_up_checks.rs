//! Checks of a sign-up form against the site's settings, the study, and what the session has stored before.

use waypoint_domain::{
    consent::{self, InvalidConsent},
    country::Country,
    participant::{FieldError, Profile, SignUpForm},
    partner_study::PartnerStudy,
    question::{Answer, Screening, screen},
};

use super::screening_checks;
use crate::{
    http::problem::Problem,
    rate_limit::CallerLimits,
    store::{Session, Settings},
};

/// Checks that people from the chosen country can sign up: the study has a site there, or the notices that its law asks
/// for exist.
pub(super) fn check_country(
    settings: &Settings,
    study: &PartnerStudy,
    profile: &Profile,
) -> Result<(), Problem> {
    let country = profile.country.reveal();
    let refused = |message: String| Err(Problem::FormInvalid(vec![FieldError::new("country", message)]));
    if !settings.countries.contains(country) {
        return refused("Choose your country from the list".into());
    }
    if study.can_be_joined_in(country) || settings.countries_with_notices.contains(country) {
        return Ok(());
    }
    let with_sites = study.open_countries();
    let names: Vec<&str> = with_sites.iter().map(Country::as_str).collect();
    refused(format!("This study takes sign-ups only from people who live in {}", names.join(" or ")))
}

/// Checks that the chosen site is open. Clients without a choice of site send none.
pub(super) fn check_site(study: &PartnerStudy, profile: &Profile) -> Result<(), Problem> {
    let chosen = profile.site.reveal();
    if chosen.is_empty() || study.open_site(chosen).is_some() {
        return Ok(());
    }
    Err(Problem::SiteNotOpen)
}

/// Checks the ticked consent boxes. Clients that are older than the boxes send none. They agree to no channel, and
/// accept the privacy notice through the separate call.
pub(super) fn check_consents(settings: &Settings, form: &SignUpForm) -> Result<(), Problem> {
    let Some(ticked) = &form.consents else { return Ok(()) };
    consent::check(&settings.consent_boxes, ticked).map_err(|error| match error {
        InvalidConsent::RequiredMissing(_) => Problem::ConsentMissing(
            "Tick every required box to sign up. If you don’t see one, reload the page.".into(),
        ),
        InvalidConsent::Unknown(_) => {
            Problem::ConsentMissing("One of the consent boxes doesn't belong to this site.".into())
        }
    })
}

/// A sign-up whose pre-screening answers need a check.
pub(super) struct AnswerCheck<'a> {
    pub(super) limits: &'a CallerLimits,
    pub(super) form: &'a SignUpForm,
    pub(super) study: &'a PartnerStudy,
    pub(super) session: &'a Session,
    pub(super) is_sent_again: bool,
}

impl AnswerCheck<'_> {
    /// Returns the answers that apply: those in the form, or those checked earlier. A study without questions needs
    /// none.
    pub(super) async fn answers(self, earlier_answers: Vec<Answer>) -> Result<Vec<Answer>, Problem> {
        let Self { limits, form, study, session, is_sent_again } = self;
        let in_form = form.prescreening_qa.reveal();
        let answers = if in_form.is_empty() { earlier_answers } else { in_form.clone() };
        let check = || {
            let screening = screen(&study.questions, &answers);
            (screening, screening == Screening::Failed)
        };
        // Stored answers were checked before they were stored.
        let screening = if in_form.is_empty() {
            check().0
        } else {
            screening_checks::run(limits, (Some(session), &study.snow_study_number), check).await?
        };
        match screening {
            Screening::NothingToCheck => Ok(Vec::new()),
            Screening::Passed => Ok(answers),
            Screening::Incomplete if is_sent_again => Ok(Vec::new()),
            Screening::Incomplete => Err(Problem::PrescreenIncomplete),
            Screening::Failed => Err(Problem::ScreenerFailed),
        }
    }
}

/// Checks that as many documents wait as the form showed, unless the form is sent again and has lost its draft. A form
/// without a number only says whether there is any.
pub(super) fn check_documents(form: &SignUpForm, waiting: usize, is_sent_again: bool) -> Result<(), Problem> {
    let shown = form.document_count.map_or(usize::from(form.has_document), usize::from);
    if is_sent_again {
        Ok(())
    } else if waiting < shown {
        Err(Problem::DocumentMissing)
    } else if waiting > shown && form.document_count.is_some() {
        Err(Problem::DocumentsChanged)
    } else {
        Ok(())
    }
}
