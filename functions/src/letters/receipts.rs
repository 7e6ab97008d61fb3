//! Receipts in a mail: the study, the local time, and what was agreed to. The values that prove a receipt are at
//! its end.

use jiff::{Timestamp, tz::TimeZone};

use crate::receipt::Receipt;

/// Context for the receipts in a mail.
#[derive(Debug, Clone, Copy)]
pub struct ReceiptContext<'a> {
    /// The study's title. `None` if the study no longer exists.
    pub study: Option<&'a str>,
    /// The participant's time zone, such as `America/New_York`. Times are in UTC if it isn't known.
    pub time_zone: &'a str,
}

/// Formats receipts, one paragraph each.
#[must_use]
pub fn receipts(list: &[Receipt], context: ReceiptContext<'_>) -> String {
    let paragraphs: Vec<String> = list.iter().map(|one| receipt(one, context)).collect();
    paragraphs.join("\n\n")
}

fn receipt(receipt: &Receipt, context: ReceiptContext<'_>) -> String {
    let agreement = &receipt.agreement;
    let document = match agreement.document.as_str() {
        "privacy" => "Privacy notice",
        "records" => "Medical records shared under the privacy notice",
        "messages-stopped" => "Messages stopped, boxes of the sign-up form",
        "introduction" => "Details for the contact of a study",
        "records-withdrawn" => "Medical records taken back, shared under the privacy notice",
        _ => "Boxes of the sign-up form",
    };
    let mut lines = vec![format!("{}. {document}, version {}", receipt.number, agreement.version)];
    lines.extend(context.study.map(|title| format!("Study: {title}")));
    lines.push(format!("When: {}", local_time(&receipt.at, context.time_zone)));
    lines.extend(agreement.labels.iter().cloned());
    if !agreement.channels.is_empty() {
        let channels: Vec<String> = agreement.channels.iter().map(|id| readable_name(id)).collect();
        lines.push(format!("Messages by: {}", channels.join(", ")));
    }
    if let Some(relationship) = &agreement.given_by {
        lines.push(format!("Agreed by: {}", readable_name(relationship)));
    }
    lines.push(format!("Language: {}", readable_name(&agreement.locale)));
    lines.push(format!("Time: {}", receipt.at));
    lines.push(format!("Text: {}", agreement.sha256));
    if !receipt.previous.is_empty() {
        lines.push(format!("Receipt before: {}", receipt.previous));
    }
    lines.push(format!("Receipt: {}", receipt.digest));
    lines.join("\n")
}

/// A time in the given zone, such as `November 22, 2026 at 5:00 AM (America/New_York, UTC-5)`.
pub(crate) fn local_time(at: &str, zone: &str) -> String {
    let Ok(at) = at.parse::<Timestamp>() else { return at.to_owned() };
    let (zone, name) = match TimeZone::get(zone) {
        Ok(found) => (found, Some(zone)),
        Err(_) => (TimeZone::UTC, None),
    };
    let local = at.to_zoned(zone);
    let minutes = local.offset().seconds() / 60;
    let offset = match (minutes / 60, (minutes % 60).abs()) {
        (0, 0) => "UTC".to_owned(),
        (hours, 0) => format!("UTC{hours:+}"),
        (hours, rest) => format!("UTC{hours:+}:{rest:02}"),
    };
    let zone = name.map_or_else(|| offset.clone(), |name| format!("{name}, {offset}"));
    format!("{} ({zone})", local.strftime("%B %-d, %Y at %-I:%M %p"))
}

/// A readable name of a channel, language, or relationship, with the code that the receipt's digest covers.
fn readable_name(code: &str) -> String {
    match code {
        "sms" => "text message (sms)".into(),
        "whatsapp" => "WhatsApp (whatsapp)".into(),
        "app" => "the app (app)".into(),
        "en" => "English (en)".into(),
        "parent" => "a parent (parent)".into(),
        "legal_guardian" => "a legal guardian (legal_guardian)".into(),
        "health_care_proxy" => "a health-care proxy (health_care_proxy)".into(),
        "other" => "another representative (other)".into(),
        other => other.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::receipt::Agreement;

    fn receipt() -> Receipt {
        let agreement = Agreement {
            document: "consent".into(),
            version: "1.0".into(),
            sha256: "ab12".into(),
            locale: "en".into(),
            labels: vec!["Send me news.".into()],
            channels: vec!["sms".into(), "pigeon".into()],
            given_by: Some("parent".into()),
        };
        Receipt {
            number: 1,
            at: "2026-11-22T10:00:00Z".into(),
            agreement,
            previous: String::new(),
            digest: "cd34".into(),
        }
    }

    #[test]
    fn receipt_names_channels_and_language_in_words_with_their_codes() {
        let text = receipts(&[receipt()], ReceiptContext { study: None, time_zone: "" });
        assert!(
            text.contains(
                "\nMessages by: text message (sms), pigeon\nAgreed by: a parent (parent)\nLanguage: English (en)\n"
            ),
            "{text}"
        );
    }

    #[test]
    fn receipt_names_the_study_and_the_local_time_with_its_zone() {
        let table = [
            ("America/New_York", "November 22, 2026 at 5:00 AM (America/New_York, UTC-5)"),
            ("Asia/Ho_Chi_Minh", "November 22, 2026 at 5:00 PM (Asia/Ho_Chi_Minh, UTC+7)"),
            ("America/St_Johns", "November 22, 2026 at 6:30 AM (America/St_Johns, UTC-3:30)"),
            ("Mars/Olympus_Mons", "November 22, 2026 at 10:00 AM (UTC)"),
            ("", "November 22, 2026 at 10:00 AM (UTC)"),
        ];
        for (time_zone, local) in table {
            let text = receipts(&[receipt()], ReceiptContext { study: Some("An Asthma Study"), time_zone });
            let start =
                format!("1. Boxes of the sign-up form, version 1.0\nStudy: An Asthma Study\nWhen: {local}\n");
            assert!(text.starts_with(&start), "{text}");
            assert!(text.contains("\nTime: 2026-11-22T10:00:00Z\nText: ab12\nReceipt: cd34"), "{text}");
        }
    }
}
