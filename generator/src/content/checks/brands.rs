//! Checks that each brand has a logo, a valid email address, and readable colors.

use waypoint_domain::participant::Email;

use crate::content::{
    brand::Brand, draft::Draft, error::ContentError, palette::Palette, source_file::Sourced, step::Step::Key,
    unread_content::UnreadContent,
};

pub(super) fn check(draft: &Draft, unread: &UnreadContent, errors: &mut Vec<ContentError>) {
    for brand in &draft.brands {
        check_mark(brand, draft, unread, errors);
        check_mail(brand, errors);
        check_colors(brand, errors);
    }
    let Some(site) = &draft.site else { return };
    let name = &site.value.brand;
    let known = draft.brands.iter().any(|brand| brand.value.id == *name);
    if !known && !unread.may_exist("brands", name) {
        errors.push(ContentError::Unknown {
            what: "brand",
            value: name.clone(),
            hint: "use the name of a file in brands/, without its extension",
            place: site.file.locate(&[Key("brand")]),
        });
    }
}

fn check_mark(brand: &Sourced<Brand>, draft: &Draft, unread: &UnreadContent, errors: &mut Vec<ContentError>) {
    let id = &brand.value.id;
    if !draft.marks.iter().any(|mark| mark.name == *id) && !unread.may_exist("brands", id) {
        errors.push(ContentError::Unfit {
            message: format!("the brand '{id}' has no logo"),
            hint: "add a square drawing with the same name and the extension .svg next to the file",
            place: brand.file.place(0..0),
        });
    }
}

fn check_mail(brand: &Sourced<Brand>, errors: &mut Vec<ContentError>) {
    let mail = brand.value.contact_email.as_str();
    if mail.parse::<Email>().is_err() {
        errors.push(ContentError::Unfit {
            message: format!("'{mail}' isn't a valid email address"),
            hint: "use an address such as hello@waypoint.example",
            place: brand.file.locate(&[Key("contact_email")]),
        });
    }
}

/// Reports the lowest contrast of each color.
fn check_colors(brand: &Sourced<Brand>, errors: &mut Vec<ContentError>) {
    let mut pairs =
        brand.value.colors.map(|_| Palette::new(brand.value.colors).low_contrast_pairs()).unwrap_or_default();
    pairs.sort_by(|a, b| a.key.cmp(b.key).then(a.contrast.total_cmp(&b.contrast)));
    pairs.dedup_by_key(|pair| pair.key);
    for pair in pairs {
        errors.push(ContentError::Unfit {
            message: format!(
                "the color '{}' is too similar to {}: their contrast is {:.1}, but it must be at least {:.1}",
                pair.key, pair.with, pair.contrast, pair.needed
            ),
            hint: "make one color darker or the other lighter",
            place: brand.file.locate(&[Key("colors"), Key(pair.key)]),
        });
    }
}
