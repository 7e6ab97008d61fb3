//! Request and response types that aren't domain types. The field names are a contract with all clients.

mod as_text;
mod assistants;
mod captcha;
mod cookies;
mod deletion;
mod description;
mod documents;
mod draft;
mod figures;
mod free_text_answer;
mod health;
mod introduction;
mod matching;
mod message_consents;
mod news;
mod nurse;
mod page_info;
mod partner_record;
mod places;
mod questions;
mod record_groups;
mod records;
mod registry_record;
mod returning;
mod search_answer;
mod sign_up;
mod study_answer;

pub use assistants::{
    ChatAnswer, ChatMessage, ChatRequest, ChatStatus, UrgentHelp, UrgentHelpRequest, VoiceCallAnswer,
    VoiceCallData,
};
pub use captcha::{CaptchaPurpose, CaptchaRequest};
pub use cookies::CookieCheck;
pub use deletion::{DeletionForm, DeletionLinkRequest};
pub use description::{
    DescribeAnswer, DescribeRequest, DescriptionLanguage, UnderstoodCondition, UnderstoodDescription,
    UnderstoodTreatment,
};
pub use documents::{UploadForm, UploadRequest, UploadStudy, Uploaded, UploadedDocument};
pub use draft::{DraftRequest, DraftSaved};
pub use figures::{ContactTimes, FiguresReport, FiguresRequest, PublicFigures, RegistryFreshness};
pub use free_text_answer::{FreeTextAnswer, FreeTextOutput};
pub use health::{Health, HealthAnswer};
pub use introduction::{
    IntroductionAnswer, IntroductionLinkRequest, IntroductionMail, IntroductionPreview, IntroductionRequest,
    IntroductionResult,
};
pub use matching::{
    MatchedTrial, MatchingAnswer, MatchingData, MatchingEdge, MatchingError, MatchingList, MatchingRequest,
};
pub use message_consents::{MessagesStopped, StopMessagesRequest};
pub use news::{MessageLinkRequest, NotifyRequest};
pub use nurse::NurseCallRequest;
pub use page_info::{PageInfo, PageInfoAnswer, PageInfoRequest};
pub use partner_record::{PartnerRecord, SitePlace};
pub use places::{
    LocationAnswer, LocationGeometry, LocationOutput, LocationPoint, LocationResult, PositionRequest,
    ZipDistance, ZipDistancesAnswer,
};
pub use questions::{
    AnswersRequest, CriteriaRequest, OrderText, PrescreenAnswer, PrescreenRequest, PublicQuestion,
    QuestionsAnswer, StoredAnswers, StudyQuestions, SubmittedAnswer,
};
pub use record_groups::{FurtherRecords, RecordGroups};
pub use records::{
    ChoiceRequest, ChosenRecord, ChosenRecords, ConnectAnswer, ConnectRequest, CopyOfHospital,
    DifferingBirthDates, HealthSystemCard, HealthSystemsAnswer, MarksAnswer, RecordsAnswer,
    RecordsConnection, RecordsPerson, RecordsPersonRequest, ShareAnswer, ShareRequest, SharedRecords,
    SharesAnswer, TakeBackRequest, WithdrawRequest,
};
pub use registry_record::{RegistryListRecord, RegistryRecord};
pub use returning::{
    BrowserContents, EmailCorrection, LinkRequest, MaskedSignUp, ReturnAction, ReturnAnswer, ReturnRequest,
};
pub use search_answer::{
    AgeGroupCounts, ConditionCount, CountryCount, FilterCounts, GenderCounts, PageLanguage,
    ParticipationCounts, PhaseCounts, RegistryListAnswer, SearchAnswer, SearchHelp, SearchSource,
    StudyTypeCounts, SuggestionList, SuggestionsAnswer, SuggestionsRequest, Understood, UnderstoodFilter,
    UnderstoodMarker, UnderstoodPart,
};
pub use sign_up::{
    AcknowledgeRequest, ContactOptions, ContactPromise, ContactRequest, Done, OtherStudies,
    ParticipantAnswer, ParticipantCreated, ParticipantIds, ParticipantState, ReceiptsAnswer, ReferralState,
    ReferralStatement, SignUpDraft, StudyChat,
};
pub use study_answer::{
    OwnStudiesAnswer, PartnerStudiesAnswer, PreviewAnswer, RegistryStudyAnswer, StudyList, SystemStudyAnswer,
    TrialAnswer, UpcomingAnswer,
};
