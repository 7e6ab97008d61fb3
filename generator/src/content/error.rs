//! Errors in content, with hints for editors.

use std::{fmt, io, ops::Range, sync::Arc};

use miette::{Diagnostic, LabeledSpan, SourceCode};
use waypoint_domain::{recruitment_material::Unapproved, study_facts::MaterialHash};

use super::source_excerpt::SourceExcerpt;
use crate::pictures::InvalidPicture;

/// A place in a content file.
#[derive(Debug, Clone)]
pub struct Place(Box<Parts>);

#[derive(Debug, Clone)]
struct Parts {
    file: String,
    text: Arc<str>,
    span: Range<usize>,
    shown: SourceExcerpt,
    line: usize,
    column: usize,
}

impl Place {
    pub(crate) fn new(file: &str, text: &Arc<str>, span: Range<usize>) -> Self {
        let start = text.floor_char_boundary(span.start.min(text.len()));
        let end = text.ceil_char_boundary(span.end.clamp(start, text.len()));
        let before = &text[..start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.matches('\n').count();
        let column = text[line_start..start].chars().count();
        Self(Box::new(Parts {
            file: file.to_owned(),
            text: Arc::clone(text),
            shown: SourceExcerpt::around(file, text, &(start..end), line, column),
            span: start..end,
            line: line + 1,
            column: column + 1,
        }))
    }

    /// The path of the file.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.0.file
    }

    /// The line, starting at 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.0.line
    }

    /// The character in the line, starting at 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.0.column
    }

    /// The text at the place.
    pub(crate) fn source_text(&self) -> &str {
        self.0.text.get(self.0.span.clone()).unwrap_or_default()
    }

    /// The whole line of the place.
    #[must_use]
    pub fn source_line(&self) -> &str {
        self.0.text.lines().nth(self.0.line - 1).unwrap_or_default()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file(), self.0.line, self.0.column)
    }
}

/// A problem with the content.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    /// A file or folder can't be read.
    #[error("can't read {file}: {reason}")]
    Unreadable {
        /// Path of the file or folder.
        file: String,
        /// The system's error.
        reason: io::Error,
    },
    /// A file is larger than any text by an editor.
    #[error("{file} is larger than {most} bytes")]
    TooLarge {
        /// Path of the file.
        file: String,
        /// Maximum size in bytes.
        most: u64,
    },
    /// A file is not UTF-8 text, or contains an invisible character.
    #[error("the file is not plain text in UTF-8")]
    NotText {
        /// The first invalid place.
        place: Place,
    },
    /// A file or folder that is not used.
    #[error("{file} is not used")]
    Stray {
        /// Path of the file or folder.
        file: String,
        /// How to fix it.
        hint: String,
    },
    /// A file can't be shown as a picture.
    #[error("{file} can't be shown: {reason}")]
    InvalidPicture {
        /// Path of the file.
        file: String,
        /// Why it can't be shown.
        reason: InvalidPicture,
    },
    /// A file is not valid TOML or JSON, has an unknown key, or a value of the wrong type.
    #[error("{message}")]
    Malformed {
        /// The problem.
        message: String,
        /// How to fix it, or `None` if the message says so.
        hint: Option<String>,
        /// Place of the problem.
        place: Place,
    },
    /// A page doesn't start with front matter.
    #[error("the page has no front matter")]
    NoFrontMatter {
        /// Where the front matter should start.
        place: Place,
    },
    /// The front matter of a page has no end.
    #[error("the front matter isn't closed")]
    OpenFrontMatter {
        /// Where the front matter starts.
        place: Place,
    },
    /// A study's file is not named after its number.
    #[error("the file for study {number} is named {stem}.toml")]
    Misnamed {
        /// The study's number.
        number: String,
        /// The file name without its extension.
        stem: String,
        /// Place of the number.
        place: Place,
    },
    /// A value that must be unique occurs twice.
    #[error("the {what} '{value}' is used twice, first at {first}")]
    Duplicate {
        /// The kind of value.
        what: &'static str,
        /// The repeated value.
        value: String,
        /// Place of the first occurrence.
        first: Place,
        /// Place of the second occurrence.
        place: Place,
    },
    /// A value refers to something that doesn't exist.
    #[error("there is no {what} named '{value}'")]
    Unknown {
        /// What the value should refer to.
        what: &'static str,
        /// The unknown value.
        value: String,
        /// How to fix it.
        hint: &'static str,
        /// Place of the value.
        place: Place,
    },
    /// A value is invalid.
    #[error("{message}")]
    Unfit {
        /// The problem.
        message: String,
        /// How to fix it.
        hint: &'static str,
        /// Place of the value.
        place: Place,
    },
    /// The pages of a study say something that no ethics board has approved.
    #[error("the recruitment material of study {study} can't be published: {reason}")]
    Unapproved {
        /// The study's number.
        study: String,
        /// Why it isn't approved.
        reason: Box<Unapproved>,
        /// The hash to record after an approval.
        hash: MaterialHash,
        /// Place of the approval's record in the study's file.
        place: Place,
    },
}

