//! Partner studies. A study and its questions are one item collection.

use aws_sdk_dynamodb::Client;
use serde::{Deserialize, Serialize};
use waypoint_domain::{
    assistant::Passage, consent::ConsentBox, country::Country, introduction::IntroductionConsent,
    nct_id::NctId, partner_study::PartnerStudy, question::Question, response_clock::ResponsePromise,
    study_list::ListingRules, study_number::StudyNumber,
};

use super::{
    StoreError, batch,
    compressed_json::{compress_value, decompress_json},
    item::{
        Item, PK, bytes, bytes_of, document, document_of, item_key, item_named, items_named, key, text,
        text_of,
    },
    table::{Table, query_all, scan_all},
};

pub(super) const DOCUMENT: &str = "document";
const NCT_NUMBER: &str = "nct_number";
const BY_NCT_NUMBER: &str = "by_nct_number";
pub(super) const STUDY: &str = "STUDY";
pub(super) const QUESTION: &str = "QUESTION#";
const SETTINGS: &str = "SETTINGS";
const PASSAGES: &str = "PASSAGES";

/// Editors' settings that functions need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The rules for lists of partner studies.
    pub listing: ListingRules,
    /// The consent boxes of the sign-up form.
    pub consent_boxes: Vec<ConsentBox>,
    /// The version of the privacy notice that participants accept.
    pub privacy_notice_version: String,
    /// The SHA-256 of that version, in hex. Empty in settings of an earlier release.
    #[serde(default)]
    pub privacy_notice_sha256: String,
    /// The version of the consent boxes. Empty in settings of an earlier release.
    #[serde(default)]
    pub consent_boxes_version: String,
    /// The countries in the sign-up form.
    pub countries: Vec<Country>,
    /// Within how many working days study teams respond. `None` in settings of an earlier release.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response: Option<ResponsePromise>,
    /// Countries in which no study has a site, but from which people may sign up.
    #[serde(default)]
    pub countries_with_notices: Vec<Country>,
    /// The words under which people send their details to a study's contact. `None` if the content has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub introduction: Option<IntroductionConsent>,
    /// The lines of the sender's postal address. Empty in settings of an earlier release.
    #[serde(default)]
    pub postal_address: Vec<String>,
}

/// The Studies table.
#[derive(Debug, Clone)]
pub struct Studies {
    pub(super) table: Table,
}

impl Studies {
    /// Creates a client for the table with this name.
    #[must_use]
    pub fn new(client: Client, table: impl Into<String>) -> Self {
        Self { table: Table::new(client, table) }
    }

    /// The study with this number, with its questions.
    pub async fn by_number(&self, number: &StudyNumber) -> Result<Option<PartnerStudy>, StoreError> {
        let query = self.table.query().key_condition_expression("pk = :pk");
        let query = query.expression_attribute_values(":pk", text(partition(number)));
        assemble(&query_all(query, "read a study").await?)
    }

    /// The studies with this registry number, with their questions.
    pub async fn by_nct_id(&self, nct_id: &NctId) -> Result<Vec<PartnerStudy>, StoreError> {
        let query = self.table.query().index_name(BY_NCT_NUMBER);
        let query = query
            .key_condition_expression("nct_number = :nct")
            .expression_attribute_values(":nct", text(nct_id.as_str()));
        let items = query_all(query, "find a study by its registry number").await?;
        let mut studies = Vec::with_capacity(items.len());
        for item in &items {
            let study: PartnerStudy = document_of(item, DOCUMENT)?;
            studies.extend(self.by_number(&study.snow_study_number).await?);
        }
        studies.sort_by(|a, b| a.snow_study_number.cmp(&b.snow_study_number));
        Ok(studies)
    }

    /// Returns all studies without their questions, sorted by number.
    pub async fn list(&self) -> Result<Vec<PartnerStudy>, StoreError> {
        let scan = self.table.scan().filter_expression("sk = :study");
        let scan = scan.expression_attribute_values(":study", text(STUDY));
        let items = scan_all(scan, "list the studies").await?;
        let mut studies =
            items.iter().map(|item| document_of(item, DOCUMENT)).collect::<Result<Vec<PartnerStudy>, _>>()?;
        studies.sort_by(|a, b| a.snow_study_number.cmp(&b.snow_study_number));
        Ok(studies)
    }

    /// The editors' settings.
    pub async fn settings(&self) -> Result<Settings, StoreError> {
        const READ: &str = "read the settings";
        let item = self.table.recent_item(key(SETTINGS, SETTINGS), READ).await?;
        document_of(&item.ok_or_else(|| StoreError::new(READ, "none are stored yet"))?, DOCUMENT)
    }

