//! Structured data for search engines, in the schema.org vocabulary.

use serde_json::{Value, json};
use waypoint_domain::{partner_study::PartnerStudy, recruitment_status::RecruitmentStatus};

use super::head::{Crumb, Head};
use crate::{
    content::{Article, Brand, Condition, Content, Faq, TrialPage},
    output::Output,
    site::Site,
};

/// Returns the page's structured data as one graph, or `None` if it has none.
pub(super) fn graph(output: &Output, head: &Head, site: &Site) -> Option<Value> {
    let path = head.canonical.as_deref()?;
    let address = format!("{}{path}", site.base_url);
    let content = site.content;
    let mut nodes = match output {
        Output::Home => vec![website(content, &address), questions(&content.faqs)],
        Output::Article(one) => vec![article(one, &content.brand, &address)],
        Output::Condition(one) => vec![condition(one, &address)],
        Output::Study { study, .. } => vec![trial(&study.brief_title, &head.description, study, &address)],
        Output::Trial(page) => trial_page(page, content, &address),
        _ => Vec::new(),
    };
    if !site.base_url.is_empty() && !head.trail.is_empty() {
        nodes.push(trail(&head.trail, site.base_url, &address));
    }
    (!nodes.is_empty()).then(|| json!({ "@context": "https://schema.org", "@graph": nodes }))
}

fn website(content: &Content, address: &str) -> Value {
    json!({
        "@type": "WebSite",
        "name": content.brand.name,
        "url": address,
        "publisher": publisher(&content.brand),
    })
}

fn publisher(brand: &Brand) -> Value {
    json!({ "@type": "Organization", "name": brand.name, "legalName": brand.legal_name })
}

fn article(article: &Article, brand: &Brand, address: &str) -> Value {
    let front = &article.front;
    json!({
        "@type": "Article",
        "headline": front.title,
        "description": front.description,
        "datePublished": front.published.to_string(),
        "dateModified": front.updated.to_string(),
        "articleSection": front.category,
        "author": { "@type": "Organization", "name": front.author },
        "publisher": publisher(brand),
        "mainEntityOfPage": address,
    })
}

fn condition(condition: &Condition, address: &str) -> Value {
    let front = &condition.front;
    json!({
        "@type": "MedicalWebPage",
        "url": address,
        "description": front.description,
        "about": {
            "@type": "MedicalCondition",
            "name": front.title,
            "alternateName": front.also_called,
        },
    })
}

fn trial_page(page: &TrialPage, content: &Content, address: &str) -> Vec<Value> {
    let front = &page.front;
    let study = content.study(&front.study);
    let trial = study.map(|study| trial(&front.title, &front.description, study, address));
    let faqs = front.faqs.as_ref().and_then(|name| content.trial_faqs.get(name));
    trial.into_iter().chain(faqs.map(|faqs| questions(faqs))).collect()
}

fn trial(name: &str, description: &str, study: &PartnerStudy, address: &str) -> Value {
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

fn questions(faqs: &[Faq]) -> Value {
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
