//! Resources of odd shapes, from the health system to the study team: read, prefilled, shared, and withdrawn (E-616).

use serde_json::{Value, json};

use crate::support::{
    TestSite, number,
    on_schedule::deliver,
    records::{ODD, RECORDS, connect, receipts, share, sign_up_and_accept},
};

/// The names of the entries of a group, with what each says beyond it.
fn read(group: &Value) -> Vec<(&str, &str)> {
    let entries = group.as_array().unwrap().iter();
    let mut read: Vec<_> = entries
        .map(|entry| (entry["name"].as_str().unwrap_or("-"), entry["standing"].as_str().unwrap()))
        .collect();
    read.sort_unstable();
    read
}

/// All records of a response in ten lists, as the page sends them.
fn in_ten_lists(answer: &Value) -> Value {
    let mut lists = answer["output"].as_array().unwrap().clone();
    let further = ["social_concerns", "procedures", "labs", "vital_signs", "pregnancy", "smoking"];
    lists.extend(further.map(|group| answer["further"][group].clone()));
    json!(lists)
}

#[tokio::test]
async fn odd_shapes_are_read_as_they_are_meant() {
    let site = TestSite::start().await;
    let browser = site.browser();
    connect(&browser, ODD).await;
    let answer = browser.get(RECORDS).await.body;
    assert_eq!(answer["connection"]["person"]["name"], "Odile Sample");
    assert_eq!(answer["connection"]["missing"], json!([{"group": "conditions", "reason": "left_out"}]));
    assert_eq!(read(&answer["output"][0]), [("Tetanus vaccine", "holds")]);
    assert_eq!(
        read(&answer["output"][1]),
        [
            ("Albuterol", "holds"),
            ("Aspirin", "not_so"),
            ("Ibuprofen", "ended"),
            ("Metformin", "planned"),
            ("Prednisone", "ended")
        ]
    );
    assert_eq!(
        read(&answer["output"][2]),
        [("NKDA", "none_stated"), ("Peanut", "holds"), ("Penicillin", "holds")]
    );
    assert_eq!(
        read(&answer["output"][3]),
        [
            ("-", "holds"),
            ("Asthma", "holds"),
            ("Family history of breast cancer", "of_family"),
            ("Gout", "not_so"),
            ("Lupus", "uncertain"),
            ("Lyme disease", "uncertain"),
            ("Migraine", "ended"),
            ("Rule out pneumonia", "uncertain"),
            ("SNOMED CT code 73211009", "holds"),
        ]
    );
    let conditions = answer["output"][3].as_array().unwrap();
    let asthma = conditions.iter().find(|condition| condition["name"] == "Asthma").unwrap();
    let dates: Vec<_> =
        asthma["earlier"].as_array().unwrap().iter().map(|entry| entry["date"].as_str().unwrap()).collect();
    assert_eq!((&asthma["date"], dates), (&json!("2024-05-01"), vec!["2021-05-01", "2019-05-01"]));
    assert_eq!(asthma["detail"]["codes"][0], json!({"system": "icd10_cm", "code": "J45.909"}));
    let further = &answer["further"];
    assert_eq!(read(&further["social_concerns"]), [("Homelessness", "holds")]);
    assert_eq!(read(&further["procedures"]), [("Appendectomy", "holds")]);
    assert_eq!(
        read(&further["labs"]),
        [
            ("ANA titer", "holds"),
            ("Hemoglobin A1c", "holds"),
            ("Hemoglobin A1c", "uncertain"),
            ("Potassium", "holds")
        ]
    );
    assert_eq!(further["labs"][0]["date"], "2026-03-01", "the newest is first");
    assert_eq!(further["vital_signs"][0]["parts"][1]["value"]["amount"]["value"], "80");
    assert_eq!(read(&further["pregnancy"]), [("Pregnancy status", "holds")]);
    assert_eq!(read(&further["smoking"]), [("Tobacco smoking status", "holds")]);
}

#[tokio::test]
async fn only_what_holds_of_odd_shapes_fills_the_form() {
    let site = TestSite::start().await;
    let browser = site.browser();
    connect(&browser, ODD).await;
    let answer = browser.get(RECORDS).await.body;
    let choice = json!({ "connection": answer["connection"]["id"], "records": in_ten_lists(&answer) });
    assert_eq!(browser.post("/backend/emr/fill", &choice).await.status, 200);
    let form = browser.get("/backend/participant").await.body["draft"]["form"].clone();
    assert_eq!(form["health_condition"], "Asthma");
    assert_eq!(form["current_medications"], "Albuterol (2 puffs; then as needed)");
}

#[tokio::test]
async fn chosen_results_are_shared_and_withdrawn_like_other_records() {
    let site = TestSite::start().await.with_portal();
    let browser = site.browser();
    let created = sign_up_and_accept(&browser).await;
    connect(&browser, ODD).await;
    let answer = browser.get(RECORDS).await.body;
    let mut chosen = in_ten_lists(&answer);
    let left_out = chosen[6].as_array_mut().unwrap().remove(0);
    chosen[9] = json!([]);
    let choice = json!({ "connection": answer["connection"]["id"], "records": chosen });
    assert_eq!(browser.post("/backend/emr/choose", &choice).await.status, 200);
    let kept = browser.get(RECORDS).await.body["connection"]["left_out"].clone();
    assert_eq!((&kept[6], kept[9].as_array().unwrap().len()), (&json!([{ "id": left_out["id"] }]), 1));

    let mut request = share(&created, &chosen);
    request["confirmed_dob"] = json!("1971-02-03");
    let shared = browser.post("/backend/emr/createFile", &request).await;
    assert_eq!(shared.body["error"], false, "{shared:?}");
    deliver(&site.context, || true).await.unwrap();
    let received = site.cloud.portal_messages.received();
    let share = received.last().unwrap().message["data"]["shares"][0].clone();
    assert_eq!(share["records"], answer["output"]);
    assert_eq!(
        (&share["further_records"]["labs"], &share["further_records"]["smoking"]),
        (&chosen[6], &json!([]))
    );
    let receipts = receipts(&browser, &created).await;
    let counted = &receipts.last().unwrap().agreement.labels[1];
    assert!(
        counted.contains("2 allergies, 1 statement of no allergies, 9 conditions, 1 social concern, 1 procedure, 3 lab results, 1 vital sign, 1 pregnancy status"),
        "{counted}"
    );

    let withdrawal = json!({ "number": number(&created), "share": shared.body["receipt"] });
    assert_eq!(browser.post("/backend/emr/withdraw", &withdrawal).await.status, 200);
    deliver(&site.context, || true).await.unwrap();
    let received = site.cloud.portal_messages.received();
    let last = received.last().unwrap().message.to_string();
    assert!(!last.contains("Hemoglobin"), "{last}");
}
