//! Parses a mail: its headers, and its text in any encoding that our client uses.

use base64::{Engine, engine::general_purpose::STANDARD};

/// A mail that the server received, parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedMail {
    /// Address of the recipient.
    pub to: String,
    pub subject: String,
    /// Message id, the same for every attempt to send one message.
    pub name: String,
    /// Raw headers.
    pub headers: String,
    /// Decoded text.
    pub text: String,
}

impl ReceivedMail {
    /// Parses a mail to an address.
    #[must_use]
    pub fn read(to: &str, mail: &str) -> Self {
        let (headers, body) = mail.split_once("\r\n\r\n").unwrap_or((mail, ""));
        let header = |name: &str| {
            let unfolded = headers.replace("\r\n ", " ");
            let value = unfolded.lines().find_map(|line| {
                let (found, value) = line.split_once(':')?;
                found.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
            });
            value.unwrap_or_default()
        };
        let text = match header("Content-Transfer-Encoding").to_ascii_lowercase().as_str() {
            "quoted-printable" => from_quoted_printable(body),
            "base64" => {
                let letters: String = body.split_whitespace().collect();
                String::from_utf8_lossy(&STANDARD.decode(letters).unwrap_or_default()).into_owned()
            }
            _ => body.to_owned(),
        };
        Self {
            to: to.to_owned(),
            subject: header("Subject"),
            name: header("Message-ID"),
            headers: headers.to_owned(),
            text: text.replace("\r\n", "\n"),
        }
    }

    /// Returns the token after `#word=` in the first link that has one.
    #[must_use]
    pub fn token(&self, word: &str) -> Option<&str> {
        let (_, rest) = self.text.split_once(&format!("#{word}="))?;
        rest.split_whitespace().next()
    }
}

fn from_quoted_printable(body: &str) -> String {
    let joined = body.replace("=\r\n", "");
    let mut bytes = Vec::with_capacity(joined.len());
    let mut rest = joined.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let coded = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = coded.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(|_| *first == b'=');
        rest = if byte.is_some() { &after[2..] } else { after };
        bytes.push(byte.unwrap_or(*first));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_is_read_in_every_encoding() {
        let mail = |encoding: &str, body: &str| {
            let text = format!(
                "Subject: News\r\nMessage-ID: <a@b>\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n{body}\r\n"
            );
            ReceivedMail::read("a@example.org", &text)
        };
        for (encoding, body) in [
            ("7bit", "At https://a.example/notify#stop=12ab now"),
            ("quoted-printable", "At https://a.example/notify#stop=3D12a=\r\nb now"),
            ("base64", &STANDARD.encode("At https://a.example/notify#stop=12ab now")),
        ] {
            let mail = mail(encoding, body);
            assert_eq!((mail.subject.as_str(), mail.name.as_str()), ("News", "<a@b>"));
            assert_eq!(mail.token("stop"), Some("12ab"), "{encoding}: {mail:?}");
            assert_eq!(mail.token("confirm"), None);
        }
        assert_eq!(mail("quoted-printable", "caf=C3=A9 =zz").text, "café =zz\n");
    }
}
