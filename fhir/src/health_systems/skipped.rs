//! Entries of lists that can't be used.

/// An entry that can't be used, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// Its name. May be empty.
    pub name: String,
    /// Its file and its place there: `brands.json, entry 12 (Organization/salem)`.
    pub at: String,
    /// Why it can't be used.
    pub reason: SkipReason,
}

/// Why an entry can't be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SkipReason {
    /// It has no endpoint, or the endpoint is not in the files.
    #[error("it has no endpoint that is in the files")]
    NoEndpoint,
    /// It is part of itself, and none of the parts has an endpoint.
    #[error("it is part of itself, and has no endpoint that is in the files")]
    PartOfItself,
    /// Its endpoint is closed or doesn't support FHIR R4.
    #[error("its endpoint is closed or doesn't support FHIR R4")]
    OtherEndpoint,
    /// The URL of its endpoint is invalid or not encrypted.
    #[error("the URL of its endpoint is invalid or not encrypted")]
    UnsafeAddress,
    /// It has no name.
    #[error("it has no name")]
    Nameless,
    /// It is inactive.
    #[error("it is inactive")]
    Inactive,
    /// It is an endpoint that no organization names.
    #[error("no organization in the files has this endpoint")]
    NoOrganization,
    /// The rest of the bundle is in another page, which is not among the files.
    #[error("its next page is not among the files")]
    NextPageMissing,
}
