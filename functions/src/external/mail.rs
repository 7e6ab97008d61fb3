//! Mail, by SMTP. Credentials go over TLS alone, and nothing but a server of this machine is spoken to without it.

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

/// How long each step of handing a mail over may take.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long all of them together may take.
pub const LONGEST: Duration = Duration::from_secs(30);

/// Who carries mail.
#[derive(Debug, Clone, Default)]
pub enum MailService {
    /// Nobody: no server is set. Messages wait.
    #[default]
    Off,
    /// A mail server.
    Smtp(Arc<SmtpService>),
}

/// A mail server, from whom mail comes, and the site that its links lead to.
#[derive(Clone)]
pub struct SmtpService {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    site: String,
}

/// A mail in plain text.
#[derive(Debug, Clone)]
pub struct Mail {
    /// Where it goes.
    pub to: Personal<Email>,
    /// What a phone's locked screen shows: nothing about anybody's health.
    pub subject: String,
    /// The text.
    pub text: Personal<String>,
    /// A name that is the same for each sending of one message.
    pub name: String,
}

/// Why no mail can be sent at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidMailService {
    /// Not the address of a mail server.
    #[error(
        "WAYPOINT_MAIL must be smtps://USER:PASSWORD@HOST or smtp://USER:PASSWORD@HOST, with a port if need be"
    )]
    Address,
    /// Not a mail address.
    #[error("WAYPOINT_MAIL_FROM must be a mail address, such as Waypoint <news@waypoint.example>")]
    From,
    /// TLS can't be had.
    #[error("the system's certificates can't be read, so no mail server can be trusted")]
    Certificates,
}

/// Why a mail was not taken. Carries nothing of the mail, nor of what the server said about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MailFailure {
    /// No answer in time, or a connection that broke.
    #[error(
        "the mail server can't be reached, or does not answer in time; check WAYPOINT_MAIL and the network"
    )]
    Unreachable,
    /// The server asks to come back later.
    #[error("the mail server can't take the mail now ({0})")]
    Busy(u16),
    /// The server will never take it.
    #[error("the mail server refuses the mail ({0})")]
    Refused(u16),
    /// The address is none that mail can go to.
    #[error("the address can't be written to")]
    Address,
}

impl MailFailure {
    /// Whether another try may help.
    #[must_use]
    pub fn kind(self) -> Failure {
        match self {
            Self::Unreachable | Self::Busy(_) => Failure::Passing,
            Self::Refused(_) | Self::Address => Failure::Final,
        }
    }
}

impl SmtpService {
    /// The server of an address such as `smtps://user:password@mail.example`, for mail from `from` with links to `site`.
    pub fn new(address: &str, from: &str, site: &str) -> Result<Self, InvalidMailService> {
        let url = Url::parse(address).map_err(|_| InvalidMailService::Address)?;
        let host = url.host_str().ok_or(InvalidMailService::Address)?;
        let tls = || TlsParameters::new(host.to_owned()).map_err(|_| InvalidMailService::Certificates);
        let is_here = host == "localhost" || host.starts_with("127.") || host == "[::1]";
        let (tls, port) = match url.scheme() {
            "smtps" => (Tls::Wrapper(tls()?), 465),
            "smtp" if is_here => (Tls::None, 25),
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

    /// The name that mail comes from; the host of the site when the address comes without a name.
    #[must_use]
    pub fn brand(&self) -> &str {
        let host = || self.site.split_once("://").map_or(self.site.as_str(), |(_, host)| host);
        self.from.name.as_deref().unwrap_or_else(host)
    }

    /// The address of the site, without a slash at its end.
    #[must_use]
    pub fn site(&self) -> &str {
        &self.site
    }

    /// Hands a mail over. One that was taken may come twice when the answer is lost.
    pub async fn send(&self, mail: &Mail) -> Result<(), MailFailure> {
        let message = self.message(mail)?;
        match tokio::time::timeout(LONGEST, self.transport.send(message)).await {
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
        let stop = format!("<mailto:{}?subject=Stop%20the%20News>", self.from.email);
        let raw = |name, value| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(mail.subject.clone())
            .message_id(Some(format!("<{}@{domain}>", mail.name)))
            .header(ContentType::TEXT_PLAIN)
            .body(mail.text.reveal().clone())
            .map_err(|_| MailFailure::Address)?;
        let headers = message.headers_mut();
        headers.insert_raw(raw("List-Unsubscribe", stop));
        // So that nobody's absence note answers it.
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
    fn a_server_is_spoken_to_without_tls_on_this_machine_alone() {
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
    fn a_mail_can_be_stopped_and_has_the_same_name_each_time() {
        let service = SmtpService::new("smtp://127.0.0.1:2525", FROM, "https://waypoint.example/").unwrap();
        let mail = Mail {
            to: Personal::new("maria@example.org".parse().unwrap()),
            subject: "News".into(),
            text: Personal::new("Hello".into()),
            name: "abc".into(),
        };
        let text = String::from_utf8(service.message(&mail).unwrap().formatted()).unwrap();
        assert!(text.contains("Message-ID: <abc@waypoint.example>"), "{text}");
        assert!(
            text.contains("List-Unsubscribe: <mailto:news@waypoint.example?subject=Stop%20the%20News>"),
            "{text}"
        );
        assert!(text.contains("Auto-Submitted: auto-generated"), "{text}");
        assert!(!format!("{mail:?}").contains("maria"));
        assert_eq!(service.site(), "https://waypoint.example");
    }
}
