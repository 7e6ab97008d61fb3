//! Mail over SMTP. Connections use TLS, except to a server on this machine.

use std::{fmt, sync::Arc, time::Duration};

use lettre::{
    Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{
        Mailbox,
        header::{ContentType, HeaderName, HeaderValue},
    },
    transport::smtp::{
        authentication::Credentials,
        client::{Tls, TlsParameters},
    },
};
use reqwest::Url;
use waypoint_domain::{delivery::Failure, participant::Email, personal::Personal};

/// The timeout of each step of sending a mail.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The timeout of sending a mail.
pub const SEND_TIMEOUT: Duration = Duration::from_secs(30);

/// How mails are sent.
#[derive(Debug, Clone, Default)]
pub enum MailService {
    /// No server is configured. Messages wait in the outbox.
    #[default]
    Off,
    /// A mail server.
    Smtp(Arc<SmtpService>),
}

/// A mail server, the sender, and the site that links point to.
#[derive(Clone)]
pub struct SmtpService {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    site: String,
}

/// A mail in plain text.
#[derive(Debug, Clone)]
pub struct Mail {
    /// The recipient.
    pub to: Personal<Email>,
    /// Where answers go, if not to the sender.
    pub reply_to: Option<Personal<Email>>,
    /// The subject. Phones show it on their lock screens, so it reveals nothing about health.
    pub subject: String,
    pub text: Personal<String>,
    /// The address to which mail services send a one-click request to stop such mails (RFC 8058). It is the same as that of the
    /// link in the text.
    pub one_click_stop: Option<Personal<String>>,
    /// An id that is the same each time the message is sent.
    pub name: String,
}

/// Why the mail configuration is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidMailService {
    /// The address is not one of a mail server.
    #[error(
        "WAYPOINT_MAIL must be smtps://USER:PASSWORD@HOST or smtp://USER:PASSWORD@HOST, with an optional port"
    )]
    Address,
    /// The sender is not a mail address.
    #[error("WAYPOINT_MAIL_FROM must be a mail address, such as Waypoint <news@waypoint.example>")]
    From,
    /// TLS can't be set up.
    #[error("the system's certificates can't be read, so no mail server can be trusted")]
    Certificates,
}

/// Why a mail was not accepted. Contains nothing from the mail or the server's response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MailFailure {
    /// No answer in time, or a broken connection.
    #[error(
        "the mail server can't be reached or does not answer in time; check WAYPOINT_MAIL and the network"
    )]
    Unreachable,
    /// The server asks to try again later.
    #[error("the mail server can't accept the mail now ({0})")]
    Busy(u16),
    /// The server will never accept it.
    #[error("the mail server rejected the mail ({0})")]
    Refused(u16),
    /// The address can't receive mail.
    #[error("the address can't receive mail")]
    Address,
}

impl MailFailure {
    /// Returns whether a retry may help.
    #[must_use]
    pub fn kind(self) -> Failure {
        match self {
            Self::Unreachable | Self::Busy(_) => Failure::Transient,
            Self::Refused(_) | Self::Address => Failure::Permanent,
        }
    }
}

impl SmtpService {
    /// Creates a client of a server such as `smtps://user:password@mail.example`, for mail from `from` with links to
    /// `site`.
    pub fn new(address: &str, from: &str, site: &str) -> Result<Self, InvalidMailService> {
        let url = Url::parse(address).map_err(|_| InvalidMailService::Address)?;
        let host = url.host_str().ok_or(InvalidMailService::Address)?;
        let tls = || TlsParameters::new(host.to_owned()).map_err(|_| InvalidMailService::Certificates);
        let is_local = host == "localhost" || host.starts_with("127.") || host == "[::1]";
        let (tls, port) = match url.scheme() {
            "smtps" => (Tls::Wrapper(tls()?), 465),
            "smtp" if is_local => (Tls::None, 25),
            "smtp" => (Tls::Required(tls()?), 587),
            _ => return Err(InvalidMailService::Address),
        };
        let mut transport = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)
            .port(url.port().unwrap_or(port))
            .tls(tls)
            .timeout(Some(TIMEOUT));
        if let Some(password) = url.password() {
            let plain = |text| percent_decoded(text).ok_or(InvalidMailService::Address);
            transport = transport.credentials(Credentials::new(plain(url.username())?, plain(password)?));
        }
        let from = from.parse().map_err(|_| InvalidMailService::From)?;
        Ok(Self { transport: transport.build(), from, site: site.trim_end_matches('/').to_owned() })
    }

    /// Returns the sender's name, or the site's host when the sender has no name.
    #[must_use]
    pub fn brand(&self) -> &str {
        let host = || self.site.split_once("://").map_or(self.site.as_str(), |(_, host)| host);
        self.from.name.as_deref().unwrap_or_else(host)
    }

    /// Returns the URL of the site without a trailing slash.
    #[must_use]
    pub fn site(&self) -> &str {
        &self.site
    }

    /// Sends a mail. If the response is lost, an accepted mail may be sent again.
    pub async fn send(&self, mail: &Mail) -> Result<(), MailFailure> {
        let message = self.message(mail)?;
        match tokio::time::timeout(SEND_TIMEOUT, self.transport.send(message)).await {
            Err(_) => Err(MailFailure::Unreachable),
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(match (error.status().map(u16::from), error.is_permanent()) {
                (Some(code), true) => MailFailure::Refused(code),
                (Some(code), false) => MailFailure::Busy(code),
                (None, _) => MailFailure::Unreachable,
            }),
        }
    }

    fn message(&self, mail: &Mail) -> Result<Message, MailFailure> {
        let address = |_| MailFailure::Address;
        let to: Address = mail.to.reveal().as_str().parse().map_err(address)?;
        let domain = self.from.email.domain();
        let by_mail = format!("<mailto:{}?subject=Stop%20the%20News>", self.from.email);
        // The values are ASCII. An address must not be encoded or folded.
        let raw = |name, value: String| {
            HeaderValue::dangerous_new_pre_encoded(HeaderName::new_from_ascii_str(name), value.clone(), value)
        };
        let mut builder = Message::builder().from(self.from.clone()).to(Mailbox::new(None, to));
        if let Some(reply_to) = &mail.reply_to {
            let reply_to: Address = reply_to.reveal().as_str().parse().map_err(address)?;
            builder = builder.reply_to(Mailbox::new(None, reply_to));
        }
        let mut message = builder
            .subject(mail.subject.clone())
            .message_id(Some(format!("<{}@{domain}>", mail.name)))
            .header(ContentType::TEXT_PLAIN)
            .body(mail.text.reveal().clone())
            .map_err(|_| MailFailure::Address)?;
        let headers = message.headers_mut();
        match &mail.one_click_stop {
            Some(address) => {
                headers.insert_raw(raw("List-Unsubscribe", format!("<{}>, {by_mail}", address.reveal())));
                headers.insert_raw(raw("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
            }
            None => headers.insert_raw(raw("List-Unsubscribe", by_mail)),
        }
        // Prevents automatic replies.
        headers.insert_raw(raw("Auto-Submitted", "auto-generated".to_owned()));
        Ok(message)
    }
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first == b'%' {
            let (digits, after) = rest.split_at_checked(2)?;
            bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
            rest = after;
        } else {
            bytes.push(*first);
        }
    }
    String::from_utf8(bytes).ok()
}

