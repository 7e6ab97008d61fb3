//! The stand-ins together, and the context of functions that use them.

use std::{fmt, io, net::SocketAddr, sync::Arc};

use aws_config::{BehaviorVersion, Region, SdkConfig, retry::RetryConfig};
use aws_sdk_dynamodb::config::{Credentials, SharedCredentialsProvider};
use axum::Router;
use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha256};
use waypoint_functions::{
    clock::Clock,
    context::{Context, timeouts},
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
    finding::Finder,
    health_records::HealthRecords,
    observing::TellsRequest,
    rate_limit::DailyBudgets,
    secret::hex,
    signed_message::{InvalidSigningKey, SigningKey},
    store::{Deletions, Outbox, Participants, Registry, Sessions, Studies, Subscriptions, Uploads},
};
use waypoint_keys::{GivenKeys, RootSecret, RootSecrets, WeakSecret};

use crate::{
    access::{
        caller::{CredentialsOfFunction, TellsFunction},
        gate,
        grants::Grants,
        guard::Guard,
    },
    data_folder,
    database::{self, DatabaseError, Storage},
    document_bucket::{self, BUCKET, REGION, Shelf},
    key_service::{self, MASTER_KEY},
    mail_server::{self, Mailbox},
    portal::{self, Desk},
    registry_server::{self, RegistryFile},
    secret_file::SecretBytes,
    tables::{self, TableError},
};

/// Which registry functions ask.
#[derive(Debug, Clone)]
pub enum RegistrySource {
    /// A file, behind a server in this process.
    File(RegistryFile),
    /// The real one.
    Live,
    /// A server that runs already: its name and its base address.
    At(String, String),
}

impl RegistrySource {
    /// Names the registry and its state.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::File(file) => &file.source,
            Self::Live => "live",
            Self::At(name, _) => name,
        }
    }
}

/// The table of studies, under its name on this machine.
pub(crate) const STUDIES: &str = "studies";
/// What functions of this machine say that they are.
pub(crate) const RELEASE: &str = "local";
/// From whom mail comes.
const FROM: &str = "Waypoint <news@waypoint.example>";

/// The stand-ins, running.
#[derive(Debug, Clone)]
pub struct Cloud {
    /// Where the database answers.
    pub database: SocketAddr,
    /// The access key with which it is asked.
    account: String,
    /// Where the key service answers.
    pub key_service: SocketAddr,
    /// Where the mail server answers.
    pub mail_server: SocketAddr,
    /// The mails that it has taken.
    pub mailbox: Mailbox,
    /// Where the study team's portal answers.
    pub portal: SocketAddr,
    /// What it has taken.
    pub desk: Desk,
    /// Where the bucket of documents answers.
    pub document_bucket: SocketAddr,
    /// The documents in it.
    pub shelf: Shelf,
    /// The registry's base address.
    pub registry: String,
    /// The secret of this machine.
    pub secret: SecretBytes,
    /// What holds the rights of functions, where they are held.
    pub guard: Option<Guard>,
}

