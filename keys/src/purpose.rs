//! What keys are for. Keys of two purposes are unrelated, and each purpose is a type of its own, so that a key can't be
//! used for another purpose.

use std::fmt;

/// How long what a key made must be recognized, which decides what a rotation does (docs/operations.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lifetime {
    /// Days at most. A former key is accepted during the overlap of a rotation alone.
    Overlap,
    /// As long as the records that hold it: fingerprints and seals that are stored, and links that must work for years.
    /// Former keys are accepted as long as the deployment names their root secret.
    Records,
}

/// The type of a purpose: which purpose a [`Key`](crate::Key) is for.
pub trait Of: fmt::Debug + Clone + Copy + Send + Sync + 'static {
    /// The purpose.
    const PURPOSE: Purpose;
}

macro_rules! purposes {
    ($($(#[$doc:meta])* $name:ident: $lifetime:ident,)*) => {
        /// What a key is for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Purpose {
            $($(#[$doc])* $name,)*
        }

        impl Purpose {
            /// Every purpose.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// How long what a key of this purpose made must be recognized.
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

            impl Of for $name {
                const PURPOSE: Purpose = Purpose::$name;
            }
        )*
    };
}

// The names are part of the derivation (`root.rs`), and so of everything that was ever made: they never change.
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
    /// Recognizing that an address asks for the same news again.
    NewsGuard: Records,
    /// Links that confirm a subscription to news.
    ConfirmNews: Overlap,
    /// Links that stop news.
    StopNews: Records,
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
    /// Counting the mails that a person causes who knows a participant's details.
    DeletionMail: Overlap,
    /// Counting the mails of a kind to an address.
    MailCount: Overlap,
    /// Ids of mails, by which a mail system recognizes a repeated one.
    MailId: Overlap,
    /// Binding the id of a chat to a browser session.
    ChatBinding: Overlap,
}

impl Purpose {
    /// The name in words of lower case, such as `confirm_news`.
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

    /// The variable of a function's environment that holds the key, such as `WAYPOINT_KEY_CONFIRM_NEWS`.
    #[must_use]
    pub fn variable(self) -> String {
        format!("{VARIABLE}{}", self.name().to_uppercase())
    }

    /// The parameter of `template.yaml` that holds the key, such as `KeyConfirmNews`.
    #[must_use]
    pub fn parameter(self) -> String {
        format!("Key{self:?}")
    }

    /// The purpose of a variable of a function's environment.
    #[must_use]
    pub fn of_variable(variable: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|purpose| purpose.variable() == variable)
    }
}

/// Every variable that holds a key begins with this.
pub const VARIABLE: &str = "WAYPOINT_KEY_";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_purpose_has_a_variable_and_a_parameter_named_after_it() {
        assert_eq!(Purpose::ConfirmNews.variable(), "WAYPOINT_KEY_CONFIRM_NEWS");
        assert_eq!(Purpose::ConfirmNews.parameter(), "KeyConfirmNews");
        for purpose in Purpose::ALL {
            assert_eq!(Purpose::of_variable(&purpose.variable()), Some(*purpose));
        }
        assert_eq!(Purpose::of_variable("WAYPOINT_KEY_OTHER"), None);
    }
}
