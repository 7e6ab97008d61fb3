//! The function of every endpoint, started against a small runtime interface on loopback, answers an HTTP API event (payload 2.0)
//! with the same status and body as the local server.

#![allow(clippy::unwrap_used, reason = "a test takes what it needs and fails loudly when it is not there")]

mod lambda;

use base64::{Engine, engine::general_purpose::STANDARD};
use lambda::{
    function::{Call, Function},
    site::{Site, site},
};
use serde_json::{Value, json};
use waypoint_functions::{endpoint::Sample, endpoints};
use waypoint_keys::{
    Purpose,
    programs::{AUDIT, DELIVER_OUTBOX, ERASURES, SWEEP},
};
use waypoint_local::lambda::program::keys_as_variables;
use waypoint_search::Releases;

/// Sends calls to the function of their path and to the local server, and compares the responses.
async fn assert_same(site: &Site, calls: &[Call]) {
    let router = endpoints::router(&site.context);
    let endpoint = endpoints::all().find(|endpoint| endpoint.path() == calls[0].path()).unwrap();
    let mut function = Function::serving(endpoint, site).await;
    for call in calls {
        let (status, body, _) = call.local(&router).await;
        assert_eq!(function.call(call).await, (status, body), "{call:?}");
    }
}

fn answers() -> Value {
    let answer = |n: u32, answer: &str| json!({ "sys_id": format!("{n:032x}"), "answer": answer });
    json!([answer(1, "True"), answer(2, "True"), answer(3, "False")])
}

#[tokio::test]
async fn function_of_every_endpoint_answers_its_sample_like_the_local_server() {
    let site = site().await;
    let router = endpoints::router(&site.context);
    for endpoint in endpoints::all() {
        let call = match endpoint.sample {
            Sample::Get(query) => Call::get(&endpoint.path(), query),
            Sample::Post(body) => Call::post(&endpoint.path(), serde_json::from_str(body).unwrap()),
        };
        let (local, _, _) = call.local(&router).await;
        let (status, _) = Function::serving(endpoint, &site).await.call(&call).await;
        assert!(status == local && status != 500, "{}: {status}, {local}", endpoint.name);
    }
}

#[tokio::test]
async fn sync_binary_reads_the_registry_and_publishes_its_index() {
    let site = site().await;
    let before = Releases::in_folder(site.index.path()).current().unwrap();
    let mut function = Function::scheduled(env!("CARGO_BIN_EXE_registry-sync"), &[], &site).await;
    for _ in 0..2 {
        assert_eq!(function.run_scheduled().await, json!("everything"));
    }
    let after = Releases::in_folder(site.index.path()).current().unwrap();
    assert_eq!((before.studies, after.studies), (120, 120));
    assert!(after.origin.table.starts_with(&site.cloud.registry), "{after:?}");
    let state = site.context.registry.sync_state().await.unwrap();
    assert!(state.source == site.cloud.registry && state.run.is_none(), "{state:?}");
}

