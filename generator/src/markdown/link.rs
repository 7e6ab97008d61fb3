//! Parts of a text that the content checks inspect.

use std::ops::Range;

/// A part of a text that the checks inspect: a link, a picture, or something that can't be rendered as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    /// The address of the link or picture; empty for other kinds.
    pub(crate) target: String,
    /// Byte range in the Markdown source.
    pub(crate) span: Range<usize>,
    /// The kind of part.
    pub(crate) kind: LinkKind,
}

/// Kinds of parts that the checks inspect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinkKind {
    Link,
    /// A picture that is shown.
    Picture,
    /// A picture that can't be shown.
    HiddenPicture(HiddenReason),
    /// The start of a link that is rendered as plain text.
    Unfinished,
    /// HTML, which is dropped.
    Html,
    /// A heading with the level of the page's title.
    TopHeading,
    /// A heading without text.
    EmptyHeading,
    /// A heading that skips a level.
    DeepHeading,
    /// A link without text.
    EmptyLink,
    /// A reference link whose reference is undefined.
    Unnamed,
}

/// Why a picture can't be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HiddenReason {
    /// No picture has this name.
    Unknown,
    /// It is not in a paragraph of its own.
    Inline,
    /// It has no alternative text.
    MissingAltText,
}
