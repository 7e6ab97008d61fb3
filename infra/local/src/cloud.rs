//! The fakes together, and a context for functions that use them.

use std::{io, net::SocketAddr, sync::Arc};

use aws_config::SdkConfig;
use aws_sdk_dynamodb::config::{Credentials, SharedCredentialsProvider};
use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha256};
use waypoint_domain::introduction::DecliningContacts;
use waypoint_functions::{
    clock::Clock,
    context::{Context, Release},
    external::{
        chat_agent::ChatAgent,
        documents::{Bucket, Documents, InvalidBucket},
        keys::Keys,
        mail::{InvalidMailService, MailService, SmtpService},
        portal::{InvalidPortal, Portal, PortalService},
        registry_client::{FetchError, LIVE, RegistryClient},
        trial_matching::TrialMatching,
        voice_calls::VoiceCalls,
    },
    filled_pages::PageFiller,
    finding::Finder,
    health_records::HealthRecords,
    introduction::IntroductionSending,
    observing::RequestIdInterceptor,
    paid_service::DailyBudgets,
    secret::hex,
    signed_message::{InvalidSigningKey, SigningKey},
    store::{
        ErasureRequests, Figures, Introductions, Outbox, Participants, Registry, Sessions, Studies,
        Subscriptions, Uploads,
    },
};
use waypoint_keys::{ProgramKeys, RootSecret, RootSecrets, WeakSecret};

use crate::{
    access::{caller::NamesFunction, gate, grants::Grants, guard::Guard},
    data_folder,
    database::{self, DatabaseError, Storage},
    document_bucket::{self, BUCKET, DocumentStore, FunctionCredentials, REGION},
    key_service::{self, MASTER_KEY},
    local_service::{aws, serve},
    mail_server::{self, Mailbox},
    portal::{self, ReceivedMessages},
    registry_server::{self, RegistryFile},
    secret_file::SecretBytes,
    tables::{self, TableError},
};

/// The registry that functions query.
#[derive(Debug, Clone)]
pub enum RegistrySource {
    /// A file, served in this process.
    File(RegistryFile),
    /// The real registry.
    Live,
    /// A running server: its name and its base address.
    At(String, String),
}

impl RegistrySource {
    /// Identifies the registry and its contents.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::File(file) => &file.source,
            Self::Live => "live",
            Self::At(name, _) => name,
        }
    }
}

/// Local name of the table of studies.
pub(crate) const STUDIES: &str = "studies";
/// The release that local functions report.
pub(crate) const RELEASE: &str = "local";
/// Sender of mails.
const FROM: &str = "Waypoint <news@waypoint.example>";

/// The running fakes.
#[derive(Debug, Clone)]
pub struct Cloud {
    /// Address of the database.
    pub database: SocketAddr,
    /// Access key for the database.
    account: String,
    /// Address of the key service.
    pub key_service: SocketAddr,
    /// Address of the mail server.
    pub mail_server: SocketAddr,
    /// The received mails.
    pub mailbox: Mailbox,
    /// Address of the study team's portal.
    pub portal: SocketAddr,
    /// The messages that the portal received.
    pub portal_messages: ReceivedMessages,
    /// Address of the bucket of documents.
    pub document_bucket: SocketAddr,
    /// The documents in the bucket.
    pub documents: DocumentStore,
    /// Base address of the registry.
    pub registry: String,
    /// The local root secret.
    pub secret: SecretBytes,
    /// Checks the permissions of functions, if enabled.
    pub guard: Option<Guard>,
}

