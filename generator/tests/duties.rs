//! The duties of a site that recruits for studies in the United States: what the content must have, and where it is shown.

use std::{collections::BTreeMap, fs, process::Command};

use crate::support::{BuildTest, repository};
use waypoint_generator::content::{self, ContentError, OptionalService, Reader, misleading_claims};

/// The errors after a change of the fixtures.
fn errors_after(change: impl FnOnce(&BuildTest)) -> Vec<ContentError> {
    let site = BuildTest::new();
    change(&site);
    content::load(&site.content_dir()).err().unwrap_or_default()
}

/// Asserts that a change causes exactly one error, in this file and with these words, and that it has a hint.
fn assert_error(change: impl FnOnce(&BuildTest), file: &str, words: &str) {
    let errors = errors_after(change);
    let report = content::report(&errors, false);
    assert_eq!(errors.len(), 1, "{words}: {report}");
    assert!(report.contains(words) && report.contains(file), "{report}");
    assert!(errors[0].hint().is_some(), "{report}");
}

fn assert_edit_is_error((file, from, to): (&str, &str, &str), words: &str) {
    assert_error(|site| site.edit(file, from, to), file, words);
}

#[test]
fn each_required_notice_must_have_a_page() {
    for (page, kind) in
        [("privacy", "privacy"), ("health-data", "consumer_health_data"), ("accessibility", "accessibility")]
    {
        let errors = errors_after(|site| {
            let file = site.content_dir().join("pages").join(format!("{page}.md"));
            let text = fs::read_to_string(&file).unwrap();
            let (_, rest) = text.split_once("\n[covers]\n").unwrap();
            let (_, body) = rest.split_once("\n+++\n").unwrap();
            fs::write(file, format!("+++\ntitle = \"A\"\ndescription = \"B.\"\n+++\n{body}")).unwrap();
        });
        let report = content::report(&errors, false);
        assert!(report.contains(&format!("no page gives the notice '{kind}'")), "{report}");
        assert!(report.contains("duties.toml"), "{report}");
    }
}

#[test]
fn each_topic_of_a_notice_must_have_a_heading_with_text() {
    for page in ["privacy", "health-data", "accessibility"] {
        let file = format!("pages/{page}.md");
        let text = fs::read_to_string(BuildTest::new().content_dir().join(&file)).unwrap();
        let (_, rest) = text.split_once("[covers]\n").unwrap();
        let (covers, _) = rest.split_once("\n+++").unwrap();
        assert!(covers.lines().count() >= 3, "{covers}");
        for line in covers.lines() {
            let topic = line.split_once(" = ").unwrap().0;
            let removed = format!("# {line}");
            assert_edit_is_error((&file, line, &removed), "the notice doesn't say");
            let elsewhere = format!("{topic} = \"nowhere\"");
            assert_edit_is_error((&file, line, &elsewhere), "no text under a heading 'nowhere'");
        }
    }
    assert_edit_is_error(
        ("pages/accessibility.md", "## Limits\n\nA sentence.", "## Limits"),
        "heading 'limits'",
    );
    assert_edit_is_error(("pages/accessibility.md", "[covers]", "[covers]\nprices = \"limits\""), "prices");
    assert_edit_is_error(
        ("pages/terms.md", "\n+++\n", "\nnotice = \"terms\"\n+++\n"),
        "no notice named 'terms'",
    );
}

#[test]
fn consent_to_collecting_and_to_sharing_are_boxes_of_their_own() {
    let file = "consent.toml";
    let table = [
        ("purpose = \"collecting\"", "purpose = \"terms\"", "no consent box is for collecting health data"),
        ("purpose = \"sharing\"", "purpose = \"terms\"", "no consent box is for sharing health data"),
    ];
    for (from, to, words) in table {
        assert_edit_is_error((file, from, to), words);
    }
    for id in ["collecting", "sharing"] {
        let optional = |site: &BuildTest| edit_box(site, id, "required = true", "required = false");
        assert_error(optional, file, "isn't required");
        let ticked = |site: &BuildTest| edit_box(site, id, "starts_ticked = false", "starts_ticked = true");
        assert_error(ticked, file, "starts ticked");
    }
}