#[tokio::test]
async fn lookup_functions_answer_like_the_local_server() {
    let site = site().await;
    let group = "a".repeat(32);
    assert_same(
        &site,
        &[
            Call::get("/backend/search", "q=asthma&in=UNITED+STATES&page=2"),
            Call::get("/backend/search", "q=&in="),
        ],
    )
    .await;
    assert_same(&site, &[Call::get("/backend/clinicaltrials", "q=eczema&in=france")]).await;
    assert_same(
        &site,
        &[
            Call::post("/backend/suggestions", json!({ "condition": "ec" })),
            Call::post("/backend/suggestions", json!({ "typed": "ec" })),
        ],
    )
    .await;
    assert_same(&site, &[Call::post("/backend/describe", json!({ "text": "asthma", "in": "usa" }))]).await;
    assert_same(&site, &[Call::get("/backend/study", "id=NCT00000101")]).await;
    assert_same(&site, &[Call::get("/backend/ourstudies", "")]).await;
    assert_same(&site, &[Call::get("/backend/ownstudies", "q=asma")]).await;
    let address = json!({ "nct": "STU01009", "url": "/study/STU01009" });
    assert_same(&site, &[Call::post("/backend/check_info", address)]).await;
    assert_same(&site, &[Call::get("/backend/health", "")]).await;
    assert_same(&site, &[Call::get("/backend/cookies", "")]).await;
    assert_same(&site, &[Call::post("/backend/urgent_help", json!({ "message": "I can't breathe" }))]).await;
    assert_same(&site, &[Call::get("/backend/upcoming", "")]).await;
    assert_same(&site, &[Call::get("/backend/preview", "number=STU00004")]).await;
    assert_same(
        &site,
        &[
            Call::get("/backend/locations", "address=Cleveland,+OH"),
            Call::get("/backend/locations", "address=qwertyuiop"),
        ],
    )
    .await;
    assert_same(
        &site,
        &[Call::get("/backend/zipcodes", "user_zipcode=44106&country=US&nearest_zipcodes=10001,94105")],
    )
    .await;
    assert_same(
        &site,
        &[
            Call::get("/backend/trial", "id=NCT00000001&ptr=cs"),
            Call::get("/backend/trial", "id=STU01009&ptr=ps"),
        ],
    )
    .await;
    assert_same(&site, &[Call::get("/backend/questiongroup", &format!("id={group}&studyId=STU01009"))]).await;
    assert_same(&site, &[Call::get("/backend/questions", "study=STU01009")]).await;
}

#[tokio::test]
async fn assistant_functions_answer_like_the_local_server() {
    let site = site().await;
    assert_same(&site, &[Call::post("/backend/start-retell-call", json!({}))]).await;
    let asked = Call::post("/backend/chat", json!({ "message": "Trials for asthma?", "chatId": "a-chat" }));
    let empty = Call::post("/backend/chat", json!({ "message": " " }));
    assert_same(&site, &[empty]).await;
    let mut chat = Function::serving(&endpoints::chat::ENDPOINT, &site).await;
    let (status, answer) = chat.call(&asked).await;
    let (_, local, _) = asked.local(&endpoints::router(&site.context)).await;
    let said = |answer: &Value| (answer["chatId"].clone(), answer["messages"][0]["content"].clone());
    assert_eq!((status, said(&answer)), (200, said(&local)), "{answer}");
}

#[tokio::test]
async fn news_functions_answer_like_the_local_server_and_the_mail_is_sent() {
    let site = site().await;
    let router = endpoints::router(&site.context);
    let request = json!({ "purpose": "news" });
    let (_, challenge, cookie) = Call::post("/backend/captcha", request).local(&router).await;
    let cookie = cookie.unwrap();
    let begun = json!({ "study_number": "STU01009", "form": { "city": "Cleveland" } });
    assert_same(
        &site,
        &[Call::post("/backend/draft", begun), Call::post("/backend/draft", json!({ "form": 7 }))],
    )
    .await;

    let challenge: altcha::Challenge = serde_json::from_value(challenge).unwrap();
    let solution = altcha::solve_challenge(altcha::SolveChallengeOptions::new(&challenge)).unwrap().unwrap();
    let captcha = STANDARD.encode(serde_json::to_vec(&altcha::Payload { challenge, solution }).unwrap());
    let wish = json!({ "email": "maria@example.org", "study": "NCT00000010", "captcha": captcha });
    let mut notify = Function::serving(&endpoints::notify::ENDPOINT, &site).await;
    let answer = notify.call(&Call::post("/backend/notify", wish.clone()).with("cookie", &cookie)).await;
    assert_eq!(answer, (202, json!({ "result": "check_mail" })));
    let used = Call::post("/backend/notify", wish).with("cookie", &cookie);
    let (status, body, _) = used.local(&router).await;
    assert_eq!(notify.call(&used).await, (status, body));

    let mut deliver = Function::scheduled(env!("CARGO_BIN_EXE_deliver-outbox"), DELIVER_OUTBOX, &site).await;
    assert_eq!(deliver.run_scheduled().await, json!(null));
    let mail = site.cloud.mailbox.to("maria@example.org").pop().unwrap();
    let token = |word| json!({ "token": mail.token(word).unwrap() });
    let mut confirm = Function::serving(&endpoints::notify_confirm::ENDPOINT, &site).await;
    let confirmed = Call::post("/backend/notify/confirm", token("confirm"));
    assert_eq!(confirm.call(&confirmed).await, (200, json!({ "result": "confirmed" })));
    let mut news = Function::scheduled(env!("CARGO_BIN_EXE_send-news"), &[], &site).await;
    assert_eq!(news.run_scheduled().await, json!(null));
    let mut stop = Function::serving(&endpoints::notify_stop::ENDPOINT, &site).await;
    let stopped = Call::post("/backend/notify/stop", token("stop"));
    assert_eq!(stop.call(&stopped).await, (200, json!({ "result": "stopped" })));
    for (function, call) in [(&mut confirm, &confirmed), (&mut stop, &stopped)] {
        let (status, body, _) = call.local(&router).await;
        assert_eq!(function.call(call).await, (status, body));
    }
}

