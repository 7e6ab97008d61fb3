//! Local pages that show the received mails. Only the local server has them.

use axum::{
    Router,
    extract::{Path, State},
    http::StatusCode,
    response::Response,
    routing::get,
};

use super::{Mailbox, ReceivedMail};
use crate::{
    local_page::{escaped, page},
    portal,
};

/// Path of the list.
pub const PATH: &str = "/_local/outbox";

/// Routes of the list of mails and of each mail.
pub fn router(mailbox: Mailbox) -> Router {
    Router::new().route(PATH, get(list)).route(&format!("{PATH}/{{number}}"), get(mail)).with_state(mailbox)
}

async fn list(State(mailbox): State<Mailbox>) -> Response {
    let entries: Vec<String> = mailbox
        .mails()
        .iter()
        .rev()
        .map(|(number, mail)| {
            format!(
                "<li><a href=\"{PATH}/{number}\">{}</a>, to {}</li>",
                escaped(&mail.subject),
                escaped(&mail.to)
            )
        })
        .collect();
    let body = if entries.is_empty() {
        "<p>No mail was sent since this server started.</p>".to_owned()
    } else {
        format!("<ol>\n{}\n</ol>", entries.join("\n"))
    };
    let portal = portal::pages::PATH;
    let body = format!("{body}\n<p><a href=\"{portal}\">What the study team’s portal has</a></p>");
    page(StatusCode::OK, "Mails of This Machine", &body)
}

async fn mail(State(mailbox): State<Mailbox>, Path(number): Path<usize>) -> Response {
    let Some((_, mail)) = mailbox.mails().into_iter().find(|(found, _)| *found == number) else {
        return page(StatusCode::NOT_FOUND, "No Such Mail", &back());
    };
    let ReceivedMail { to, subject, text, .. } = &mail;
    let paragraphs: Vec<String> = text
        .trim()
        .split("\n\n")
        .map(|paragraph| {
            let lines: Vec<_> = paragraph.lines().map(with_links).collect();
            format!("<p>{}</p>", lines.join("<br>\n"))
        })
        .collect();
    let body = format!("<p>To {}</p>\n<hr>\n{}\n<hr>\n{}", escaped(to), paragraphs.join("\n"), back());
    page(StatusCode::OK, subject, &body)
}

fn back() -> String {
    format!("<p><a href=\"{PATH}\">All mails</a></p>")
}

/// Returns a line of a mail as HTML with links. Long addresses may wrap anywhere.
fn with_links(line: &str) -> String {
    let words = line.split(' ').map(|word| {
        // A sentence may end with an address.
        let (word, end) = word.strip_suffix('.').map_or((word, ""), |address| (address, "."));
        let shown = escaped(word);
        if word.starts_with("http://") || word.starts_with("https://") {
            let chunks: Vec<String> = word
                .chars()
                .collect::<Vec<_>>()
                .chunks(16)
                .map(|part| escaped(&part.iter().collect::<String>()))
                .collect();
            format!("<a href=\"{shown}\">{}</a>{end}", chunks.join("<wbr>"))
        } else {
            shown + end
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_has_links_and_escaped_text() {
        assert_eq!(
            with_links("See https://a.example/n#a=1 <b>"),
            "See <a href=\"https://a.example/n#a=1\">https://a.exampl<wbr>e/n#a=1</a> &lt;b&gt;"
        );
        assert_eq!(
            with_links("Go to http://a.example."),
            "Go to <a href=\"http://a.example\">http://a.example</a>."
        );
        assert_eq!(with_links("javascript:1 \"x\""), "javascript:1 &quot;x&quot;");
    }
}