/// The stand-ins can't be started.
#[derive(Debug, thiserror::Error)]
pub enum CloudError {
    /// The database.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// Its tables.
    #[error(transparent)]
    Tables(#[from] TableError),
    /// No port on the loopback address.
    #[error("a service can't be started on 127.0.0.1: {0}")]
    Io(#[from] io::Error),
    /// The registry's client.
    #[error(transparent)]
    Registry(#[from] FetchError),
    /// The secret.
    #[error(transparent)]
    Secret(#[from] WeakSecret),
    /// The client of the bucket.
    #[error(transparent)]
    Documents(#[from] InvalidBucket),
    /// The portal's client.
    #[error(transparent)]
    Portal(#[from] InvalidPortal),
    /// The portal's key.
    #[error("the key of the portal {0}")]
    PortalKey(#[from] InvalidSigningKey),
    /// The mail server's client.
    #[error(transparent)]
    Mail(#[from] InvalidMailService),
}

impl Cloud {
    /// Starts the stand-ins and makes the tables that are missing.
    ///
    /// # Errors
    /// When one of them can't be started.
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
        let desk = Desk::default();
        let portal = portal::start(desk.clone(), SigningKey::read(&portal_key(&secret))?).await?;
        let shelf = match storage {
            Storage::Memory | Storage::Emulator(_) => Shelf::Memory(Arc::default()),
            Storage::File(database) => Shelf::Folder(database.with_file_name(data_folder::DOCUMENTS)),
        };
        let document_bucket = serve(document_bucket::router(shelf.clone(), None)).await?;
        let cloud = Self {
            database,
            account,
            key_service,
            mail_server,
            mailbox,
            portal,
            desk,
            document_bucket,
            shelf,
            registry,
            secret,
            guard: None,
        };
        tables::create_missing(&cloud.database_client().await).await?;
        Ok(cloud)
    }

    /// The same, with a gate before the database and the key service, and a guard at every other stand-in, which give each
    /// function the rights of its policy.
    ///
    /// # Errors
    /// When a gate can't be started.
    pub async fn guarded(self, grants: &Arc<Grants>) -> io::Result<Self> {
        let guard = Guard::of(Arc::clone(grants))?;
        let database = gate::before(self.database, guard.clone()).await?;
        let key_service = gate::before(self.key_service, guard.clone()).await?;
        let bucket = document_bucket::router(self.shelf.clone(), Some(guard.clone()));
        let document_bucket = serve(bucket).await?;
        Ok(Self { database, key_service, document_bucket, guard: Some(guard), ..self })
    }

    /// A client of the database.
    pub async fn database_client(&self) -> aws_sdk_dynamodb::Client {
        let aws = self.database_config().await;
        let config = aws_sdk_dynamodb::config::Builder::from(&aws);
        let config = config.interceptor(TellsFunction).interceptor(TellsRequest);
        aws_sdk_dynamodb::Client::from_conf(config.build())
    }

    /// A client of the streams of its tables.
    pub async fn stream_client(&self) -> aws_sdk_dynamodbstreams::Client {
        aws_sdk_dynamodbstreams::Client::new(&self.database_config().await)
    }

    async fn database_config(&self) -> SdkConfig {
        let key = Credentials::new(&self.account, "local", None, None, "local");
        let config = aws(self.database).await.into_builder();
        config.credentials_provider(SharedCredentialsProvider::new(key)).build()
    }

    /// A client of the key service.
    async fn key_client(&self) -> aws_sdk_kms::Client {
        let aws = aws(self.key_service).await;
        let config = aws_sdk_kms::config::Builder::from(&aws);
        let config = config.interceptor(TellsFunction).interceptor(TellsRequest);
        aws_sdk_kms::Client::from_conf(config.build())
    }

    /// Mail by the server of this machine, with links to a site.
    ///
    /// # Errors
    /// When the address of the site can't be used.
    pub fn mail(&self, site: &str) -> Result<MailService, CloudError> {
        let service = SmtpService::new(&format!("smtp://{}", self.mail_server), FROM, site)?;
        Ok(MailService::Smtp(service.into()))
    }

    /// The bucket of this machine.
    ///
    /// # Errors
    /// When its client can't be made.
    pub fn documents(&self) -> Result<Documents, CloudError> {
        let server = format!("http://{}", self.document_bucket);
        let credentials = SharedCredentialsProvider::new(CredentialsOfFunction);
        Ok(Documents::Bucket(Bucket::new(BUCKET, Some(&server), REGION, credentials)?.into()))
    }

    /// The portal of this machine.
    ///
    /// # Errors
    /// When its client can't be made.
    pub fn portal(&self) -> Result<PortalService, CloudError> {
        let address = format!("http://{}{}", self.portal, portal::PATH);
        Ok(PortalService::Webhook(Portal::new(&address, &self.portal_key_text())?.into()))
    }

    /// The key with which the portal of this machine signs, and by which it believes.
    ///
    /// # Errors
    /// When it can't be made.
    pub fn portal_key(&self) -> Result<SigningKey, CloudError> {
        Ok(SigningKey::read(&self.portal_key_text())?)
    }

    /// The same key as it stands in a configuration.
    #[must_use]
    pub fn portal_key_text(&self) -> String {
        portal_key(&self.secret)
    }

    /// The root secret of this machine, from which the keys of functions are derived.
    ///
    /// # Errors
    /// When it is too short.
    pub fn root_secrets(&self) -> Result<RootSecrets, WeakSecret> {
        RootSecret::from_hex(&hex(&self.secret)).map(RootSecrets::from)
    }

    /// The context of functions on this machine.
    ///
    /// # Errors
    /// When the registry's client can't be made.
    pub async fn context(&self, finder: Finder, limits: bool) -> Result<Context, CloudError> {
        let database = self.database_client().await;
        let purpose_keys = GivenKeys::all(&self.root_secrets()?);
        let purpose_keys = match &self.guard {
            Some(guard) => purpose_keys.behind(Arc::new(guard.clone())),
            None => purpose_keys,
        };
        let participants = Participants::new(database.clone(), "participants", purpose_keys.clone());
        let sessions = Sessions::new(database.clone(), "sessions");
        Ok(Context {
            studies: Studies::new(database.clone(), STUDIES),
            registry: Registry::new(database.clone(), "registry"),
            subscriptions: Subscriptions::new(database.clone(), "participants"),
            uploads: Uploads::new(database.clone(), "participants"),
            documents: self.documents()?,
            outbox: Outbox::new(database, "participants"),
            deletions: Deletions::new(participants.clone(), sessions.clone()),
            participants,
            sessions,
            keys: Keys::new(self.key_client().await, MASTER_KEY),
            registry_client: RegistryClient::new(&self.registry)?,
            finder: Arc::new(finder),
            trial_matching: TrialMatching::Ours,
            health_records: HealthRecords::Off,
            chat_agent: ChatAgent::Ours,
            voice_calls: VoiceCalls::Off,
            mail: self.mail("http://waypoint.example")?,
            portal: PortalService::Off,
            portal_key: Some(self.portal_key()?),
            purpose_keys,
            clock: Clock::default(),
            release: RELEASE.into(),
            limits,
            budgets: DailyBudgets::default(),
        })
    }
}

/// An emulator for many takes twelve digits for the number of an account, and each cloud has one of its own.
fn account(storage: &Storage) -> io::Result<String> {
    if !matches!(storage, Storage::Emulator(_)) {
        return Ok("local".to_owned());
    }
    let mut bits = [0; 8];
    getrandom::fill(&mut bits).map_err(io::Error::other)?;
    Ok(format!("{:012}", u64::from_be_bytes(bits) % 1_000_000_000_000))
}

/// Its own bytes say what it is for, so that it is no other key of this machine.
fn portal_key(secret: &SecretBytes) -> String {
    let key = Sha256::digest([b"portal:".as_slice(), secret].concat());
    format!("whsec_{}", STANDARD.encode(key))
}

/// Serves a router on a free port of the loopback address.
///
/// # Errors
/// When there is no port.
pub async fn serve(router: Router) -> io::Result<SocketAddr> {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(address)
}

/// The studies in a database of this machine that another program runs.
pub async fn studies_at(database: SocketAddr) -> Studies {
    Studies::new(aws_sdk_dynamodb::Client::new(&aws(database).await), STUDIES)
}

/// How a service of this machine is asked.
pub(crate) async fn aws(address: impl fmt::Display) -> SdkConfig {
    aws_config::defaults(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .credentials_provider(Credentials::new("local", "local", None, None, "local"))
        .endpoint_url(format!("http://{address}"))
        .timeout_config(timeouts())
        .retry_config(RetryConfig::standard().with_max_attempts(3))
        .load()
        .await
}