impl ContentError {
    /// The place of the problem, or `None` if it is the file as a whole.
    #[must_use]
    pub fn place(&self) -> Option<&Place> {
        match self {
            Self::Unreadable { .. }
            | Self::TooLarge { .. }
            | Self::Stray { .. }
            | Self::InvalidPicture { .. } => None,
            Self::NotText { place }
            | Self::Malformed { place, .. }
            | Self::NoFrontMatter { place }
            | Self::OpenFrontMatter { place }
            | Self::Misnamed { place, .. }
            | Self::Duplicate { place, .. }
            | Self::Unknown { place, .. }
            | Self::Unapproved { place, .. }
            | Self::Unfit { place, .. } => Some(place),
        }
    }

    /// The study whose recruitment material is not approved, if that is the problem.
    #[must_use]
    pub fn unapproved_study(&self) -> Option<&str> {
        match self {
            Self::Unapproved { study, .. } => Some(study),
            _ => None,
        }
    }

    /// Sort key: by file, then from top to bottom.
    pub(super) fn sort_key(&self) -> (String, usize, usize) {
        match self {
            Self::Unreadable { file, .. }
            | Self::TooLarge { file, .. }
            | Self::InvalidPicture { file, .. }
            | Self::Stray { file, .. } => (file.clone(), 0, 0),
            _ => self
                .place()
                .map_or_else(Default::default, |at| (at.file().to_owned(), at.line(), at.column())),
        }
    }

    /// How to fix the problem.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Unreadable { .. } => "check that it exists and that you have permission to read it".into(),
            Self::TooLarge { .. } => "this folder is for texts; keep pictures and videos elsewhere".into(),
            Self::NotText { .. } => {
                "save it as plain text in UTF-8; in a word processor, choose \"Plain Text\" under \"Save As\""
                    .into()
            }
            Self::InvalidPicture { reason, .. } => reason.hint().into(),
            Self::Stray { hint, .. } => hint.clone(),
            Self::Malformed { hint, .. } => return hint.clone(),
            Self::NoFrontMatter { place } => no_front_matter_hint(place.source_line()).into(),
            Self::OpenFrontMatter { .. } => "add a line +++ between the front matter and the text".into(),
            Self::Misnamed { number, .. } => {
                format!("rename the file to {number}.toml, or correct the number")
            }
            Self::Duplicate { .. } => "change or remove one of them".into(),
            Self::Unapproved { hash, .. } => approval_hint(*hash),
            Self::Unknown { hint, .. } | Self::Unfit { hint, .. } => (*hint).into(),
        };
        Some(hint)
    }

    fn label(&self) -> &'static str {
        match self {
            Self::NoFrontMatter { .. } => "+++ expected here",
            Self::OpenFrontMatter { .. } => "starts here",
            Self::Duplicate { .. } => "again here",
            _ => "here",
        }
    }
}

/// What to do about recruitment material with this hash.
#[must_use]
pub fn approval_hint(hash: MaterialHash) -> String {
    format!(
        "have the IRB approve it, then record name, approved_on, and content_sha256 = \"{hash}\" under facts.irb of the study"
    )
}

/// How to fix a file that starts with this line instead of front matter.
fn no_front_matter_hint(first_line: &str) -> &'static str {
    match first_line.trim() {
        "---" => "write +++ instead of ---, and title = \"…\" instead of title: …",
        line if line.contains("++") => "the first line must be three plus signs (+++) and nothing else",
        _ => "start with a line +++, then title = \"…\" and description = \"…\", then another line +++",
    }
}

impl Diagnostic for ContentError {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.hint().map(|hint| Box::new(hint) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.place().map(|place| &place.0.shown as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let place = self.place()?;
        let span = LabeledSpan::new_with_span(Some(self.label().to_owned()), place.0.shown.marked());
        Some(Box::new(std::iter::once(span)))
    }
}