impl fmt::Debug for SmtpService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SmtpService").field("site", &self.site).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FROM: &str = "Waypoint <news@waypoint.example>";

    #[test]
    fn only_a_local_mail_server_is_used_without_tls() {
        let shown = |address| {
            SmtpService::new(address, FROM, "https://waypoint.example").map(|service| format!("{service:?}"))
        };
        for good in [
            "smtps://user:p%40ss@mail.example",
            "smtp://user:secret@mail.example:2587",
            "smtp://127.0.0.1:2525",
        ] {
            let shown = shown(good).unwrap();
            assert!(!shown.contains("secret") && !shown.contains("p@ss"), "{shown}");
        }
        for bad in ["", "mail.example", "http://mail.example", "smtp:", "smtps://user:%zz@mail.example"] {
            assert_eq!(shown(bad), Err(InvalidMailService::Address), "{bad}");
        }
        assert_eq!(
            SmtpService::new("smtp://127.0.0.1", "nobody", "https://waypoint.example").map(|_| ()),
            Err(InvalidMailService::From)
        );
    }

    #[test]
    fn mail_has_unsubscribe_header_and_stable_message_id() {
        let service = SmtpService::new("smtp://127.0.0.1:2525", FROM, "https://waypoint.example/").unwrap();
        let mail = Mail {
            to: Personal::new("maria@example.org".parse().unwrap()),
            reply_to: None,
            subject: "News".into(),
            text: Personal::new("Hello".into()),
            one_click_stop: None,
            name: "abc".into(),
        };
        let text = String::from_utf8(service.message(&mail).unwrap().formatted()).unwrap();
        assert!(text.contains("Message-ID: <abc@waypoint.example>"), "{text}");
        assert!(
            text.contains("List-Unsubscribe: <mailto:news@waypoint.example?subject=Stop%20the%20News>"),
            "{text}"
        );
        assert!(text.contains("Auto-Submitted: auto-generated"), "{text}");
        assert!(!text.contains("List-Unsubscribe-Post"), "{text}");
        let address = format!("https://waypoint.example/backend/notify/stop?token={}", "0a".repeat(48));
        let with_link = Mail { one_click_stop: Some(Personal::new(address.clone())), ..mail.clone() };
        let text = String::from_utf8(service.message(&with_link).unwrap().formatted()).unwrap();
        let header = format!(
            "List-Unsubscribe: <{address}>, <mailto:news@waypoint.example?subject=Stop%20the%20News>\r\n"
        );
        assert!(text.contains(&header), "{text}");
        assert!(text.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"), "{text}");
        assert!(!format!("{with_link:?}").contains("token"));
        assert!(!format!("{mail:?}").contains("maria"));
        assert_eq!(service.site(), "https://waypoint.example");
    }

    #[test]
    fn answers_go_to_the_address_of_the_person_if_there_is_one() {
        let service = SmtpService::new("smtp://127.0.0.1:2525", FROM, "https://waypoint.example/").unwrap();
        let mail = Mail {
            to: Personal::new("lee@example.org".parse().unwrap()),
            reply_to: Some(Personal::new("maria@example.org".parse().unwrap())),
            subject: "Someone asks".into(),
            text: Personal::new("Hello".into()),
            one_click_stop: None,
            name: "abc".into(),
        };
        let text = |mail| String::from_utf8(service.message(mail).unwrap().formatted()).unwrap();
        assert!(text(&mail).contains("Reply-To: maria@example.org\r\n"), "{}", text(&mail));
        assert!(!text(&Mail { reply_to: None, ..mail.clone() }).contains("Reply-To"));
    }
}