#[tokio::test]
async fn erasure_functions_answer_like_the_local_server() {
    let site = site().await;
    let mut deleteme = Function::serving(&endpoints::deleteme::ENDPOINT, &site).await;
    let router = endpoints::router(&site.context);
    let request = json!({ "purpose": "deletion" });
    let (_, challenge, cookie) = Call::post("/backend/captcha", request).local(&router).await;
    let challenge: altcha::Challenge = serde_json::from_value(challenge).unwrap();
    let solution = altcha::solve_challenge(altcha::SolveChallengeOptions::new(&challenge)).unwrap().unwrap();
    let captcha = STANDARD.encode(serde_json::to_vec(&altcha::Payload { challenge, solution }).unwrap());
    let asked = Call::post(
        "/backend/deleteme",
        json!({ "patient_id": "PT000000000000", "last_name": "Sample", "date_of_birth": "1956-03-27",
                "recaptcha_response": captcha }),
    )
    .with("cookie", &cookie.unwrap());
    assert_eq!(deleteme.call(&asked).await, (202, json!({ "result": "check_mail" })));
    for call in [asked, Call::post("/backend/deleteme", json!({}))] {
        let (status, body, _) = call.local(&router).await;
        assert_eq!(deleteme.call(&call).await, (status, body));
    }
    assert_same(&site, &[Call::post("/backend/deleteme/confirm", json!({ "token": "0".repeat(96) }))]).await;
    let mut sweep = Function::scheduled(env!("CARGO_BIN_EXE_sweep"), SWEEP, &site).await;
    assert_eq!(sweep.run_scheduled().await, json!(null));
}