#[test]
fn consent_to_messages_is_free_and_names_sender_and_frequency() {
    let file = "consent.toml";
    let required = |site: &BuildTest| edit_box(site, "sms", "required = false", "required = true");
    assert_error(required, file, "makes messages a condition");
    let ticked = |site: &BuildTest| edit_box(site, "sms", "starts_ticked = false", "starts_ticked = true");
    assert_error(ticked, file, "starts ticked");
    let terms = "text_messages = { sender = \"Harbor\", study_team_sends = false, frequency = \"up to 2 messages a month\" }";
    assert_edit_is_error((file, terms, ""), "needs both the purpose and the sender");
    assert_edit_is_error((file, "sender = \"Harbor\", ", ""), "sender");
    assert_edit_is_error((file, "study_team_sends = false, ", ""), "study_team_sends");
    for channel in ["email", "call"] {
        let id = format!("id = \"{channel}\"");
        assert_edit_is_error((file, "id = \"sms\"", &id), "has the name of a channel that every sign-up has");
    }
    assert_edit_is_error((file, ", frequency = \"up to 2 messages a month\"", ""), "frequency");

    let boxes = BuildTest::new().content().consent.shown_boxes();
    let sms = boxes.iter().find(|known| known.id == "sms").unwrap();
    for part in [
        "Send me text messages. Harbor sends up to 2 messages a month.",
        "Message and data rates may apply.",
        "Reply STOP to stop them or HELP for help.",
        "You can sign up and join a study without agreeing to text messages.",
    ] {
        assert!(sms.label.contains(part), "{}", sms.label);
    }
}

#[test]
fn box_for_text_messages_names_the_study_team_if_it_sends_them() {
    let label = |sends: &str| {
        let site = BuildTest::new();
        site.edit("consent.toml", "study_team_sends = false", &format!("study_team_sends = {sends}"));
        let boxes = site.content().consent.shown_boxes();
        boxes.into_iter().find(|known| known.id == "sms").unwrap().label
    };
    assert!(label("false").contains(" Harbor sends up to 2 messages a month."));
    assert!(label("true").contains(" Harbor and the study team send up to 2 messages a month."));
    // The study team's portal sends the texts of this site.
    let boxes = BuildTest::with_this_site().content().consent.shown_boxes();
    let sms = boxes.iter().find(|known| known.id == "sms").unwrap();
    assert!(sms.label.contains("and the study team send"), "{}", sms.label);
}

/// Replaces a text within the box of this id.
fn edit_box(site: &BuildTest, id: &str, from: &str, to: &str) {
    let path = site.content_dir().join("consent.toml");
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(&format!("id = \"{id}\"")).unwrap();
    fs::write(&path, format!("{before}id = \"{id}\"{}", rest.replacen(from, to, 1))).unwrap();
}

#[test]
fn postal_address_and_processors_are_complete() {
    let file = "duties.toml";
    let address = "postal_address = [\"Harbor Trials\", \"12 Lake Street\", \"Cleveland, OH 44114\"]";
    assert_edit_is_error((file, address, ""), "postal_address");
    assert_edit_is_error(
        (file, address, "postal_address = [\"Harbor Trials\"]"),
        "postal address isn't complete",
    );
    for service in ["hosting", "mail", "chat"] {
        let named = format!("service = \"{service}\"");
        let words = format!("no processor is named for the service '{service}'");
        assert_edit_is_error((file, &named, "service = \"other\""), &words);
    }
    assert_edit_is_error((file, "retention = \"keeps nothing\"\n", ""), "retention");
    let calls = |site: &BuildTest| {
        site.edit("duties.toml", "service = \"voice\"", "service = \"other\"");
        site.edit("site.toml", "[[steps]]", "[voice]\nhosts = [\"wss://voice.example\"]\n\n[[steps]]");
    };
    assert_error(calls, file, "no processor is named for the service 'voice'");
    let texts = "service = \"text_messages\"";
    let words = "no processor is named for the service 'text_messages'";
    assert_edit_is_error((file, texts, "service = \"other\""), words);
    let other_channel = |site: &BuildTest| {
        let text = "\n[[boxes]]\nid = \"pigeon\"\npurpose = \"messages\"\nlabel = \"Send birds.\"\n\
                    required = false\nstarts_ticked = false\n";
        let path = site.content_dir().join("consent.toml");
        fs::write(&path, fs::read_to_string(&path).unwrap() + text).unwrap();
    };
    assert_error(other_channel, file, "no processor is named for the service 'messages'");
    let unknown = "countries_with_notices = [\"NARNIA\"]\n\n[[processors]]";
    assert_edit_is_error((file, "[[processors]]", unknown), "NARNIA");
}

