//! The scopes of a launch: what this site requests, of what a system says it supports, and what the patient permits.

use serde::{Deserialize, Serialize};
use waypoint_fhir::Kind;

/// The patient's own details, and the medicines that prescriptions refer to.
const PATIENT: &str = "Patient";
const MEDICATION: &str = "Medication";
/// The scopes that identify the person who signs in.
const IDENTITY: [&str; 2] = ["openid", "fhirUser"];
/// What this site needs of a kind: to read one resource, and to search.
const NEEDED: &str = "rs";

/// How much a launch requests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScopeExtent {
    /// Everything that this site can show and the system says it supports.
    #[default]
    All,
    /// What US Core requires systems to support, for a system that refused more.
    Core,
}

/// The scopes that a system says it supports, limited to those that this site may request.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SupportedScopes {
    /// The scopes of kinds. `None` if the system lists none: Epic's list has only those that are independent of kinds.
    kinds: Option<Vec<String>>,
    /// Whether it identifies the person who signs in.
    identity: bool,
}

impl SupportedScopes {
    /// Reads the published list and capabilities.
    pub(super) fn read(listed: Option<&[String]>, capabilities: &[String]) -> Self {
        let Some(listed) = listed.filter(|listed| !listed.is_empty()) else {
            return Self {
                kinds: None,
                identity: capabilities.iter().any(|one| one == "sso-openid-connect"),
            };
        };
        let is_of_a_patient = |scope: &&String| scope.starts_with("patient/");
        let has_kinds = listed.iter().any(|scope| is_of_a_patient(&scope));
        let may_be_requested = |scope: &&String| {
            let parsed = KindScope::parse(scope);
            is_of_a_patient(scope)
                && parsed.is_some_and(|parsed| all_names(ScopeExtent::All).any(|name| parsed.includes(name)))
        };
        let kinds = has_kinds.then(|| listed.iter().filter(may_be_requested).cloned().collect());
        let identity = IDENTITY.iter().all(|wanted| listed.iter().any(|scope| scope == wanted));
        Self { kinds, identity }
    }

    /// Returns the scopes to request: they identify the patient, and read the kinds of records that are shown and the
    /// medicines they refer to. Nothing is written, and nothing is read after the patient has left.
    pub(super) fn requested(&self, knows_version_2: bool, extent: ScopeExtent) -> String {
        let identity = IDENTITY.into_iter().filter(|_| self.identity && extent == ScopeExtent::All);
        let mut scopes: Vec<String> =
            ["launch/patient"].into_iter().chain(identity).map(str::to_owned).collect();
        let kinds = all_names(extent);
        scopes.extend(
            kinds.filter_map(|name| Some(format!("patient/{name}.{}", self.right(name, knows_version_2)?))),
        );
        scopes.join(" ")
    }

    /// Returns the right to request for a kind, or none if the system doesn't support one.
    fn right(&self, name: &str, knows_version_2: bool) -> Option<String> {
        let own = if knows_version_2 { NEEDED } else { "read" };
        let Some(kinds) = &self.kinds else { return Some(own.to_owned()) };
        let listed =
            || kinds.iter().filter_map(|scope| KindScope::parse(scope)).filter(|scope| scope.includes(name));
        let letters: String =
            NEEDED.chars().filter(|letter| listed().any(|scope| scope.right.has_letter(*letter))).collect();
        let version_1 = listed().any(|scope| scope.right == Right::Version1).then(|| "read".to_owned());
        let version_2 = Some(letters).filter(|letters| !letters.is_empty());
        if knows_version_2 { version_2.or(version_1) } else { version_1.or(version_2) }
    }
}

/// Returns the names of all kinds to request.
fn all_names(extent: ScopeExtent) -> impl Iterator<Item = &'static str> {
    let is_core = extent == ScopeExtent::Core;
    let kinds = Kind::ALL.into_iter().filter(move |kind| !is_core || !kind.is_optional()).map(Kind::name);
    [PATIENT].into_iter().chain(kinds).chain([MEDICATION].into_iter().filter(move |_| !is_core))
}

/// How much of a kind the patient permits to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Permission {
    None,
    /// A part narrowed down by a scope: `patient/Condition.rs?category=…`.
    Part,
    Whole,
}

/// Returns what a scope permits for a patient's kind. Searching is enough.
pub(super) fn scope_permission(scope: &str, kind: Kind) -> Permission {
    match KindScope::parse(scope) {
        Some(scope) if scope.includes(kind.name()) && scope.right.permits_search() => {
            if scope.is_part {
                Permission::Part
            } else {
                Permission::Whole
            }
        }
        _ => Permission::None,
    }
}

/// A scope of either version for the patient's resources of a kind: `patient/Condition.read`, `patient/*.rs`, or without
/// `patient/`, which some servers leave out of what they grant.
#[derive(Debug, PartialEq, Eq)]
struct KindScope<'a> {
    /// The kind, or a star.
    kind: &'a str,
    right: Right<'a>,
    is_part: bool,
}

