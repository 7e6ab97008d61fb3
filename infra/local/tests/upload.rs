//! Documents uploaded for a sign-up: which are accepted, who receives them, and when they are removed.

use std::time::Duration;

use serde_json::{Value, json};
use waypoint_domain::document::DocumentId;
use waypoint_functions::{
    context::Context, external::documents::Documents, sweep::SweepReport, uploads::UploadedDocuments,
};

use crate::support::{
    Browser, TestSite,
    deletion::{DAY, accept, confirm_erasure, erasure_token, sign_up_and_accept},
    form, number,
    on_schedule::{deliver, sweep},
    upload::{HEIC, JPEG, PDF, complete, complete_with_id, send, upload, upload_form},
};

const KEY: &str = "the-form-of-maria";

async fn sweep_after(site: &TestSite, seconds: i64) -> SweepReport {
    site.context.clock.advance(seconds);
    sweep(&site.context, || true).await.unwrap()
}

async fn remove(site: &TestSite, id: &DocumentId) {
    let Context { uploads, documents, clock, .. } = site.context.clone();
    UploadedDocuments { uploads, documents }.remove(id, clock.now()).await.unwrap();
}

async fn draft_of(browser: &Browser) -> Value {
    browser.get("/backend/participant").await.body["draft"].clone()
}

#[tokio::test]
async fn document_becomes_part_of_the_sign_up_and_the_portal_can_fetch_it() {
    let site = TestSite::start().await;
    let context = Context { portal: site.cloud.portal().unwrap(), ..site.context.clone() };
    let browser = site.browser();
    browser.pass_screening().await;
    let uploaded = upload(&site, &browser, "application/pdf", PDF).await;
    let shown = uploaded.body["document"].clone();
    assert_eq!(
        (uploaded.status, &shown["kind"], &shown["bytes"]),
        (200, &json!("application/pdf"), &json!(PDF.len()))
    );
    let draft = draft_of(&browser).await;
    assert_eq!((&draft["document"], &draft["documents"]), (&shown, &json!([shown])));
    let created = browser.sign_up(&form(&browser.captcha().await), KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    assert_eq!(draft_of(&browser).await, Value::Null);
    assert_eq!(accept(&browser, &created).await.status, 200);
    deliver(&context, || true).await.unwrap();
    let received = site.cloud.portal_messages.received();
    let message = received.iter().find(|message| message.kind() == "participant.signed_up").unwrap();
    let document = message.message["data"]["documents"][0].clone();
    assert_eq!((&document["type"], &document["bytes"]), (&shown["kind"], &shown["bytes"]));
    let link = document["link"].as_str().unwrap();
    let fetched = reqwest::get(link).await.unwrap();
    assert_eq!(fetched.bytes().await.unwrap().as_ref(), PDF);
    let extended_link = link.replace("X-Amz-Expires=3600", "X-Amz-Expires=604800");
    assert_ne!(extended_link, link);
    assert_eq!(reqwest::get(extended_link).await.unwrap().status(), 403);
    sweep_after(&site, 2 * DAY).await;
    assert_eq!(site.cloud.documents.names().len(), 1, "the document stays with the sign-up");
}

#[tokio::test]
async fn invalid_documents_are_rejected_by_content_and_removed() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let pdf_with = |objects: &str| format!("%PDF-1.7\n{objects}\n%%EOF").into_bytes();
    let table = [
        (b"<script>alert(1)</script>".to_vec(), "document_unreadable"),
        (b"GIF89a".to_vec(), "document_unreadable"),
        (b"%PDF-1.7\n1 0 obj <<".to_vec(), "document_damaged"),
        (JPEG[..JPEG.len() - 2].to_vec(), "document_damaged"),
        (pdf_with("trailer << /Encrypt 7 0 R >>"), "document_locked"),
        (pdf_with("1 0 obj << /OpenAction << /S /J#61vaScript /JS (x) >> >> endobj"), "document_active"),
        (pdf_with("1 0 obj << /Names << /EmbeddedFiles 2 0 R >> >> endobj"), "document_active"),
        ([PDF, b"PK\x03\x04"].concat(), "document_mixed"),
        ([JPEG, b"<script>alert(1)</script>"].concat(), "document_mixed"),
    ];
    for (document, code) in table {
        for kind in ["application/pdf", "image/png"] {
            let answer = upload(&site, &browser, kind, &document).await;
            assert_eq!((answer.status, answer.code()), (422, code), "{answer:?}");
            assert_eq!(site.cloud.documents.names(), [""; 0]);
        }
    }
    assert_eq!(draft_of(&browser).await["documents"], json!([]));
    // A picture declared as a PDF is stored as a picture.
    let picture = upload(&site, &browser, "application/pdf", JPEG).await;
    assert_eq!(picture.body["document"]["kind"], "image/jpeg");
}