/// The errors of content on a deployment that turns on services of other companies.
fn errors_with(services: &[&str], change: impl FnOnce(&BuildTest)) -> String {
    let site = BuildTest::new();
    change(&site);
    let content = site.content_dir();
    let services = services.iter().map(|service| service.parse().unwrap()).collect();
    let result = Reader::default().with_services(services).load(
        &content,
        &content.join("studies"),
        content::Drafts::Hidden,
    );
    result.err().map(|errors| content::report(&errors, false)).unwrap_or_default()
}

#[test]
fn service_that_a_deployment_turns_on_must_be_named() {
    let nothing = |_: &BuildTest| {};
    let edit =
        |from: &'static str, to: &'static str| move |site: &BuildTest| site.edit("duties.toml", from, to);
    let matching = "no processor is named for the service 'trial_matching'";
    assert!(errors_with(&["trial-matching"], nothing).contains(matching));
    let named = edit(
        "service = \"text_messages\"",
        "service = \"trial_matching\"\nname = \"Harbor Match\"\n\
        purpose = \"finds trials\"\nretention = \"keeps nothing\"\n\n[[processors]]\nservice = \"text_messages\"",
    );
    assert_eq!(errors_with(&["trial-matching"], named), "");
    assert_eq!(errors_with(&["voice-calls", "chat-service"], nothing), "");
    let without_voice = edit("service = \"voice\"", "service = \"other\"");
    assert!(errors_with(&["voice-calls"], without_voice).contains("for the service 'voice'"));
    let own = || edit("service = \"chat\"", "service = \"chat\"\nown_program = true");
    assert_eq!(errors_with(&[], own()), "");
    assert!(errors_with(&["chat-service"], own()).contains("an agent service answers it"));
    assert!("fax".parse::<OptionalService>().is_err());
}

#[test]
fn check_and_build_take_the_services_of_a_deployment() {
    let site = BuildTest::new();
    for command in ["check", "build"] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_generator"));
        program.args([command, "--uses", "trial-matching", "--content"]).arg(site.content_dir());
        if command == "build" {
            program.arg("--site").arg(site.site_dir()).arg("--out").arg(site.out());
        }
        let output = program.output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && errors.contains("'trial_matching'"), "{command}: {errors}");
    }
}

#[test]
fn notices_must_name_the_sharing_with_the_contact_of_a_registry_study() {
    let offer = |site: &BuildTest| {
        let text = "\n[introduction]\nversion = \"1\"\nlabel = \"I agree that Harbor sends exactly this email.\"\n\
                    sender = \"Harbor\"\n";
        let path = site.content_dir().join("consent.toml");
        fs::write(&path, fs::read_to_string(&path).unwrap() + text).unwrap();
    };
    let report = content::report(&errors_after(offer), false);
    let words = "the notice doesn't say that people can send their details to a registry study's contact";
    assert_eq!(report.matches(words).count(), 2, "{report}");
    assert!(report.contains("privacy.md") && report.contains("health-data.md"), "{report}");
    let cover = |site: &BuildTest| {
        site.edit("pages/privacy.md", "[covers]", "[covers]\nintroductions = \"what-we-share\"");
        site.edit("pages/health-data.md", "[covers]", "[covers]\nintroductions = \"shared\"");
    };
    let both = |site: &BuildTest| {
        offer(site);
        cover(site);
    };
    assert_eq!(errors_after(both).len(), 0);
    assert_eq!(errors_after(cover).len(), 0, "a notice may name what isn't offered");
}