#[tokio::test]
async fn sign_up_functions_answer_like_the_local_server() {
    let site = site().await;
    let router = endpoints::router(&site.context);

    let mut captcha = Function::serving(&endpoints::captcha::ENDPOINT, &site).await;
    let (status, challenge) = captcha.call(&Call::post("/backend/captcha", json!({}))).await;
    let (_, local, _) = Call::post("/backend/captcha", json!({})).local(&router).await;
    let shape = |c: &Value| {
        let parameters = c["parameters"].as_object().unwrap();
        (
            parameters.keys().cloned().collect::<Vec<_>>(),
            parameters["algorithm"].clone(),
            parameters["cost"].clone(),
        )
    };
    assert_eq!((status, shape(&challenge)), (200, shape(&local)));

    let screening =
        Call::post("/backend/prescreen", json!({ "study_number": "STU01009", "answers": answers() }));
    assert_same(&site, std::slice::from_ref(&screening)).await;
    let (_, _, cookie) = screening.local(&router).await;
    let cookie = cookie.unwrap();
    let request = Call::post("/backend/captcha", json!({})).with("cookie", &cookie);
    let (_, challenge, cookie) = request.local(&router).await;
    let cookie = cookie.unwrap();
    let survey =
        json!({ "study_number": "STU01009", "criteria": [{ "id": "age", "choices": ["18 to 64"] }] });
    assert_same(
        &site,
        &[Call::post("/backend/criteria", survey), Call::post("/backend/criteria", json!({ "criteria": 7 }))],
    )
    .await;

    let challenge: altcha::Challenge = serde_json::from_value(challenge).unwrap();
    let solution = altcha::solve_challenge(altcha::SolveChallengeOptions::new(&challenge)).unwrap().unwrap();
    let solved = STANDARD.encode(serde_json::to_vec(&altcha::Payload { challenge, solution }).unwrap());
    let sign_up = Call::post("/backend/participant", form(&solved))
        .with("idempotency-key", "one-key-for-one-form")
        .with("cookie", &cookie);
    let (status, created, cookie) = sign_up.local(&router).await;
    assert_eq!(status, 201, "{created}");
    assert_same(&site, std::slice::from_ref(&sign_up)).await;

    let (cookie, sys_id) = (cookie.unwrap(), &created["data"]["pt_sys_id"]);
    let answer = json!({ "sys_id": format!("{:032x}", 1), "answer": "True", "participant_id": sys_id });
    assert_same(
        &site,
        &[
            Call::post("/backend/submit", answer.clone()).with("cookie", &cookie),
            Call::post("/backend/submit", answer),
            Call::get("/backend/submit", "answer=True"),
        ],
    )
    .await;
    let accepted = json!({ "sysId": sys_id, "acknowledged": "true", "study_number": "STU01009" });
    assert_same(&site, &[Call::post("/backend/acknowledge", accepted).with("cookie", &cookie)]).await;
    let number = format!("number={}", created["data"]["pt_id"].as_str().unwrap());
    assert_same(
        &site,
        &[
            Call::get("/backend/receipts", &number).with("cookie", &cookie),
            Call::get("/backend/receipts", &number),
        ],
    )
    .await;
}

#[tokio::test]
async fn document_functions_answer_like_the_local_server() {
    let site = site().await;
    let study = json!({ "study_number": "STU01009" });
    let wrong = json!({ "study_number": "STU99999", "kind": "image/png" });
    let request = json!({ "study_number": "STU01009", "kind": "image/png" });
    assert_same(&site, &[Call::post("/backend/upload", wrong)]).await;
    let mut upload = Function::serving(&endpoints::upload::ENDPOINT, &site).await;
    let (status, form) = upload.call(&Call::post("/backend/upload", request)).await;
    assert_eq!((status, &form["action"]), (200, &json!("/documents")));
    assert!(form["fields"]["policy"].is_string() && form["fields"]["key"].is_string(), "{form}");
    let complete = Call::post("/backend/upload/complete", study.clone());
    assert_same(&site, &[complete]).await;
    let remove = Call::post("/backend/upload/remove", study);
    assert_same(&site, &[remove]).await;
}

