//! Uploads a document to a sign-up, as a browser does.

use serde_json::{Value, json};
use waypoint_local::document_bucket::BUCKET;

use super::{Answer, Browser, TestSite};

pub(crate) const PDF: &[u8] =
    b"%PDF-1.7\n% a letter about Maria Sample\n1 0 obj << /Type /Catalog >> endobj\n%%EOF";

pub(crate) const JPEG: &[u8] = b"\xff\xd8\xff\xe0\0\x07JFIF\0\xff\xda\0\x03\0pixels\xff\xd9";
pub(crate) const HEIC: &[u8] =
    b"\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x0cmeta\0\0\0\0\0\0\0\x0emdatpixels";

/// Requests the form to upload a document of this kind.
pub(crate) async fn upload_form(browser: &Browser, kind: &str) -> Answer {
    browser.post("/backend/upload", &json!({ "study_number": "STU01009", "kind": kind })).await
}

/// Sends a document with these form fields and returns the status.
pub(crate) async fn send(site: &TestSite, fields: &Value, document: &[u8]) -> u16 {
    const BOUNDARY: &str = "a-boundary-that-appears-nowhere-else";
    let mut body = Vec::new();
    for (name, value) in fields.as_object().unwrap() {
        let value = value.as_str().unwrap();
        let part =
            format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        body.extend(part.as_bytes());
    }
    let file =
        format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"blob\"\r\n\r\n");
    body.extend(file.as_bytes());
    body.extend(document);
    body.extend(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
    let address = format!("http://{}/{BUCKET}", site.cloud.document_bucket);
    let request = reqwest::Client::new().post(address);
    let kind = format!("multipart/form-data; boundary={BOUNDARY}");
    request.header("Content-Type", kind).body(body).send().await.unwrap().status().as_u16()
}

/// Reports that a document was sent.
pub(crate) async fn complete(browser: &Browser) -> Answer {
    browser.post("/backend/upload/complete", &json!({ "study_number": "STU01009" })).await
}

/// Reports that the document with this id was sent.
pub(crate) async fn complete_with_id(browser: &Browser, id: &Value) -> Answer {
    browser.post("/backend/upload/complete", &json!({ "study_number": "STU01009", "id": id })).await
}

pub(crate) async fn upload(site: &TestSite, browser: &Browser, kind: &str, document: &[u8]) -> Answer {
    let form = upload_form(browser, kind).await;
    assert_eq!(form.status, 200, "{form:?}");
    assert_eq!(send(site, &form.body["fields"], document).await, 204);
    complete(browser).await
}