#[tokio::test]
async fn document_is_served_as_an_attachment_with_its_actual_type() {
    let site = TestSite::start().await;
    let browser = site.browser();
    for (document, kind, extension) in
        [(PDF, "application/pdf", "pdf"), (JPEG, "image/jpeg", "jpg"), (HEIC, "image/heic", "heic")]
    {
        // The form's content type has no effect.
        assert_eq!(upload(&site, &browser, "image/png", document).await.status, 200);
        let id = site.cloud.documents.names()[0].parse().unwrap();
        let bucket = site.context.documents.bucket().unwrap();
        let link = bucket.link_to(&id, Duration::from_mins(1), site.context.clock.now()).await.unwrap();
        let answer = reqwest::get(link).await.unwrap();
        let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(header("content-type"), kind);
        assert_eq!(header("content-disposition"), format!("attachment; filename=\"document.{extension}\""));
        assert_eq!(header("cache-control"), "private, no-store");
        remove(&site, &id).await;
    }
}

#[tokio::test]
async fn bucket_accepts_only_what_the_form_allows() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let form = upload_form(&browser, "application/pdf").await;
    assert_eq!(form.body["action"], "/documents");
    let fields = &form.body["fields"];
    let changed = |name: &str, value: &str| {
        let mut fields = fields.clone();
        fields[name] = json!(value);
        fields
    };
    let too_large = vec![b'a'; 10 * 1024 * 1024 + 1];
    let other_name = "0".repeat(32);
    let table = [
        (changed("key", &other_name), PDF, 403),
        (changed("Content-Type", "text/html"), PDF, 403),
        (changed("acl", "public-read"), PDF, 403),
        (changed("x-amz-signature", &"0".repeat(64)), PDF, 403),
        (changed("policy", "e30="), PDF, 403),
        (fields.clone(), b"".as_slice(), 400),
        (fields.clone(), &too_large, 400),
    ];
    for (fields, document, status) in table {
        assert_eq!(send(&site, &fields, document).await, status, "{fields}");
    }
    assert_eq!(site.cloud.documents.names(), [""; 0]);
    assert_eq!(complete(&browser).await.code(), "document_missing");
    assert_eq!(send(&site, fields, &too_large[..10 * 1024 * 1024]).await, 204);
}

#[tokio::test]
async fn upload_after_the_check_does_not_replace_the_checked_document() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let form = upload_form(&browser, "application/pdf").await;
    assert_eq!(send(&site, &form.body["fields"], PDF).await, 204);
    let checked = complete(&browser).await;
    assert_eq!(send(&site, &form.body["fields"], b"<script>").await, 204);
    assert_eq!(checked.body["document"]["bytes"], PDF.len());
    assert_eq!(complete(&browser).await.body, checked.body, "a repeated call gets the same response");
    assert_eq!(draft_of(&browser).await["document"], checked.body["document"]);
    assert_eq!(site.cloud.documents.names().len(), 2);
    assert_eq!(sweep_after(&site, DAY + 60 * 60).await.documents, 2, "the second upload is removed, too");
    assert_eq!(site.cloud.documents.names(), [""; 0]);
}

