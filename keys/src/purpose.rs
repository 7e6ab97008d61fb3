//! Purposes of keys. The keys of two purposes are unrelated. Each purpose is its own type, so that a key can't be used for
//! another purpose.

use std::fmt;

/// How long signatures and fingerprints of a key must be recognized after a rotation (docs/operations.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lifetime {
    /// At most for days. A former key is accepted only during the overlap of a rotation.
    Overlap,
    /// As long as the records that contain them: stored fingerprints and seals, and links that must work for years. Former
    /// keys are accepted as long as the deployment lists their root secret.
    Records,
}

/// A type that represents the purpose of a [`Key`](crate::Key).
pub trait KeyPurpose: fmt::Debug + Clone + Copy + Send + Sync + 'static {
    /// The purpose that the type represents.
    const PURPOSE: Purpose;
}

macro_rules! purposes {
    ($($(#[$doc:meta])* $name:ident: $lifetime:ident,)*) => {
        /// The purpose of a key.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Purpose {
            $($(#[$doc])* $name,)*
        }

        impl Purpose {
            /// All purposes.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// How long signatures and fingerprints of a key of this purpose must be recognized.
            #[must_use]
            pub const fn lifetime(self) -> Lifetime {
                match self {
                    $(Self::$name => Lifetime::$lifetime,)*
                }
            }
        }

        $(
            $(#[$doc])*
            #[derive(Debug, Clone, Copy)]
            pub struct $name;

            impl KeyPurpose for $name {
                const PURPOSE: Purpose = Purpose::$name;
            }
        )*
    };
}

// The names are part of the key derivation (`root.rs`), so they must never change.
purposes! {
    /// Signing captcha challenges.
    CaptchaChallenge: Overlap,
    /// Signing captcha solutions.
    CaptchaSolution: Overlap,
    /// Recognizing an email address in a study.
    EmailGuard: Records,
    /// Counting requests of a network address.
    RateLimit: Overlap,
    /// Recognizing a form that is sent again.
    FormFingerprint: Overlap,
    /// Recognizing repeated subscriptions of an address to the same news.
    NewsGuard: Records,
    /// Links that confirm a subscription to news.
    ConfirmNews: Overlap,
    /// Links that stop news.
    StopNews: Records,
    /// Links that stop the messages of a channel about a sign-up.
    StopMessages: Records,
    /// Links that confirm what to send to a study's contact.
    ConfirmIntroduction: Overlap,
    /// Links that erase what a person sent to a study's contact.
    EraseIntroduction: Records,
    /// Recognizing an address that sends its details to the same study again.
    IntroductionGuard: Records,
    /// Sealing the entries of audit logs.
    AuditTrail: Records,
    /// Ids of messages to the study team's portal.
    NoticeId: Overlap,
    /// Links that confirm an erasure request.
    ConfirmDeletion: Overlap,
    /// Links that lead back to a sign-up.
    Return: Overlap,
    /// Links that withdraw shared records.
    TakeRecordsBack: Records,
    /// Records of erasures.
    Erasure: Records,
    /// Counting the emails that a person with a participant's details triggers.
    DeletionMail: Overlap,
    /// Counting the emails of a kind to an address.
    MailCount: Overlap,
    /// Message ids, which let mail systems recognize a repeated email.
    MailId: Overlap,
    /// Binding the id of a chat to a browser session.
    ChatBinding: Overlap,
}

impl Purpose {
    /// The name in snake case, such as `confirm_news`.
    #[must_use]
    pub fn name(self) -> String {
        let mut words = String::new();
        for letter in format!("{self:?}").chars() {
            if letter.is_ascii_uppercase() && !words.is_empty() {
                words.push('_');
            }
            words.push(letter.to_ascii_lowercase());
        }
        words
    }

    /// The environment variable that holds the key, such as `WAYPOINT_KEY_CONFIRM_NEWS`.
    #[must_use]
    pub fn variable(self) -> String {
        format!("{VARIABLE}{}", self.name().to_uppercase())
    }

    /// The parameter of `template.yaml` that holds the key, such as `KeyConfirmNews`.
    #[must_use]
    pub fn parameter(self) -> String {
        format!("Key{self:?}")
    }

    /// Returns the purpose of an environment variable.
    #[must_use]
    pub fn from_variable(variable: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|purpose| purpose.variable() == variable)
    }
}

/// The prefix of all environment variables that hold keys.
pub const VARIABLE: &str = "WAYPOINT_KEY_";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variable_and_parameter_are_named_after_the_purpose() {
        assert_eq!(Purpose::ConfirmNews.variable(), "WAYPOINT_KEY_CONFIRM_NEWS");
        assert_eq!(Purpose::ConfirmNews.parameter(), "KeyConfirmNews");
        for purpose in Purpose::ALL {
            assert_eq!(Purpose::from_variable(&purpose.variable()), Some(*purpose));
        }
        assert_eq!(Purpose::from_variable("WAYPOINT_KEY_OTHER"), None);
    }
}
