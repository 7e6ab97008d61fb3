//! The health systems of organizations, which patients know by their names, portals, and places.

use std::collections::{HashMap, HashSet};

use waypoint_domain::health_system::{HealthSystem, SystemPlace};

use super::{
    derived_id::derived_id,
    endpoints::addresses,
    entries::Entries,
    organizations::{Organization, Organizations},
    skipped::{SkipReason, Skipped},
};

/// A system, or the entry that can't be used.
pub(super) type FoundSystem = Result<HealthSystem, Skipped>;

/// A system in the making: the organization whose endpoint it is, and those that use it.
struct Draft {
    owner: usize,
    base: String,
    users: Vec<usize>,
}

/// Returns the systems of all organizations. An organization without an endpoint of its own uses that of the nearest
/// organization which it is part of.
pub(super) fn systems(entries: &Entries, organizations: &Organizations) -> Vec<FoundSystem> {
    let mut drafts: Vec<Draft> = Vec::new();
    let mut by_base: HashMap<(usize, String), usize> = HashMap::new();
    let mut skipped = Vec::new();
    let mut named_by_others = HashSet::new();
    for (at, organization) in organizations.all.iter().enumerate() {
        let uses =
            if organization.is_active { uses_of(organizations, at) } else { Err(SkipReason::Inactive) };
        match uses {
            Err(reason) => skipped.push((at, reason)),
            Ok(uses) => {
                named_by_others.extend(organizations.wholes_of(at).0);
                for (owner, base) in uses {
                    let draft = *by_base.entry((owner, base.clone())).or_insert_with(|| {
                        drafts.push(Draft { owner, base, users: Vec::new() });
                        drafts.len() - 1
                    });
                    drafts[draft].users.push(at);
                }
            }
        }
    }
    // The name of an organization without an endpoint isn't lost if a part of it has one.
    skipped.retain(|(at, reason)| *reason != SkipReason::NoEndpoint || !named_by_others.contains(at));
    let mut used_ids = HashSet::new();
    let made = drafts.iter().map(|draft| {
        let is_first = used_ids.insert(draft.owner);
        let at = entries.all[organizations.all[draft.owner].entry].at.clone();
        system(organizations, draft, is_first).ok_or(Skipped {
            name: String::new(),
            at,
            reason: SkipReason::Nameless,
        })
    });
    let left_out = skipped.into_iter().map(|(at, reason)| {
        let organization = &organizations.all[at];
        let place = entries.all[organization.entry].at.clone();
        Err(Skipped { name: organization.name().unwrap_or_default(), at: place, reason })
    });
    made.chain(left_out).collect()
}

/// Returns the base URLs that an organization uses, each with the organization whose it is: the largest whole with it.
fn uses_of(organizations: &Organizations, at: usize) -> Result<Vec<(usize, String)>, SkipReason> {
    let (wholes, is_circle) = organizations.wholes_of(at);
    let bases = |at: usize| organizations.all[at].bases.as_ref();
    let chain = || std::iter::once(at).chain(wholes.iter().copied());
    let Some(own) = chain().find_map(|at| bases(at).ok()) else {
        let reason = bases(at).err().copied().unwrap_or(SkipReason::NoEndpoint);
        let is_lost = is_circle && reason == SkipReason::NoEndpoint;
        return Err(if is_lost { SkipReason::PartOfItself } else { reason });
    };
    let has = |at: &usize, base: &String| bases(*at).is_ok_and(|known| known.contains(base));
    let owner = |base: &String| chain().rfind(|at| has(at, base)).unwrap_or(at);
    Ok(own.iter().map(|base| (owner(base), base.clone())).collect())
}

fn system(organizations: &Organizations, draft: &Draft, is_first: bool) -> Option<HealthSystem> {
    let owner = &organizations.all[draft.owner];
    let name = owner.name()?;
    let mut also_called = other_names(owner, &name);
    // A larger organization with an endpoint of its own is a name of this system, too.
    for whole in organizations.wholes_of(draft.owner).0 {
        also_called.extend(all_names(&organizations.all[whole]));
    }
    let users = draft.users.iter().map(|user| &organizations.all[*user]);
    let places: Vec<SystemPlace> = users.flat_map(|user| places_of(user, owner, &draft.base)).collect();
    let zip = places.first().map(|place| place.zip.as_str()).unwrap_or_default();
    let own_id = owner.resource.id().filter(|_| is_first).and_then(|id| id.parse().ok());
    let id = own_id.or_else(|| derived_id([&name, zip, &draft.base]).parse().ok())?;
    also_called.retain(|other| *other != name);
    let portals = owner.portals_to(&draft.base);
    Some(HealthSystem { id, name, also_called, portals, base: draft.base.clone(), places })
}

/// Returns the places of an organization that uses a base URL of its own or of a larger one.
fn places_of(user: &Organization, owner: &Organization, base: &str) -> Vec<SystemPlace> {
    let mut named = SystemPlace::default();
    if user.entry != owner.entry {
        named.name = user.name().unwrap_or_default();
        named.also_called = other_names(user, &named.name);
        named.portals = user.portals_to(base);
    }
    let at = |address: SystemPlace| SystemPlace {
        city: address.city,
        state: address.state,
        zip: address.zip,
        ..named.clone()
    };
    let places: Vec<SystemPlace> = addresses(user.resource).map(at).collect();
    if places.is_empty() && !named.name.is_empty() { vec![named] } else { places }
}

fn all_names(organization: &Organization) -> Vec<String> {
    let mut names: Vec<String> = organization.name().into_iter().collect();
    names.extend(organization.resource.strings("alias"));
    names
}

fn other_names(organization: &Organization, name: &str) -> Vec<String> {
    organization.resource.strings("alias").into_iter().filter(|alias| alias != name).collect()
}
