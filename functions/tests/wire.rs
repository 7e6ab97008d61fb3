//! The checked-in TypeScript types and OpenAPI description are current. `UPDATE_WIRE=1 cargo test -p waypoint-functions
//! --test wire` regenerates them.

#![allow(clippy::unwrap_used, reason = "a test takes what it needs and fails loudly when it is not there")]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use ts_rs::{Config, TS};
use waypoint_domain::{
    call_time::CallTime,
    consent::ConsentBox,
    contact_choice::{ContactChannel, ContactChoice},
    criterion_mark::{CriterionKind, CriterionMark, Verdict},
    distance::Distance,
    document::DocumentKind,
    eligibility_criteria::{Criterion, EligibilityCriteria},
    fact_summary::FactSummary,
    fit::Fit,
    glossary::{ExplainedTerm, PagePart},
    introduction::AsksFor,
    medical_record::{Allergy, Condition, Group, Immunization, Medication},
    participant::{BegunForm, FieldError, SignUpForm, SignsUpFor},
    partner_mark::PartnerMark,
    question::{Answer, TrueOrFalse},
    recruitment_status::StatusTone,
    referral::{ClosingReason, ReferralStatus},
    study_card::{PartnerCard, RegistryCard, RegistrySites, StatusBadge, StudyCard},
    study_contact::{Contact, EmailAddress, PhoneNumber},
    study_fact::{Fact, FactTopic},
    study_page::{Partner, SiteView, StudyPage},
    survey_answer::SurveyAnswer,
};
use waypoint_functions::{
    http::problem::{ProblemBody, ProblemMessage},
    openapi,
    receipt::{Agreement, Receipt},
    wire::{
        AcknowledgeRequest, AgeGroupCounts, AnswersRequest, BrowserContents, CaptchaPurpose, CaptchaRequest,
        ChatAnswer, ChatMessage, ChatRequest, ChatStatus, ChoiceRequest, ChosenRecord, ChosenRecords,
        ConditionCount, ConnectAnswer, ConnectRequest, ContactOptions, ContactPromise, ContactRequest,
        ContactTimes, CookieCheck, CountryCount, CriteriaRequest, DeletionForm, DeletionLinkRequest,
        DescribeAnswer, DescribeRequest, DescriptionLanguage, DifferingBirthDates, Done, DraftRequest,
        DraftSaved, EmailCorrection, FilterCounts, FreeTextAnswer, FreeTextOutput, GenderCounts,
        HealthSystemCard, HealthSystemsAnswer, IntroductionAnswer, IntroductionLinkRequest, IntroductionMail,
        IntroductionPreview, IntroductionRequest, IntroductionResult, LinkRequest, LocationAnswer,
        LocationGeometry, LocationOutput, LocationPoint, LocationResult, MarksAnswer, MaskedSignUp,
        MatchedTrial, MatchingAnswer, MatchingData, MatchingEdge, MatchingError, MatchingList,
        MatchingRequest, NewsLinkRequest, NotifyRequest, NurseCallRequest, OrderText, OtherStudies,
        OwnStudiesAnswer, PageInfo, PageInfoAnswer, PageInfoRequest, PageLanguage, ParticipantAnswer,
        ParticipantCreated, ParticipantIds, ParticipantState, ParticipationCounts, PartnerRecord,
        PartnerStudiesAnswer, PhaseCounts, PositionRequest, PrescreenAnswer, PrescreenRequest, PreviewAnswer,
        PublicFigures, PublicQuestion, QuestionsAnswer, ReceiptsAnswer, RecordGroups, RecordsAnswer,
        RecordsConnection, RecordsPerson, RecordsPersonRequest, ReferralState, RegistryFreshness,
        RegistryListAnswer, RegistryListRecord, RegistryRecord, RegistryStudyAnswer, ReturnAction,
        ReturnAnswer, ReturnRequest, SearchAnswer, SearchHelp, SearchSource, ShareAnswer, ShareRequest,
        SharedRecords, SharesAnswer, SignUpDraft, SitePlace, StopMessagesRequest, StoredAnswers, StudyChat,
        StudyList, StudyQuestions, StudyTypeCounts, SubmittedAnswer, SuggestionList, SuggestionsAnswer,
        SuggestionsRequest, SystemStudyAnswer, TakeBackRequest, Understood, UnderstoodCondition,
        UnderstoodDescription, UnderstoodFilter, UnderstoodPart, UnderstoodTreatment, UpcomingAnswer,
        UploadForm, UploadRequest, UploadStudy, Uploaded, UploadedDocument, UrgentHelp, UrgentHelpRequest,
        VoiceCallAnswer, VoiceCallData, WithdrawRequest, ZipDistance, ZipDistancesAnswer,
    },
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[allow(clippy::too_many_lines, reason = "a list of types, one in a line")]
fn files() -> BTreeMap<String, String> {
    let config = Config::new().with_large_int("number");
    let mut files = BTreeMap::new();
    macro_rules! export {
        ($($kind:ty),+ $(,)?) => {
            $( files.insert(format!("{}.ts", <$kind>::name(&config)), <$kind>::export_to_string(&config).unwrap()); )+
        };
    }
    export!(
        AcknowledgeRequest,
        AgeGroupCounts,
        ParticipationCounts,
        PhaseCounts,
        Answer,
        AnswersRequest,
        PublicQuestion,
        BegunForm,
        ChatAnswer,
        ChatMessage,
        ChatRequest,
        ChatStatus,
        ConsentBox,
        CriteriaRequest,
        DeletionForm,
        DeletionLinkRequest,
        DescribeAnswer,
        ExplainedTerm,
        Fact,
        FactSummary,
        FactTopic,
        DescribeRequest,
        DescriptionLanguage,
        UnderstoodCondition,
        UnderstoodDescription,
        UnderstoodTreatment,
        OwnStudiesAnswer,
        PartnerMark,
        SignUpDraft,
        StudyChat,
        StudyQuestions,
        SurveyAnswer,
        ConditionCount,
        Contact,
        EmailAddress,
        PhoneNumber,
        CookieCheck,
        Criterion,
        Distance,
        Done,
        DraftSaved,
        DraftRequest,
        UrgentHelp,
        UrgentHelpRequest,
        EmailCorrection,
        LinkRequest,
        EligibilityCriteria,
        FieldError,
        FilterCounts,
        FreeTextAnswer,
        FreeTextOutput,
        GenderCounts,
        LocationAnswer,
        PositionRequest,
        LocationGeometry,
        LocationOutput,
        LocationPoint,
        LocationResult,
        MatchedTrial,
        MatchingAnswer,
        MatchingData,
        MatchingEdge,
        MatchingError,
        MatchingList,
        MatchingRequest,
        NewsLinkRequest,
        AsksFor,
        IntroductionAnswer,
        IntroductionLinkRequest,
        IntroductionMail,
        IntroductionPreview,
        IntroductionRequest,
        IntroductionResult,
        NotifyRequest,
        NurseCallRequest,
        CallTime,
        OrderText,
        PageInfo,
        PageInfoAnswer,
        PageInfoRequest,
        PageLanguage,
        ParticipantAnswer,
        ParticipantCreated,
        ParticipantIds,
        ParticipantState,
        Partner,
        PartnerCard,
        PartnerRecord,
        PartnerStudiesAnswer,
        PrescreenAnswer,
        PublicFigures,
        PreviewAnswer,
        PrescreenRequest,
        ProblemBody,
        ProblemMessage,
        QuestionsAnswer,
        Agreement,
        Receipt,
        ReceiptsAnswer,
        ClosingReason,
        ContactChannel,
        ContactChoice,
        ContactOptions,
        ContactPromise,
        ContactRequest,
        ContactTimes,
        OtherStudies,
        ReferralState,
        ReferralStatus,
        RegistryCard,
        RegistryListAnswer,
        RegistryListRecord,
        RegistryFreshness,
        RegistryRecord,
        RegistryStudyAnswer,
        SearchAnswer,
        SearchSource,
        SignUpForm,
        SignsUpFor,
        SitePlace,
        StopMessagesRequest,
        SiteView,
        RegistrySites,
        StatusBadge,
        CountryCount,
        Fit,
        SearchHelp,
        StatusTone,
        StoredAnswers,
        StudyCard,
        StudyList,
        StudyPage,
        PagePart,
        SubmittedAnswer,
        SuggestionList,
        SuggestionsAnswer,
        StudyTypeCounts,
        SuggestionsRequest,
        SystemStudyAnswer,
        UpcomingAnswer,
        CaptchaPurpose,
        CaptchaRequest,
        DocumentKind,
        UploadForm,
        UploadRequest,
        UploadStudy,
        Uploaded,
        UploadedDocument,
        TrueOrFalse,
        Understood,
        UnderstoodFilter,
        UnderstoodPart,
        VoiceCallAnswer,
        VoiceCallData,
        ZipDistance,
        ZipDistancesAnswer,
        ChosenRecord,
        ChosenRecords,
        ConnectAnswer,
        ConnectRequest,
        DifferingBirthDates,
        ChoiceRequest,
        TakeBackRequest,
        ReturnAction,
        MaskedSignUp,
        BrowserContents,
        ReturnAnswer,
        ReturnRequest,
        HealthSystemCard,
        HealthSystemsAnswer,
        MarksAnswer,
        RecordGroups,
        RecordsAnswer,
        RecordsConnection,
        RecordsPerson,
        RecordsPersonRequest,
        ShareAnswer,
        ShareRequest,
        SharedRecords,
        SharesAnswer,
        WithdrawRequest,
        CriterionKind,
        CriterionMark,
        Verdict,
        Allergy,
        Condition,
        Group,
        Immunization,
        Medication,
    );
    files
}

fn check(path: &Path, current: &str) {
    if std::env::var_os("UPDATE_WIRE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, current).unwrap();
    }
    let checked_in = fs::read_to_string(path).unwrap_or_default();
    assert!(
        checked_in == current,
        "{} is not current; run `UPDATE_WIRE=1 cargo test -p waypoint-functions --test wire`",
        path.display()
    );
}

#[test]
fn typescript_types_of_the_islands_are_current() {
    let folder = root().join("site/islands/wire");
    let files = files();
    for (name, text) in &files {
        check(&folder.join(name), text);
    }
    for entry in fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(files.contains_key(&name), "site/islands/wire/{name} belongs to no type of the endpoints");
    }
}

#[test]
fn openapi_description_is_current() {
    check(&root().join("docs/openapi.json"), &openapi::document().unwrap());
}

#[test]
fn wire_question_has_no_expected_answer() {
    let question = PublicQuestion::export_to_string(&Config::new()).unwrap();
    assert!(!question.contains("answer:"), "{question}");
}