#[tokio::test]
async fn record_functions_answer_like_the_local_server() {
    let site = site().await;
    let number = "PT000000000000";
    let nothing = json!({ "connection": "none", "records": [[], [], [], []] });
    let share = json!({ "prospect": "PT000000000000", "records": [[], [], [], []], "nctid": "STU01009" });
    let study = json!({ "system": "harbor-health", "study_number": "STU01009" });
    for call in [
        Call::get("/backend/emr/callback", "state=a&code=b"),
        Call::post("/backend/emr/choose", nothing.clone()),
        Call::post("/backend/emr/connect", study),
        Call::post("/backend/emr/createFile", share),
        Call::get("/backend/emr/criteria", "connection=none"),
        Call::post("/backend/emr/fill", nothing),
        Call::post("/backend/emr/forget", json!({})),
        Call::get("/backend/emr/healthSystems", "search=Erie"),
        Call::post("/backend/emr/person", json!({ "dob": "soon" })),
        Call::get("/backend/emr/records", ""),
        Call::get("/backend/emr/shares", "number=PT000000000000"),
        Call::post("/backend/nurse", json!({ "number": "PT000000000000", "when": "any" })),
        Call::post("/backend/participant/email", json!({ "number": number, "email": "a@b.example" })),
        Call::post(
            "/backend/participant/contact",
            json!({ "number": "PT000000000000", "by": "call", "when": "any" }),
        ),
        Call::post("/backend/participant/leave", json!({})),
        Call::post("/backend/messages/stopped", json!({})),
        Call::post("/backend/participant/messages", json!({ "number": "PT000000000000", "channel": "sms" })),
        Call::post("/backend/participant/link", json!({ "number": "PT000000000000" })),
        Call::post("/backend/participant/return", json!({ "token": "x" })),
        Call::post("/backend/emr/takeBack", json!({ "token": "x" })),
        Call::post("/backend/emr/withdraw", json!({ "number": "PT000000000000", "share": 1 })),
    ] {
        assert_same(&site, &[call]).await;
    }
}