#[tokio::test]
async fn sign_up_with_a_missing_document_gets_409() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    let mut form = form(&browser.captcha().await);
    form["has_document"] = json!(true);
    let answer = browser.sign_up(&form, KEY).await;
    assert_eq!((answer.status, answer.code()), (409, "document_missing"));
    upload(&site, &browser, "application/pdf", PDF).await;
    let created = browser.sign_up(&form, KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    assert_eq!(
        number(&browser.sign_up(&form, KEY).await),
        number(&created),
        "a resent form returns the same sign-up"
    );
}

#[tokio::test]
async fn visitor_can_sign_up_without_a_missing_document() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    upload(&site, &browser, "application/pdf", PDF).await;
    let id = site.cloud.documents.names()[0].parse().unwrap();
    remove(&site, &id).await;
    let mut form = form(&browser.captcha().await);
    form["has_document"] = json!(true);
    assert_eq!(browser.sign_up(&form, KEY).await.code(), "document_missing");
    assert_eq!(draft_of(&browser).await["documents"], json!([]), "the page shows what is left");
    form["has_document"] = json!(false);
    form["recaptcha_response"] = json!(browser.captcha().await);
    assert_eq!(browser.sign_up(&form, KEY).await.status, 201);
}

#[tokio::test]
async fn document_of_a_sign_up_cannot_be_removed_as_a_draft_document() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.pass_screening().await;
    upload(&site, &browser, "application/pdf", PDF).await;
    let id = site.cloud.documents.names()[0].parse().unwrap();
    assert_eq!(browser.sign_up(&form(&browser.captcha().await), KEY).await.status, 201);
    remove(&site, &id).await;
    assert_eq!(site.cloud.documents.names().len(), 1);
}

#[tokio::test]
async fn documents_are_ordered_and_the_browser_can_remove_one_or_all() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let kinds = ["application/pdf", "image/jpeg", "application/pdf", "image/jpeg"];
    let mut forms = Vec::new();
    for kind in kinds {
        forms.push(upload_form(&browser, kind).await.body);
    }
    // The documents arrive in another order than their forms were requested.
    for index in [2, 0, 3, 1] {
        let bytes = if kinds[index] == "image/jpeg" { JPEG } else { PDF };
        assert_eq!(send(&site, &forms[index]["fields"], bytes).await, 204);
        assert_eq!(
            complete_with_id(&browser, &forms[index]["id"]).await.body["document"]["id"],
            forms[index]["id"]
        );
    }
    let document_ids = |draft: &Value| -> Vec<Value> {
        draft["documents"].as_array().unwrap().iter().map(|document| document["id"].clone()).collect()
    };
    let ids: Vec<Value> = forms.iter().map(|form| form["id"].clone()).collect();
    assert_eq!(document_ids(&draft_of(&browser).await), ids);
    let names = site.cloud.documents.names();
    let study = json!({ "study_number": "STU01009" });
    let one = json!({ "study_number": "STU01009", "id": ids[1] });
    assert_eq!(site.browser().post("/backend/upload/remove", &one).await.status, 200);
    assert_eq!(site.cloud.documents.names(), names, "another browser can't remove it");
    for _ in 0..2 {
        let removed = browser.post("/backend/upload/remove", &one).await;
        assert_eq!(removed.body, json!({ "result": "removed" }));
    }
    assert_eq!(document_ids(&draft_of(&browser).await), [ids[0].clone(), ids[2].clone(), ids[3].clone()]);
    assert_eq!(complete_with_id(&browser, &ids[1]).await.code(), "document_missing");
    assert_eq!(browser.post("/backend/upload/remove", &study).await.body, json!({ "result": "removed" }));
    assert_eq!(site.cloud.documents.names(), [""; 0]);
    assert_eq!(draft_of(&browser).await["documents"], json!([]));
    // Late uploads with these forms were still possible for a while, so the sweep removes them, too.
    assert_eq!(sweep_after(&site, 60 * 60).await.documents, 4);
    assert_eq!(sweep_after(&site, DAY).await, SweepReport::default());
}