/// What a scope permits.
#[derive(Debug, PartialEq, Eq)]
enum Right<'a> {
    /// `read` or a star.
    Version1,
    /// Some of the letters of `cruds`.
    Version2(&'a str),
}

impl<'a> KindScope<'a> {
    fn parse(scope: &'a str) -> Option<Self> {
        let (kind, right) = scope.strip_prefix("patient/").unwrap_or(scope).split_once('.')?;
        let (right, is_part) = right.split_once('?').map_or((right, false), |(right, _)| (right, true));
        let right = match right {
            "read" | "*" => Right::Version1,
            letters if !letters.is_empty() && letters.chars().all(|letter| "cruds".contains(letter)) => {
                Right::Version2(letters)
            }
            _ => return None,
        };
        Some(Self { kind, right, is_part })
    }

    fn includes(&self, name: &str) -> bool {
        ["*", name].contains(&self.kind)
    }
}

impl Right<'_> {
    fn has_letter(&self, letter: char) -> bool {
        matches!(self, Self::Version2(letters) if letters.contains(letter))
    }

    fn permits_search(&self) -> bool {
        *self == Self::Version1 || self.has_letter('s')
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    /// Returns what is requested for conditions and medicines of a system that lists these scopes.
    fn requested(listed: &[&str], knows_version_2: bool) -> Vec<String> {
        let listed: Vec<String> = listed.iter().map(|scope| (*scope).to_owned()).collect();
        let scopes = SupportedScopes::read(Some(&listed), &[]).requested(knows_version_2, ScopeExtent::All);
        let of_interest = |scope: &&str| {
            scope.starts_with("patient/Condition.") || scope.starts_with("patient/Medication.")
        };
        scopes.split(' ').filter(of_interest).map(str::to_owned).collect()
    }

    #[test]
    fn only_supported_scopes_are_requested() {
        let (version_1, version_2) = (false, true);
        let all = ["patient/Condition.rs", "patient/Medication.rs"];
        let all_version_1 = ["patient/Condition.read", "patient/Medication.read"];
        assert_eq!(requested(&[], version_2), all);
        assert_eq!(requested(&[], version_1), all_version_1);
        assert_eq!(requested(&["launch", "openid", "fhirUser"], version_2), all, "Epic lists no kinds");
        assert_eq!(requested(&["patient/*.rs"], version_2), all);
        assert_eq!(requested(&["patient/*.cruds"], version_2), all);
        assert_eq!(requested(&["patient/*.read"], version_1), all_version_1);
        assert_eq!(requested(&["patient/*.read"], version_2), all_version_1, "version 2 isn't listed");
        assert_eq!(requested(&["patient/*.*", "user/*.*"], version_1), all_version_1);
        assert_eq!(requested(&["patient/*.rs"], version_1), all, "version 1 isn't listed");
        assert_eq!(requested(&["patient/Condition.read", "patient/Condition.rs"], version_2), all[..1]);
        assert_eq!(requested(&["patient/Condition.r", "patient/Condition.s"], version_2), all[..1]);
        assert_eq!(
            requested(&["patient/Medication.r", "user/Condition.rs"], version_2),
            ["patient/Medication.r"]
        );
        assert_eq!(requested(&["patient/Binary.read"], version_1), [""; 0]);
        assert_eq!(requested(&["patient/Condition.write"], version_1), [""; 0]);
    }

    #[test]
    fn identity_is_requested_where_supported_and_core_scopes_leave_out_what_few_systems_support() {
        let read = |listed: Option<&[&str]>, capabilities: &[&str]| {
            let owned = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
            SupportedScopes::read(listed.map(owned).as_deref(), &owned(capabilities))
        };
        let has_identity =
            |scopes: &SupportedScopes| scopes.requested(true, ScopeExtent::All).contains("openid fhirUser");
        assert!(has_identity(&read(Some(&["openid", "fhirUser"]), &[])));
        assert!(!has_identity(&read(Some(&["openid"]), &["sso-openid-connect"])));
        assert!(has_identity(&read(None, &["sso-openid-connect"])));
        assert!(!has_identity(&read(None, &[])));
        let core = read(Some(&["openid", "fhirUser"]), &[]).requested(true, ScopeExtent::Core);
        let core: Vec<&str> = core.split(' ').collect();
        for kind in Kind::ALL {
            let scope = format!("patient/{}.rs", kind.name());
            assert_eq!(core.contains(&scope.as_str()), !kind.is_optional(), "{scope}");
        }
        assert!(core.contains(&"launch/patient") && core.contains(&"patient/Patient.rs"));
        assert!(!core.contains(&"openid") && !core.contains(&"patient/Medication.rs"));
    }
}
