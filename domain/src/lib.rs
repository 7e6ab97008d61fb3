//! Waypoint's model of clinical trials and their participants.
//!
//! Each rule is implemented once, as a pure function over types that rule out invalid values. The crate does no
//! I/O and knows nothing about HTTP, storage, or markup.
//!
//! - Identifiers: [`nct_id`], [`study_number`], [`study_id`], [`participant_number`]
//! - Studies: [`partner_study`], [`registry_study`], [`listed_study`], [`study_site`], [`recruitment_status`]
//! - Facts about taking part: [`study_facts`], [`study_fact`], [`partner_facts`], [`fact_summary`], [`left_out`]
//! - What an ethics board must approve: [`recruitment_material`]
//! - Designs of registry studies: [`study_design`], [`partial_date`], [`follow_up_time`], [`registry_facts`], [`study_questions`]
//! - Eligibility: [`age`], [`age_range`], [`age_on_day`], [`age_check`], [`age_of_majority`], [`sex`],
//!   [`eligibility_criteria`], [`question`]
//! - Search: [`search`], [`search_filters`], [`distance`], [`fit`], [`study_list`], [`study_card`], [`study_page`],
//!   [`study_contact`], [`stopped_study`], [`country`], [`coordinates`]
//! - Terms that pages explain: [`glossary`]
//! - Sign-up: [`participant`], [`human_text`], [`consent`], [`basic_channel`], [`personal`],
//!   [`contact_choice`]
//! - Medical records: [`health_system`], [`medical_record`], [`criterion_mark`]
//! - Chat: [`assistant`], with the work budget of a request, [`work_budget`]
//! - Notifications: [`news`], [`delivery`], [`response_clock`]
//! - Erasure: [`deletion`], [`retention`]
//! - Counts without personal data: [`study_figures`], [`figure_sentences`]

pub mod age;
pub mod age_check;
pub mod age_of_majority;
pub mod age_on_day;
pub mod age_range;
pub mod assistant;
pub mod basic_channel;
pub mod call_time;
pub mod consent;
pub mod contact_choice;
pub mod coordinates;
pub mod country;
mod country_code;
pub mod criterion_mark;
pub mod deletion;
pub mod delivery;
pub mod distance;
pub mod document;
pub mod document_check;
pub mod eligibility_criteria;
pub mod excerpt;
pub mod fact_summary;
pub mod figure_sentences;
pub mod fit;
pub mod follow_up_time;
pub mod frame_height;
pub mod given_names;
pub mod glossary;
pub mod health_system;
pub mod human_text;
pub mod introduction;
pub mod left_out;
pub mod listed_study;
pub mod medical_record;
mod month_names;
pub mod nct_id;
pub mod news;
pub mod partial_date;
pub mod participant;
pub mod participant_number;
pub mod participation;
pub mod partner_facts;
pub mod partner_mark;
pub mod partner_study;
pub mod personal;
pub mod phase;
pub mod query_ages;
pub mod question;
pub mod record_date;
pub mod recruitment_material;
pub mod recruitment_status;
pub mod referral;
pub mod registry_fact_summary;
pub mod registry_facts;
pub mod registry_study;
pub mod response_clock;
pub mod retention;
pub mod search;
pub mod search_filters;
mod sentence;
pub mod sex;
pub mod stopped_study;
pub mod study_card;
pub mod study_contact;
pub mod study_design;
pub mod study_fact;
pub mod study_facts;
pub mod study_figures;
pub mod study_id;
pub mod study_list;
pub mod study_number;
pub mod study_page;
pub mod study_questions;
pub mod study_site;
mod study_terms;
pub mod study_type;
pub mod substitute;
pub mod survey_answer;
pub mod trial_matching;
pub mod work_budget;
mod working_days;