#[tokio::test]
async fn referral_binary_accepts_only_messages_of_the_portal() {
    let site = site().await;
    let said = json!({ "participant": "PT0000000000AB", "study_number": "STU01009", "status": "closed" });
    let unsigned = Call::post("/backend/referral", said.clone());
    assert_same(&site, std::slice::from_ref(&unsigned)).await;
    let now = site.context.clock.now().as_second();
    let key = site.cloud.portal_key().unwrap();
    let signed = unsigned
        .with("webhook-id", "a-message")
        .with("webhook-timestamp", &now.to_string())
        .with("webhook-signature", &key.sign("a-message", now, said.to_string().as_bytes()));
    let mut referral = Function::serving(&endpoints::referral::ENDPOINT, &site).await;
    let (status, answer) = referral.call(&signed).await;
    assert_eq!(
        (status, &answer["code"]),
        (404, &json!("not_found")),
        "accepted, but for an unknown participant: {answer}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn audit_program_verifies_all_logs_and_lists_participants_of_a_time_span() {
    let site = site().await;
    let participant = signed_up(&site).await;
    let said = |arguments: &[&str]| {
        let output = audit(&site, arguments);
        (output.status.success(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(said(&["verify"]), (true, "1 audit logs are valid, 0 are not\n".to_owned()));
    let (_, listed) = said(&["touched", "2020-01-01T00:00:00Z", "2100-01-01T00:00:00Z"]);
    assert!(listed.starts_with(&participant) && listed.ends_with("\n1 participants\n"), "{listed}");
    let (_, before) = said(&["touched", "2020-01-01T00:00:00Z", "2020-01-02T00:00:00Z"]);
    assert_eq!(before, "0 participants\n");
    assert!(!audit(&site, &["touched", "yesterday", "today"]).status.success());
    assert!(!audit(&site, &[]).status.success());
    assert_eq!(
        said(&["introductions", "NCT01234567"]),
        (true, "0 introductions, 0 changed records\n".to_owned())
    );
    assert!(!audit(&site, &["introductions", "STU01009"]).status.success());

    let database = site.cloud.database_client().await;
    let key = |name: &str| aws_sdk_dynamodb::types::AttributeValue::S(name.to_owned());
    let entry = database.update_item().table_name("participants").update_expression("SET seal = :none");
    let entry = entry.key("pk", key(&format!("TRAIL#{participant}"))).key("sk", key("ENTRY#000001"));
    entry.expression_attribute_values(":none", key("none")).send().await.unwrap();
    let found = format!(
        "{participant}: entry 1 was changed, or an entry before it\n0 audit logs are valid, 1 are not\n"
    );
    assert_eq!(said(&["verify"]), (false, found));
}

#[tokio::test(flavor = "multi_thread")]
async fn outbox_and_erasure_programs_report_their_results() {
    let site = site().await;
    let number = signed_up(&site).await;
    let said = |program: &str, arguments: &[&str]| {
        let output = run(&site, program, ERASURES, arguments);
        (output.status.success(), String::from_utf8(output.stdout).unwrap())
    };
    let (outbox, erasures) = (env!("CARGO_BIN_EXE_outbox"), env!("CARGO_BIN_EXE_erasures"));
    assert_eq!(said(outbox, &["dead"]), (true, "0 messages were given up\n".to_owned()));
    assert_eq!(said(outbox, &["again"]), (true, "0 messages are queued again\n".to_owned()));
    assert_eq!(
        said(erasures, &["again", "registry"]),
        (true, "0 participants were erased again\n".to_owned())
    );
    assert_eq!(said(erasures, &["of", &number]), (true, "1 participant was erased\n".to_owned()));
    assert_eq!(site.context.participants.count().await.unwrap(), 0);
    for (program, arguments) in [
        (outbox, &[][..]),
        (outbox, &["all"]),
        (erasures, &["again"]),
        (erasures, &["again", "none"]),
        (erasures, &["of", &number]),
        (erasures, &["of", "somebody"]),
    ] {
        assert!(!run(&site, program, ERASURES, arguments).status.success(), "{program} {arguments:?}");
    }
}

fn form(captcha: &str) -> Value {
    json!({
        "recaptcha_response": captcha, "preferred_name": "Maria", "last_name": "Sample", "gender": "female",
        "date_of_birth": "1956-03-27", "email": "maria@example.org", "phone_number": "216 555 0134", "race": "Asian",
        "language": "en", "country": "USA", "zip_code_or_city": "44106", "health_condition": "Asthma",
        "smoking_status": "Never", "study_number": "STU01009", "consents": ["privacy"]
    })
}

/// Signs a participant up and returns the number.
async fn signed_up(site: &Site) -> String {
    let router = endpoints::router(&site.context);
    let screening =
        Call::post("/backend/prescreen", json!({ "study_number": "STU01009", "answers": answers() }));
    let (_, _, cookie) = screening.local(&router).await;
    let cookie = cookie.unwrap();
    let request = Call::post("/backend/captcha", json!({})).with("cookie", &cookie);
    let (_, challenge, cookie) = request.local(&router).await;
    let cookie = cookie.unwrap();
    let challenge: altcha::Challenge = serde_json::from_value(challenge).unwrap();
    let solution = altcha::solve_challenge(altcha::SolveChallengeOptions::new(&challenge)).unwrap().unwrap();
    let solved = STANDARD.encode(serde_json::to_vec(&altcha::Payload { challenge, solution }).unwrap());
    let sign_up = Call::post("/backend/participant", form(&solved)).with("cookie", &cookie);
    let (status, created, _) = sign_up.local(&router).await;
    assert_eq!(status, 201, "{created}");
    created["data"]["pt_id"].as_str().unwrap().to_owned()
}

fn audit(site: &Site, arguments: &[&str]) -> std::process::Output {
    run(site, env!("CARGO_BIN_EXE_audit"), AUDIT, arguments)
}

fn run(site: &Site, program: &str, purposes: &[Purpose], arguments: &[&str]) -> std::process::Output {
    std::process::Command::new(program)
        .args(arguments)
        .env_clear()
        .envs([
            ("AWS_REGION", "us-east-1".to_owned()),
            ("AWS_ACCESS_KEY_ID", "test".into()),
            ("AWS_SECRET_ACCESS_KEY", "test".into()),
            ("AWS_ENDPOINT_URL_DYNAMODB", format!("http://{}", site.cloud.database)),
            ("PARTICIPANTS_TABLE", "participants".into()),
            ("SESSIONS_TABLE", "sessions".into()),
        ])
        .envs(keys_as_variables(&site.cloud, purposes))
        .output()
        .unwrap()
}