/// The fakes could not be started.
#[derive(Debug, thiserror::Error)]
pub enum CloudError {
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The tables could not be created.
    #[error(transparent)]
    Tables(#[from] TableError),
    /// There is no free port on the loopback address.
    #[error("could not start a service on 127.0.0.1: {0}")]
    Io(#[from] io::Error),
    /// The registry's client is invalid.
    #[error(transparent)]
    Registry(#[from] FetchError),
    /// The root secret is too short.
    #[error(transparent)]
    Secret(#[from] WeakSecret),
    /// The bucket's client is invalid.
    #[error(transparent)]
    Documents(#[from] InvalidBucket),
    /// The portal's client is invalid.
    #[error(transparent)]
    Portal(#[from] InvalidPortal),
    /// The portal's key is invalid.
    #[error("the portal's key {0}")]
    PortalKey(#[from] InvalidSigningKey),
    /// The mail server's client is invalid.
    #[error(transparent)]
    Mail(#[from] InvalidMailService),
}

impl Cloud {
    /// Starts the fakes and creates missing tables.
    pub async fn start(
        storage: &Storage,
        registry: &RegistrySource,
        secret: SecretBytes,
    ) -> Result<Self, CloudError> {
        let database = database::start(storage)?;
        let account = account(storage)?;
        let key_service = serve(key_service::router(&secret)).await?;
        let registry = match registry {
            RegistrySource::File(file) => {
                format!("http://{}", serve(registry_server::router(Arc::new(file.clone()))).await?)
            }
            RegistrySource::Live => LIVE.to_owned(),
            RegistrySource::At(_, address) => address.clone(),
        };
        let mailbox = Mailbox::default();
        let mail_server = mail_server::start(mailbox.clone()).await?;
        let desk = ReceivedMessages::default();
        let portal = portal::start(desk.clone(), SigningKey::read(&portal_key(&secret))?).await?;
        let shelf = match storage {
            Storage::Memory | Storage::Emulator(_) => DocumentStore::Memory(Arc::default()),
            Storage::File(database) => DocumentStore::Folder(database.with_file_name(data_folder::DOCUMENTS)),
        };
        let document_bucket = serve(document_bucket::router(shelf.clone(), None)).await?;
        let cloud = Self {
            database,
            account,
            key_service,
            mail_server,
            mailbox,
            portal,
            portal_messages: desk,
            document_bucket,
            documents: shelf,
            registry,
            secret,
            guard: None,
        };
        tables::create_missing(&cloud.database_client().await).await?;
        Ok(cloud)
    }

    /// Adds a gate in front of the database and the key service, and a guard at every other fake. They grant each
    /// function the permissions of its policy.
    pub async fn guarded(self, grants: &Arc<Grants>) -> io::Result<Self> {
        let guard = Guard::new(Arc::clone(grants))?;
        let database = gate::start_gate(self.database, guard.clone()).await?;
        let key_service = gate::start_gate(self.key_service, guard.clone()).await?;
        let bucket = document_bucket::router(self.documents.clone(), Some(guard.clone()));
        let document_bucket = serve(bucket).await?;
        Ok(Self { database, key_service, document_bucket, guard: Some(guard), ..self })
    }

    /// Returns a client of the database.
    pub async fn database_client(&self) -> aws_sdk_dynamodb::Client {
        let aws = self.database_config().await;
        let config = aws_sdk_dynamodb::config::Builder::from(&aws);
        let config = config.interceptor(NamesFunction).interceptor(RequestIdInterceptor);
        aws_sdk_dynamodb::Client::from_conf(config.build())
    }

    /// Returns a client of the database's streams.
    pub async fn stream_client(&self) -> aws_sdk_dynamodbstreams::Client {
        aws_sdk_dynamodbstreams::Client::new(&self.database_config().await)
    }

    async fn database_config(&self) -> SdkConfig {
        let key = Credentials::new(&self.account, "local", None, None, "local");
        let config = aws(self.database).await.into_builder();
        config.credentials_provider(SharedCredentialsProvider::new(key)).build()
    }

    /// Returns a client of the key service.
    async fn key_client(&self) -> aws_sdk_kms::Client {
        let aws = aws(self.key_service).await;
        let config = aws_sdk_kms::config::Builder::from(&aws);
        let config = config.interceptor(NamesFunction).interceptor(RequestIdInterceptor);
        aws_sdk_kms::Client::from_conf(config.build())
    }

    /// Returns a mail service that uses the local mail server, with links to a site.
    pub fn mail(&self, site: &str) -> Result<MailService, CloudError> {
        let service = SmtpService::new(&format!("smtp://{}", self.mail_server), FROM, site)?;
        Ok(MailService::Smtp(service.into()))
    }

    /// Returns the local bucket of documents.
    pub fn documents(&self) -> Result<Documents, CloudError> {
        let server = format!("http://{}", self.document_bucket);
        let credentials = SharedCredentialsProvider::new(FunctionCredentials);
        Ok(Documents::Bucket(Bucket::new(BUCKET, Some(&server), REGION, credentials)?.into()))
    }

    /// Returns the local portal.
    pub fn portal(&self) -> Result<PortalService, CloudError> {
        let address = format!("http://{}{}", self.portal, portal::PATH);
        Ok(PortalService::Webhook(Portal::new(&address, &self.portal_key_text())?.into()))
    }

    /// Returns the key that signs messages from and to the local portal.
    pub fn portal_key(&self) -> Result<SigningKey, CloudError> {
        Ok(SigningKey::read(&self.portal_key_text())?)
    }

    /// Returns the same key in the format of a configuration.
    #[must_use]
    pub fn portal_key_text(&self) -> String {
        portal_key(&self.secret)
    }

    /// Returns the local root secret, from which the keys of functions are derived.
    pub fn root_secrets(&self) -> Result<RootSecrets, WeakSecret> {
        RootSecret::from_hex(&hex(&self.secret)).map(RootSecrets::from)
    }

    /// Returns a context for local functions.
    pub async fn context(&self, finder: Finder, limits: bool) -> Result<Context, CloudError> {
        let database = self.database_client().await;
        let purpose_keys = ProgramKeys::for_all_purposes(&self.root_secrets()?);
        let purpose_keys = match &self.guard {
            Some(guard) => purpose_keys.with_gate(Arc::new(guard.clone())),
            None => purpose_keys,
        };
        let participants = Participants::new(database.clone(), "participants", purpose_keys.clone());
        let sessions = Sessions::new(database.clone(), "sessions");
        Ok(Context {
            studies: Studies::new(database.clone(), STUDIES),
            registry: Registry::new(database.clone(), "registry"),
            subscriptions: Subscriptions::new(database.clone(), "participants"),
            introductions: Introductions::new(database.clone(), "participants"),
            introduction_sending: IntroductionSending::new(
                Some("http://waypoint.example".into()),
                DecliningContacts::default(),
            ),
            uploads: Uploads::new(database.clone(), "participants"),
            documents: self.documents()?,
            figures: Figures::new(database.clone(), "figures"),
            outbox: Outbox::new(database, "participants"),
            erasure_requests: ErasureRequests::new(participants.clone(), sessions.clone()),
            participants,
            sessions,
            keys: Keys::new(self.key_client().await, MASTER_KEY),
            registry_client: RegistryClient::new(&self.registry)?,
            finder: Arc::new(finder),
            trial_matching: TrialMatching::BuiltIn,
            health_records: HealthRecords::Off,
            chat_agent: ChatAgent::BuiltIn,
            voice_calls: VoiceCalls::Off,
            mail: self.mail("http://waypoint.example")?,
            portal: PortalService::Off,
            portal_key: Some(self.portal_key()?),
            purpose_keys,
            page_filler: PageFiller::Off,
            clock: Clock::default(),
            release: Release(RELEASE.into()),
            has_rate_limits: limits,
            budgets: DailyBudgets::default(),
        })
    }
}

/// An emulator that separates accounts requires twelve digits as the access key. Each cloud gets its own.
fn account(storage: &Storage) -> io::Result<String> {
    if !matches!(storage, Storage::Emulator(_)) {
        return Ok("local".to_owned());
    }
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(format!("{:012}", u64::from_be_bytes(bytes) % 1_000_000_000_000))
}

/// The prefix makes this key different from all other keys derived from the secret.
fn portal_key(secret: &SecretBytes) -> String {
    let key = Sha256::digest([b"portal:".as_slice(), secret].concat());
    format!("whsec_{}", STANDARD.encode(key))
}

/// Returns the studies in a local database that another program runs.
pub async fn studies_at(database: SocketAddr) -> Studies {
    Studies::new(aws_sdk_dynamodb::Client::new(&aws(database).await), STUDIES)
}
