//! The terms that the page of a study explains.

use crate::{
    eligibility_criteria::Criterion,
    glossary::{ExplainedTerm, Glossary, PagePart},
    study_page::StudyPage,
};

impl StudyPage {
    /// Explains the terms of a glossary where they occur (D-488). Headings explain none.
    #[must_use]
    pub fn with_terms(self, glossary: &Glossary) -> Self {
        let terms = |part| ExplainedTerm::find(glossary, part, self.texts_of(part));
        let parts = [
            PagePart::Summary,
            PagePart::Details,
            PagePart::Facts,
            PagePart::Criteria,
            PagePart::Questions,
            PagePart::Description,
        ];
        Self { terms: parts.into_iter().flat_map(terms).collect(), ..self }
    }

    /// The texts of a part, in the order of the page.
    fn texts_of(&self, part: PagePart) -> Vec<&str> {
        fn each(texts: &[String]) -> Vec<&str> {
            texts.iter().map(String::as_str).collect()
        }
        match part {
            PagePart::Summary => vec![&self.summary],
            PagePart::Details => {
                let details = [&self.phase, &self.study_type, &self.official_title];
                details.map(|text| text.as_deref().unwrap_or_default()).into()
            }
            PagePart::Facts => {
                self.facts.iter().flat_map(|fact| &fact.statements).map(String::as_str).collect()
            }
            PagePart::Criteria => {
                let criteria = &self.criteria;
                let lists = [&criteria.general, &criteria.inclusion, &criteria.exclusion];
                lists.into_iter().flatten().map(text_of_criterion).collect()
            }
            PagePart::Questions => each(&self.questions),
            PagePart::Description => each(&self.description),
            PagePart::Text => Vec::new(),
        }
    }
}

fn text_of_criterion(criterion: &Criterion) -> &str {
    if criterion.heading { "" } else { &criterion.text }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{glossary::TermForms, partner_study::tests::study};

    fn glossary(forms: &[(&str, &[&str])]) -> Glossary {
        let term = |(id, forms): &(&str, &[&str])| TermForms {
            id: (*id).to_owned(),
            forms: forms.iter().map(|form| (*form).to_owned()).collect(),
            names: Vec::new(),
            only_in: Vec::new(),
        };
        Glossary::new(forms.iter().map(term).collect())
    }

    /// Part, text, and the words at the position of each explained term.
    fn explained(page: &StudyPage) -> Vec<(PagePart, u32, String)> {
        let words = |term: &ExplainedTerm| {
            let text = page.texts_of(term.part)[term.text as usize];
            let units: Vec<u16> = text.encode_utf16().collect();
            let words = String::from_utf16(&units[term.start as usize..term.end as usize]).unwrap();
            (term.part, term.text, words)
        };
        page.terms.iter().map(words).collect()
    }

    #[test]
    fn each_part_of_a_study_page_explains_a_term_once_and_headings_explain_none() {
        let mut study = study("STU0100");
        study.brief_summary = "💊 A placebo. Another placebo.".into();
        study.detailed_description = "Phase 2 tests doses.\n\nA Placebo again.".into();
        study.study_phase = "Phase 2".into();
        study.facts = serde_json::from_value(json!({
            "risks": ["The placebo has no risks."],
            "groups": [{ "gets": "a gel" }, { "gets": "a placebo" }],
        }))
        .unwrap();
        study.eligibility =
            "Inclusion Criteria:\n\nPlacebo group:\n\n* No placebo before\n\nExclusion Criteria:\n\n* A placebo".into();
        let glossary = glossary(&[("placebo", &["placebo"]), ("phase-2", &["phase 2"])]);
        let page = StudyPage::from(&study).with_terms(&glossary);
        let criteria: Vec<_> =
            explained(&page).into_iter().filter(|(part, ..)| *part == PagePart::Criteria).collect();
        assert_eq!(criteria.len(), 1, "{criteria:?} {:?}", page.criteria);
        let others: Vec<_> =
            explained(&page).into_iter().filter(|(part, ..)| *part != PagePart::Criteria).collect();
        let expected = [
            (PagePart::Summary, 0, "placebo"),
            (PagePart::Details, 0, "Phase 2"),
            (PagePart::Facts, 0, "placebo"),
            (PagePart::Description, 0, "Phase 2"),
            (PagePart::Description, 1, "Placebo"),
        ];
        assert_eq!(others, expected.map(|(part, text, words)| (part, text, words.to_owned())));
    }

    #[test]
    fn study_page_without_a_glossary_explains_nothing() {
        let page = StudyPage::from(&study("STU0100"));
        assert!(page.terms.is_empty());
        assert_eq!(page.clone().with_terms(&Glossary::default()), page);
    }
}