    /// The editors' rules for lists of studies, or no rules before settings are stored.
    pub async fn listing(&self) -> Result<ListingRules, StoreError> {
        let item = self.table.recent_item(key(SETTINGS, SETTINGS), "read the listing rules").await?;
        let settings: Option<Settings> = item.map(|item| document_of(&item, DOCUMENT)).transpose()?;
        Ok(settings.map(|settings| settings.listing).unwrap_or_default())
    }

    /// Whether settings are stored.
    pub async fn is_loaded(&self) -> Result<bool, StoreError> {
        let key = key(SETTINGS, SETTINGS);
        Ok(self.table.item(key, "read the settings").await?.is_some())
    }

    /// Stores new settings. Studies don't change.
    pub async fn replace_settings(&self, settings: &Settings) -> Result<(), StoreError> {
        let put = self.table.put(document_item(key(SETTINGS, SETTINGS), settings)?);
        put.send("write settings").await.map(drop)
    }

    /// Replaces all settings, studies, and questions. After an error, the studies written so far stay.
    pub async fn replace_all(&self, settings: &Settings, studies: &[PartnerStudy]) -> Result<(), StoreError> {
        let mut wanted = vec![document_item(key(SETTINGS, SETTINGS), settings)?];
        for study in studies {
            wanted.extend(items_of(study)?);
        }
        let mut writes = Vec::new();
        let of_studies = |item: &Item| text_of(item, PK) != Some(PASSAGES);
        for item in self.keys().await?.into_iter().filter(of_studies) {
            if !wanted.iter().any(|kept| item_key(kept) == item) {
                writes.push(batch::deletion(item)?);
            }
        }
        for item in wanted {
            writes.push(batch::replacement(item)?);
        }
        self.table.write(writes, "write studies").await
    }

    /// The passages that the chat assistant may quote, in the editors' order.
    pub async fn passages(&self) -> Result<Vec<Passage>, StoreError> {
        let Some(item) = self.table.recent_item(key(PASSAGES, PASSAGES), "read passages").await? else {
            return Ok(Vec::new());
        };
        decompress_json(bytes_of(&item, DOCUMENT)?)
    }

    /// Replaces the passages that the chat assistant may quote. They are one item, because listing the studies
    /// scans the whole table. Fails without a change if the passages are too large for an item.
    pub async fn replace_passages(&self, passages: &[Passage]) -> Result<(), StoreError> {
        const WRITE: &str = "write passages";
        let packed = compress_value(passages)?;
        let packed = packed.ok_or_else(|| StoreError::new(WRITE, "they are too large for one item"))?;
        self.table.put(key(PASSAGES, PASSAGES)).set(DOCUMENT, bytes(packed)).send(WRITE).await.map(drop)
    }

    async fn keys(&self) -> Result<Vec<Item>, StoreError> {
        let scan = self.table.scan().projection_expression("pk, sk");
        scan_all(scan, "list the studies' keys").await
    }
}

fn partition(number: &StudyNumber) -> String {
    format!("STUDY#{number}")
}

fn items_of(study: &PartnerStudy) -> Result<Vec<Item>, StoreError> {
    let partition = partition(&study.snow_study_number);
    let questions = study.questions.iter().map(|question| question_item(&partition, question));
    questions.chain([study_item(study)]).collect()
}

pub(super) fn question_item(partition: &str, question: &Question) -> Result<Item, StoreError> {
    document_item(key(partition, format!("{QUESTION}{}", question.sys_id)), question)
}

/// The item of a study, without its questions.
pub(super) fn study_item(study: &PartnerStudy) -> Result<Item, StoreError> {
    let mut item = key(partition(&study.snow_study_number), STUDY);
    if let Some(nct) = &study.nct_number {
        item.insert(NCT_NUMBER.into(), text(nct.as_str()));
    }
    document_item(item, &PartnerStudy { questions: Vec::new(), ..study.clone() })
}

fn document_item<T: Serialize>(mut item: Item, value: &T) -> Result<Item, StoreError> {
    item.insert(DOCUMENT.into(), document(value)?);
    Ok(item)
}

fn assemble(items: &[Item]) -> Result<Option<PartnerStudy>, StoreError> {
    let Some(item) = item_named(items, STUDY) else { return Ok(None) };
    let mut study: PartnerStudy = document_of(item, DOCUMENT)?;
    let questions = items_named(items, QUESTION).map(|item| document_of(item, DOCUMENT));
    study.questions = questions.collect::<Result<_, _>>()?;
    Ok(Some(study))
}
