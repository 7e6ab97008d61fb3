//! Structured data for search engines, in the schema.org vocabulary.

use serde_json::{Value, json};
use waypoint_domain::{partner_study::PartnerStudy, recruitment_status::RecruitmentStatus};

use super::head::{Crumb, Head};
use crate::content::{Brand, Faq};

/// Returns a page's structured data as one graph: its nodes, which depend on its address, and its breadcrumb trail.
/// Returns `None` if there are none, or if search engines should not index the page.
pub(crate) fn graph(nodes: impl Fn(&str) -> Vec<Value>, head: &Head, base_url: &str) -> Option<Value> {
    let path = head.canonical.as_deref()?;
    let address = format!("{base_url}{path}");
    let mut nodes = nodes(&address);
    if !base_url.is_empty() && !head.trail.is_empty() {
        nodes.push(trail(&head.trail, base_url, &address));
    }
    (!nodes.is_empty()).then(|| json!({ "@context": "https://schema.org", "@graph": nodes }))
}

/// The organization that publishes the site.
pub(crate) fn publisher(brand: &Brand) -> Value {
    json!({ "@type": "Organization", "name": brand.name, "legalName": brand.legal_name })
}

/// A study, as a page presents it.
pub(crate) fn trial(name: &str, description: &str, study: &PartnerStudy, address: &str) -> Value {
    let conditions = study.conditions.iter().map(|name| json!({ "@type": "MedicalCondition", "name": name }));
    let places =
        study.sites.iter().map(|site| json!({ "@type": "AdministrativeArea", "name": site.place() }));
    let mut value = json!({
        "@type": "MedicalTrial",
        "name": name,
        "description": description,
        "healthCondition": conditions.collect::<Vec<_>>(),
        "studyLocation": places.collect::<Vec<_>>(),
        "url": address,
    });
    if let Some(number) = &study.nct_number {
        value["identifier"] = json!(number);
    }
    if let Some(status) = status(&study.status) {
        value["status"] = json!(format!("https://schema.org/{status}"));
    }
    value
}

/// The schema.org term for a status. Partner-specific statuses have none.
fn status(status: &RecruitmentStatus) -> Option<&'static str> {
    match status {
        RecruitmentStatus::Recruiting => Some("Recruiting"),
        RecruitmentStatus::NotYetRecruiting => Some("NotYetRecruiting"),
        RecruitmentStatus::ActiveNotRecruiting => Some("ActiveNotRecruiting"),
        RecruitmentStatus::EnrollingByInvitation => Some("EnrollingByInvitation"),
        RecruitmentStatus::Suspended => Some("Suspended"),
        RecruitmentStatus::Terminated => Some("Terminated"),
        RecruitmentStatus::Withdrawn => Some("Withdrawn"),
        RecruitmentStatus::Completed => Some("Completed"),
        _ => None,
    }
}

/// Questions with their answers.
pub(crate) fn questions(faqs: &[Faq]) -> Value {
    let question = |faq: &Faq| {
        json!({
            "@type": "Question",
            "name": faq.question,
            "acceptedAnswer": { "@type": "Answer", "text": faq.answer.in_one_line() },
        })
    };
    json!({ "@type": "FAQPage", "mainEntity": faqs.iter().map(question).collect::<Vec<_>>() })
}

fn trail(trail: &[Crumb], base_url: &str, address: &str) -> Value {
    let items = trail.iter().zip(1..).map(|(crumb, position)| {
        let item = crumb.path.as_ref().map_or_else(|| address.to_owned(), |path| format!("{base_url}{path}"));
        json!({ "@type": "ListItem", "position": position, "name": crumb.label, "item": item })
    });
    json!({ "@type": "BreadcrumbList", "itemListElement": items.collect::<Vec<_>>() })
}
