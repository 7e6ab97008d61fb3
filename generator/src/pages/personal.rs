//! Pages about one person, mostly opened by a link in an email. The browser loads the person's data.

use crate::{
    page::{Kind, Page},
    render::{head::Head, island::NoProps, policy::Policy, sign_up_link::HeaderSignUp},
    site::Site,
};

pub(super) const PERSONAL: Kind = Kind::new(pages);

fn pages<'a>(_: &'a Site<'a>) -> Vec<Page<'a>> {
    let pages = [
        // The request form, and the target of the link in the email.
        Page::new(
            "deleteme.html",
            Head::unlisted("Delete Your Sign Up", "Have everything erased that you entered to sign up.")
                .with_trail(Vec::new()),
            "deleteme.html",
            |data| data.insert_island("deleteme", &NoProps {}),
        ),
        // The target of links in messages. The browser names what a link does in the heading.
        Page::new(
            "notify.html",
            Head::unlisted(
                "News and Messages",
                "Confirm what a link in our messages does, or stop messages.",
            )
            .with_trail(Vec::new()),
            "notify.html",
            |data| data.insert_scripts("islands/message-link/message-link.ts"),
        ),
        Page {
            sign_up: HeaderSignUp::Nothing,
            ..Page::new(
                "upload-document.html",
                Head::unlisted("Upload a Document", "Upload a document for your sign-up.").below_search(),
                "upload.html",
                |data| data.insert_island("upload", &NoProps {}),
            )
        },
        Page {
            sign_up: HeaderSignUp::Nothing,
            ..Page::new(
                "medical-records.html",
                Head::unlisted(
                    "Medical Records",
                    "Look through your medical records and share them with a study team.",
                )
                .below_search(),
                "medical-records.html",
                |data| data.insert_island("medical-records", &NoProps {}),
            )
        },
        // The page in the window that a health system opened.
        Page {
            sign_up: HeaderSignUp::Nothing,
            ..Page::new(
                "records-connected.html",
                Head::unlisted("Records Connected", "Your health system is connected.")
                    .with_trail(Vec::new()),
                "records-connected.html",
                |data| data.insert_scripts("islands/medical-records/records-connected.ts"),
            )
        },
    ];
    pages.into_iter().map(|page| Page { policy: Policy::with_assistants(), ..page }).collect()
}
