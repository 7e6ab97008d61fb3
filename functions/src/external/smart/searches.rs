//! The searches that read one kind of record, and what to ask instead where a server refuses.
//!
//! Servers differ: US Core lets them require the intent of a prescription and the category of a condition, Epic separates
//! problems, encounter diagnoses, and health concerns, and some refuse parameters that they don't know.

use url::Url;
use waypoint_fhir::Kind;

use super::base_url::below;

/// The requested number of resources per page.
const PAGE_SIZE: &str = "100";
/// The intents of prescriptions: what was ordered, and what the patient reports.
const INTENTS: &str = "order,plan,original-order,reflex-order,filler-order,instance-order";
/// The requested number of observations per page. A person may have thousands, and each page takes a round trip.
const LONG_PAGE_SIZE: &str = "500";

/// A search for a kind of record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Search {
    pub(super) kind: Kind,
    /// The only category to search for.
    pub(super) category: Option<&'static str>,
    form: Form,
}

/// How much a search asks for, from the most to the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    /// Long pages with the medicines that the entries refer to.
    Full,
    /// What US Core requires servers to support.
    Core,
    /// The prescriptions that were ordered, for servers that don't know lists of intents.
    Ordered,
    /// All records of the patient.
    Plain,
}

impl Search {
    pub(super) fn key(self) -> (Kind, Option<&'static str>) {
        (self.kind, self.category)
    }

    /// Returns the searches that together find all records of a kind.
    pub(super) fn all(kind: Kind) -> impl Iterator<Item = Self> {
        let whole = (!kind.is_read_by_category()).then_some(None);
        let categories = kind.categories().iter().copied().map(Some);
        whole.into_iter().chain(categories).map(move |category| Self { kind, category, form: Form::Full })
    }

    /// Returns the search that asks for less, if there is one.
    pub(super) fn reduced(self) -> Option<Self> {
        let has_intent = has_intent(self.kind);
        let form = match self.form {
            Form::Full => Form::Core,
            Form::Core if has_intent => Form::Ordered,
            Form::Core if self.kind.is_read_by_category() => Form::Plain,
            Form::Ordered => Form::Plain,
            Form::Core | Form::Plain => return None,
        };
        Some(Self { form, ..self })
    }

    /// The category that the server is asked for. Where it doesn't know categories, those of each record count.
    pub(super) fn requested_category(self) -> Option<&'static str> {
        self.category.filter(|_| !(self.kind.is_read_by_category() && self.form == Form::Plain))
    }

    /// Returns the URL of the first page.
    pub(super) fn url(self, base: &Url, patient: &str) -> Url {
        let mut url = below(base, self.kind.name());
        let mut query = url.query_pairs_mut();
        query.append_pair("patient", patient);
        query.extend_pairs(self.requested_category().map(|category| ("category", category)));
        if has_intent(self.kind) {
            match self.form {
                Form::Full | Form::Core => query.append_pair("intent", INTENTS),
                Form::Ordered => query.append_pair("intent", "order"),
                Form::Plain => &mut query,
            };
        }
        if self.form == Form::Full {
            if self.kind.is_read_by_category() {
                // If there are more than are read, the newest are.
                query.append_pair("_count", LONG_PAGE_SIZE).append_pair("_sort", "-date");
            } else {
                query.append_pair("_count", PAGE_SIZE);
            }
            query.extend_pairs(self.kind.include().map(|include| ("_include", include)));
        }
        drop(query);
        url
    }
}

fn has_intent(kind: Kind) -> bool {
    kind == Kind::MedicationRequest
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    fn queries(search: Search) -> Vec<String> {
        let base = Url::parse("https://ehr.example/r4").unwrap();
        let forms = std::iter::successors(Some(search), |search| search.reduced());
        forms.map(|search| search.url(&base, "p1").query().unwrap().to_owned()).collect()
    }

    #[test]
    fn refused_search_asks_for_less() {
        let only = |kind| Search::all(kind).next().unwrap();
        assert_eq!(queries(only(Kind::Immunization)), ["patient=p1&_count=100", "patient=p1"]);
        let intents = "order%2Cplan%2Coriginal-order%2Creflex-order%2Cfiller-order%2Cinstance-order";
        assert_eq!(
            queries(only(Kind::MedicationRequest)),
            [
                format!("patient=p1&intent={intents}&_count=100&_include=MedicationRequest%3Amedication"),
                format!("patient=p1&intent={intents}"),
                "patient=p1&intent=order".to_owned(),
                "patient=p1".to_owned(),
            ]
        );
    }

    #[test]
    fn observations_are_searched_by_category_and_else_as_a_whole() {
        let labs = Search::all(Kind::Observation).next().unwrap();
        assert_eq!(
            queries(labs),
            [
                "patient=p1&category=laboratory&_count=500&_sort=-date",
                "patient=p1&category=laboratory",
                "patient=p1"
            ]
        );
        let categories: Vec<_> = Search::all(Kind::Observation).map(|search| search.category).collect();
        assert_eq!(categories, [Some("laboratory"), Some("vital-signs"), Some("social-history")]);
    }

    #[test]
    fn conditions_are_searched_as_a_whole_and_by_category() {
        let categories: Vec<_> = Search::all(Kind::Condition).map(|search| search.category).collect();
        assert_eq!(
            categories,
            [None, Some("problem-list-item"), Some("encounter-diagnosis"), Some("health-concern")]
        );
        let problems = Search::all(Kind::Condition).nth(1).unwrap();
        assert_eq!(
            queries(problems),
            ["patient=p1&category=problem-list-item&_count=100", "patient=p1&category=problem-list-item"]
        );
    }
}