#[tokio::test]
async fn all_documents_reach_the_portal_in_order_and_are_erased_with_the_sign_up() {
    let site = TestSite::start().await;
    let context = Context { portal: site.cloud.portal().unwrap(), ..site.context.clone() };
    let browser = site.browser();
    browser.pass_screening().await;
    for page in [PDF, JPEG, HEIC] {
        assert_eq!(upload(&site, &browser, "image/jpeg", page).await.status, 200);
    }
    let mut form = form(&browser.captcha().await);
    form["document_count"] = json!(4);
    assert_eq!(
        browser.sign_up(&form, KEY).await.code(),
        "document_missing",
        "one of the documents is missing"
    );
    form["document_count"] = json!(2);
    form["recaptcha_response"] = json!(browser.captcha().await);
    assert_eq!(
        browser.sign_up(&form, KEY).await.code(),
        "documents_changed",
        "no document is sent that the form did not show"
    );
    form["document_count"] = json!(3);
    form["recaptcha_response"] = json!(browser.captcha().await);
    let created = browser.sign_up(&form, KEY).await;
    assert_eq!(created.status, 201, "{created:?}");
    assert_eq!(accept(&browser, &created).await.status, 200);
    deliver(&context, || true).await.unwrap();
    let received = site.cloud.portal_messages.received();
    let message = received.iter().find(|message| message.kind() == "participant.signed_up").unwrap();
    let documents = message.message["data"]["documents"].as_array().unwrap();
    let kinds: Vec<_> = documents.iter().map(|document| document["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["application/pdf", "image/jpeg", "image/heic"]);
    for (document, page) in documents.iter().zip([PDF, JPEG, HEIC]) {
        let fetched = reqwest::get(document["link"].as_str().unwrap()).await.unwrap();
        assert_eq!(fetched.bytes().await.unwrap().as_ref(), page, "the document is unchanged");
    }
    let token = erasure_token(&site, &browser, &number(&created)).await;
    assert_eq!(site.cloud.documents.names().len(), 3);
    assert_eq!(confirm_erasure(&site.browser(), &token).await.status, 200);
    assert_eq!(site.cloud.documents.names(), [""; 0]);
}

#[tokio::test]
async fn sign_up_has_at_most_ten_documents() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let mut forms = Vec::new();
    for _ in 0..11 {
        let form = upload_form(&browser, "image/jpeg").await;
        assert_eq!(send(&site, &form.body["fields"], JPEG).await, 204);
        forms.push(form.body);
    }
    // The session keeps ten pending uploads and drops the oldest.
    assert_eq!(complete_with_id(&browser, &forms[0]["id"]).await.code(), "document_missing");
    for form in &forms[1..] {
        assert_eq!(complete_with_id(&browser, &form["id"]).await.status, 200);
    }
    let refused = upload_form(&browser, "image/jpeg").await;
    assert_eq!((refused.status, refused.code()), (422, "documents_too_many"));
    let remove = json!({ "study_number": "STU01009", "id": forms[3]["id"] });
    assert_eq!(browser.post("/backend/upload/remove", &remove).await.status, 200);
    assert_eq!(upload_form(&browser, "image/jpeg").await.status, 200);
}

#[tokio::test]
async fn concurrent_completions_create_one_document() {
    let site = TestSite::start().await;
    let browser = site.browser();
    browser.load_page("a-page-that-uploads");
    for (document, status) in [(PDF, 200), (b"<script>alert(1)</script>".as_slice(), 422)] {
        let form = upload_form(&browser, "application/pdf").await.body;
        assert_eq!(send(&site, &form["fields"], document).await, 204);
        let calls = (0..8).map(|_| complete_with_id(&browser, &form["id"]));
        let mut answers: Vec<_> = futures_util::future::join_all(calls).await;
        answers.push(complete_with_id(&browser, &form["id"]).await);
        let first = &answers[0];
        assert_eq!(first.status, status, "{first:?}");
        assert!(
            answers.iter().all(|answer| answer.status == status && answer.body == first.body),
            "{answers:?}"
        );
    }
    assert_eq!(draft_of(&browser).await["documents"].as_array().unwrap().len(), 1);
    assert_eq!(site.cloud.documents.names().len(), 1, "there is only one copy");
    // The sweep only removes possible late uploads under the names of the forms.
    sweep_after(&site, 60 * 60).await;
    assert_eq!(site.cloud.documents.names().len(), 1);
}

#[tokio::test]
async fn unused_document_is_removed_after_a_day() {
    let site = TestSite::start().await;
    let browser = site.browser();
    upload(&site, &browser, "application/pdf", PDF).await;
    let unfinished = upload_form(&browser, "application/pdf").await;
    assert_eq!(send(&site, &unfinished.body["fields"], PDF).await, 204);
    assert_eq!(site.cloud.documents.names().len(), 2);
    sweep_after(&site, DAY).await;
    assert_eq!((site.cloud.documents.names().len(), draft_of(&browser).await), (2, Value::Null));
    assert_eq!(sweep_after(&site, 60 * 60).await.documents, 2);
    assert_eq!(site.cloud.documents.names(), [""; 0]);
    assert_eq!(sweep_after(&site, 0).await, SweepReport::default());
}

#[tokio::test]
async fn document_is_erased_with_the_participant() {
    let site = TestSite::start().await;
    let browser = site.browser();
    upload(&site, &browser, "application/pdf", PDF).await;
    let number = sign_up_and_accept(&browser, KEY).await;
    assert_eq!(site.cloud.documents.names().len(), 1);
    let token = erasure_token(&site, &browser, &number).await;
    assert_eq!(confirm_erasure(&site.browser(), &token).await.status, 200);
    assert_eq!(site.cloud.documents.names(), [""; 0]);
}

#[tokio::test]
async fn document_stays_with_a_second_sign_up_of_the_same_address() {
    let site = TestSite::start().await;
    let (owner, stranger) = (site.browser(), site.browser());
    sign_up_and_accept(&owner, KEY).await;
    upload(&site, &stranger, "application/pdf", PDF).await;
    stranger.pass_screening().await;
    let second = stranger.sign_up(&form(&stranger.captcha().await), "the-form-of-a-stranger").await;
    assert_eq!(second.status, 201);
    let database = site.cloud.database_client().await;
    let items = database.scan().table_name("participants").send().await.unwrap().items.unwrap();
    let partition = format!("PARTICIPANT#{}", number(&second));
    let has_document = |item: &std::collections::HashMap<_, aws_sdk_dynamodb::types::AttributeValue>| {
        item["pk"].as_s() == Ok(&partition) && item["sk"].as_s().is_ok_and(|sk| sk.starts_with("DOCUMENT"))
    };
    assert!(items.iter().any(has_document));
    sweep_after(&site, DAY + 60 * 60).await;
    assert_eq!(site.cloud.documents.names().len(), 1);
}

#[tokio::test]
async fn upload_without_a_bucket_gets_503() {
    let site = TestSite::start().await;
    let context = Context { documents: Documents::Off, ..site.context.clone() };
    let off = TestSite::serve(site.cloud.clone(), context).await;
    let browser = off.browser();
    let answer = upload_form(&browser, "application/pdf").await;
    assert_eq!((answer.status, answer.code()), (503, "upload_off"));
    assert_eq!(complete(&browser).await.code(), "upload_off");
    let closed = json!({ "study_number": "STU99999", "kind": "image/png" });
    assert_eq!(site.browser().post("/backend/upload", &closed).await.code(), "study_not_open");
}
