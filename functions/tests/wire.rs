//! The checked-in TypeScript types and OpenAPI description are current. `UPDATE_WIRE=1 cargo test -p waypoint-functions
//! --test wire` regenerates them.

#![allow(clippy::unwrap_used, reason = "a test takes what it needs and fails loudly when it is not there")]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use ts_rs::{Config, TS, TypeVisitor};
use waypoint_domain::{consent::ConsentBox, participant::SignUpForm};
use waypoint_functions::{
    http::problem::ProblemBody,
    openapi,
    receipt::Agreement,
    wire::{
        AcknowledgeRequest, AnswersRequest, CaptchaRequest, ChatAnswer, ChatRequest, ChoiceRequest,
        ConnectAnswer, ConnectRequest, ContactRequest, CookieCheck, CriteriaRequest, DeletionForm,
        DeletionLinkRequest, DescribeAnswer, DescribeRequest, Done, DraftRequest, DraftSaved,
        EmailCorrection, FreeTextAnswer, HealthSystemsAnswer, IntroductionAnswer, IntroductionLinkRequest,
        IntroductionPreview, IntroductionRequest, LinkRequest, LocationAnswer, MarksAnswer, MatchingAnswer,
        MatchingRequest, MessageLinkRequest, NotifyRequest, NurseCallRequest, OwnStudiesAnswer,
        PageInfoAnswer, PageInfoRequest, ParticipantAnswer, ParticipantCreated, PartnerStudiesAnswer,
        PositionRequest, PrescreenAnswer, PrescreenRequest, PreviewAnswer, PublicFigures, PublicQuestion,
        QuestionsAnswer, ReceiptsAnswer, RecordsAnswer, RecordsPersonRequest, RegistryListAnswer,
        RegistryStudyAnswer, ReturnAnswer, ReturnRequest, SearchAnswer, ShareAnswer, ShareRequest,
        SharesAnswer, StopMessagesRequest, StoredAnswers, StudyQuestions, SuggestionsAnswer,
        SuggestionsRequest, SystemStudyAnswer, TakeBackRequest, UpcomingAnswer, UploadForm, UploadRequest,
        UploadStudy, Uploaded, UrgentHelp, UrgentHelpRequest, VoiceCallAnswer, WithdrawRequest,
        ZipDistancesAnswer,
    },
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The TypeScript files of the visited types and of the types that they mention, by name.
struct Files {
    config: Config,
    texts: BTreeMap<String, String>,
}

impl TypeVisitor for Files {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        let name = format!("{}.ts", T::name(&self.config));
        // Types without a path, such as numbers and lists, have no file.
        if T::output_path().is_some() && !self.texts.contains_key(&name) {
            self.texts.insert(name, T::export_to_string(&self.config).unwrap());
            T::visit_dependencies(self);
        }
    }
}

/// The files of the requests and responses, and of what else the site reads.
fn files() -> BTreeMap<String, String> {
    let mut files = Files { config: Config::new().with_large_int("number"), texts: BTreeMap::new() };
    macro_rules! visit {
        ($($root:ty),+ $(,)?) => { $(files.visit::<$root>();)+ };
    }
    visit!(
        AcknowledgeRequest,
        Agreement,
        AnswersRequest,
        CaptchaRequest,
        ChatAnswer,
        ChatRequest,
        ChoiceRequest,
        ConnectAnswer,
        ConnectRequest,
        ConsentBox,
        ContactRequest,
        CookieCheck,
        CriteriaRequest,
        DeletionForm,
        DeletionLinkRequest,
        DescribeAnswer,
        DescribeRequest,
        Done,
        DraftRequest,
        DraftSaved,
        EmailCorrection,
        FreeTextAnswer,
        HealthSystemsAnswer,
        IntroductionAnswer,
        IntroductionLinkRequest,
        IntroductionPreview,
        IntroductionRequest,
        LinkRequest,
        LocationAnswer,
        MarksAnswer,
        MatchingAnswer,
        MatchingRequest,
        MessageLinkRequest,
        NotifyRequest,
        NurseCallRequest,
        OwnStudiesAnswer,
        PageInfoAnswer,
        PageInfoRequest,
        ParticipantAnswer,
        ParticipantCreated,
        PartnerStudiesAnswer,
        PositionRequest,
        PrescreenAnswer,
        PrescreenRequest,
        PreviewAnswer,
        ProblemBody,
        PublicFigures,
        QuestionsAnswer,
        ReceiptsAnswer,
        RecordsAnswer,
        RecordsPersonRequest,
        RegistryListAnswer,
        RegistryStudyAnswer,
        ReturnAnswer,
        ReturnRequest,
        SearchAnswer,
        ShareAnswer,
        ShareRequest,
        SharesAnswer,
        SignUpForm,
        StopMessagesRequest,
        StoredAnswers,
        StudyQuestions,
        SuggestionsAnswer,
        SuggestionsRequest,
        SystemStudyAnswer,
        TakeBackRequest,
        UpcomingAnswer,
        UploadForm,
        UploadRequest,
        UploadStudy,
        Uploaded,
        UrgentHelp,
        UrgentHelpRequest,
        VoiceCallAnswer,
        WithdrawRequest,
        ZipDistancesAnswer,
    );
    files.texts
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