#[test]
fn acknowledgement_is_never_called_signature_or_consent_to_the_study() {
    let claim = "When you sign up, you consent to take part in the study.";
    let errors = errors_after(|site| site.edit("pages/terms.md", "+++\n\n", &format!("+++\n\n{claim}\n\n")));
    let report = content::report(&errors, false);
    assert!(
        report.contains("neither a signature nor consent") && report.contains("terms.md:6:1"),
        "{report}"
    );
    let label = "I have read the privacy notice.";
    let words = "neither a signature nor consent";
    assert_edit_is_error(("consent.toml", label, "This is my electronic signature."), words);
    assert_edit_is_error(("consent.toml", label, "I have read it. I agree to take part."), words);

    for (path, text) in interface_texts() {
        let found: Vec<_> = misleading_claims(&text).into_iter().map(|range| &text[range]).collect();
        assert!(found.is_empty(), "{path}: {found:?}");
    }
}

/// The files with texts of the interface and of emails, without tests.
fn interface_texts() -> BTreeMap<String, String> {
    let folders = ["site/templates", "site/islands", "functions/src/letters/texts"];
    let mut files = BTreeMap::new();
    for folder in folders {
        for (path, bytes) in crate::support::files_in(&repository().join(folder)) {
            let is_text =
                ["html", "ts", "tsx", "txt"].iter().any(|ending| path.ends_with(&format!(".{ending}")));
            if is_text && !path.contains(".test.") && !path.starts_with("wire/") {
                files.insert(format!("{folder}/{path}"), String::from_utf8(bytes).unwrap());
            }
        }
    }
    assert!(files.len() > 100);
    files
}

#[test]
fn home_page_and_every_footer_link_to_the_notices() {
    let site = BuildTest::with_this_site();
    site.build().unwrap();
    let links = ["/health-data", "/accessibility", "/nondiscrimination", "/language-help"];
    for page in ["index.html", "results.html", "enroll.html", "about.html"] {
        let html = site.page(page);
        let footer = html.split_once("<footer").unwrap().1;
        for link in links {
            assert!(footer.contains(&format!("href=\"{link}\"")), "{page} {link}");
        }
    }
    let home = site.page("index.html");
    let main = home.split_once("</main>").unwrap().0;
    assert!(main.contains("<a href=\"/health-data\">Consumer Health Data Notice</a>"));
}

#[test]
fn notices_can_be_left_out_when_they_are_optional() {
    let site = BuildTest::new();
    site.build().unwrap();
    let footer = site.page("index.html");
    assert!(footer.contains("href=\"/accessibility\"") && !footer.contains("nondiscrimination"));
}

#[test]
fn health_data_notice_names_each_processor_with_its_retention() {
    let site = BuildTest::new();
    site.build().unwrap();
    let page = site.page("health-data.html");
    let mail = "<li><strong>Harbor Mail</strong> delivers emails. It keeps an email for a day.</li>";
    assert!(page.contains(mail), "{page}");
    assert!(!site.page("privacy.html").contains("Harbor Mail"));
}

#[test]
fn voice_button_has_the_recording_notice_with_its_retention() {
    let site = BuildTest::new();
    site.build().unwrap();
    let page = site.page("index.html");
    let (_, notice) = page.split_once("data-part=\"recording\"").unwrap();
    for part in [
        "hidden>",
        "This call is recorded and written down.",
        "Harbor Voice records calls. It keeps a recording for 9 days.",
        "data-agree>Agree and Start the Call</button>",
        "data-decline>Not Now</button>",
    ] {
        assert!(notice.contains(part), "{part}");
    }
}
