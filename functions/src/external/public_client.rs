//! Requests to addresses from external data: a health system's list, its configuration, or the next page of a search.
//!
//! Such a request must never reach the internal network: not through a literal address, not through a name that
//! resolves to an internal address, and not through a name that resolves to another address after the check. The check
//! is therefore part of the resolver, and connections only use the addresses it returns. Redirects are not followed.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use reqwest::{
    Client, RequestBuilder,
    dns::{Addrs, Name, Resolve, Resolving},
    header::HeaderMap,
    redirect,
};
use url::Url;

use super::reach::Reach;

/// The address of a request is not public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the address is not on the public internet")]
pub struct AddressNotPublic;

/// A client for addresses from external data. It can't reach any other address.
#[derive(Debug, Clone)]
pub struct PublicClient {
    http: Client,
    reach: Reach,
}

impl PublicClient {
    /// Creates a client with these timeouts, which sends these headers with each request.
    pub fn new(
        reach: Reach,
        timeout: Duration,
        connect_timeout: Duration,
        headers: HeaderMap,
    ) -> reqwest::Result<Self> {
        Self::with_resolver(SystemResolver, reach, timeout, connect_timeout, headers)
    }

    fn with_resolver(
        resolver: impl LookUp,
        reach: Reach,
        timeout: Duration,
        connect_timeout: Duration,
        headers: HeaderMap,
    ) -> reqwest::Result<Self> {
        let http = Client::builder()
            .timeout(timeout)
            .connect_timeout(connect_timeout)
            .redirect(redirect::Policy::none())
            .default_headers(headers)
            // A proxy would resolve names itself.
            .no_proxy()
            .dns_resolver(CheckedResolver { resolver, reach })
            .build()?;
        Ok(Self { http, reach })
    }

    /// Starts a GET request.
    pub fn get(&self, url: Url) -> Result<RequestBuilder, AddressNotPublic> {
        self.checked(url, Client::get)
    }

    /// Starts a POST request.
    pub fn post(&self, url: Url) -> Result<RequestBuilder, AddressNotPublic> {
        self.checked(url, Client::post)
    }

    /// Checks a literal address, which is never resolved.
    fn checked(
        &self,
        url: Url,
        ask: impl Fn(&Client, Url) -> RequestBuilder,
    ) -> Result<RequestBuilder, AddressNotPublic> {
        if self.reach.may_reach_host_of(&url) { Ok(ask(&self.http, url)) } else { Err(AddressNotPublic) }
    }
}

/// Resolves names and returns only addresses that may be reached. Connections use these addresses only.
struct CheckedResolver<R> {
    resolver: R,
    reach: Reach,
}

/// Looks up the addresses of a name.
trait LookUp: Send + Sync + Clone + 'static {
    fn look_up(&self, name: String) -> impl Future<Output = io::Result<Vec<IpAddr>>> + Send;
}

#[derive(Clone)]
struct SystemResolver;

impl LookUp for SystemResolver {
    async fn look_up(&self, name: String) -> io::Result<Vec<IpAddr>> {
        Ok(tokio::net::lookup_host((name, 0)).await?.map(|address| address.ip()).collect())
    }
}

impl<R: LookUp> Resolve for CheckedResolver<R> {
    fn resolve(&self, name: Name) -> Resolving {
        let (resolver, reach) = (self.resolver.clone(), self.reach);
        Box::pin(async move {
            let found = resolver.look_up(name.as_str().to_owned()).await?;
            // An internal address among others is no accident, so all addresses of the name are rejected.
            if !found.iter().all(|address| reach.allows(*address)) {
                return Err(AddressNotPublic.into());
            }
            let addresses: Addrs = Box::new(found.into_iter().map(|address| SocketAddr::new(address, 0)));
            Ok(addresses)
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
    };

    use super::*;

    #[test]
    fn literal_addresses_are_checked_in_every_url_form() {
        let client = test_client(SystemResolver, Reach::Public);
        for text in [
            "http://127.0.0.1/x",
            "https://127.1/x",
            "https://2130706433/x",
            "https://0x7f.0.0.1/x",
            "https://0177.0.0.1/x",
            "https://①②⑦.0.0.1/x",
            "https://169.254.169.254/latest/meta-data",
            "https://[::1]/x",
            "https://[::ffff:10.0.0.1]/x",
            "https://[fd00:ec2::254]/x",
        ] {
            let url = Url::parse(text).unwrap();
            assert!(client.get(url.clone()).is_err() && client.post(url).is_err(), "{text}");
        }
        assert!(client.get(Url::parse("https://1.1.1.1/x").unwrap()).is_ok());
    }

    fn test_client(resolver: impl LookUp, reach: Reach) -> PublicClient {
        let time = Duration::from_secs(5);
        PublicClient::with_resolver(resolver, reach, time, time, HeaderMap::new()).unwrap()
    }

    /// Returns different addresses in turn, as in a DNS rebinding attack.
    #[derive(Clone)]
    struct Rebinding {
        answers: &'static [&'static [&'static str]],
        lookups: Arc<AtomicUsize>,
    }

    impl Rebinding {
        fn new(answers: &'static [&'static [&'static str]]) -> Self {
            Self { answers, lookups: Arc::default() }
        }
    }

    impl LookUp for Rebinding {
        async fn look_up(&self, _: String) -> io::Result<Vec<IpAddr>> {
            let answer = self.answers[self.lookups.fetch_add(1, Ordering::SeqCst) % self.answers.len()];
            Ok(answer.iter().map(|text| text.parse().unwrap()).collect())
        }
    }

    /// An internal server that counts connections and always redirects.
    async fn internal_server() -> (u16, Arc<AtomicUsize>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let connections = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&connections);
        tokio::spawn(async move {
            while let Ok((mut connection, _)) = listener.accept().await {
                counted.fetch_add(1, Ordering::SeqCst);
                let mut request = [0; 1024];
                let _ = connection.read(&mut request).await;
                let answer = format!(
                    "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:{port}/inside\r\ncontent-length: 0\r\n\
                     connection: close\r\n\r\n"
                );
                let _ = connection.write_all(answer.as_bytes()).await;
            }
        });
        (port, connections)
    }

    /// The addresses that internal names resolve to.
    const ANSWERS: [&[&[&str]]; 4] =
        [&[&["127.0.0.1"]], &[&["::1"]], &[&["::ffff:127.0.0.1"]], &[&["1.1.1.1", "127.0.0.1"]]];

    #[tokio::test]
    async fn name_that_resolves_to_internal_address_is_rejected() {
        let (port, connections) = internal_server().await;
        for answers in ANSWERS {
            let client = test_client(Rebinding::new(answers), Reach::Public);
            let url = Url::parse(&format!("http://ehr.example:{port}/")).unwrap();
            let error = client.get(url).unwrap().send().await.unwrap_err();
            assert!(error.is_connect(), "{error:?}");
        }
        assert_eq!(connections.load(Ordering::SeqCst), 0);
    }

    #[tokio::test]
    async fn each_connection_uses_its_checked_address() {
        let (port, connections) = internal_server().await;
        // Every second lookup returns an internal address. The connection itself must not look up the name again.
        let resolver = Rebinding::new(&[&["127.0.0.1"], &["10.0.0.1"]]);
        let client = test_client(resolver.clone(), Reach::PublicAndLoopback);
        let url = Url::parse(&format!("http://ehr.example:{port}/")).unwrap();
        assert_eq!(client.get(url.clone()).unwrap().send().await.unwrap().status(), 302);
        assert_eq!(resolver.lookups.load(Ordering::SeqCst), 1);
        assert!(client.get(url).unwrap().send().await.is_err());
        assert_eq!(connections.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn redirects_are_not_followed() {
        let (port, connections) = internal_server().await;
        let client = test_client(SystemResolver, Reach::PublicAndLoopback);
        let url = Url::parse(&format!("http://127.0.0.1:{port}/")).unwrap();
        assert_eq!(client.get(url).unwrap().send().await.unwrap().status(), 302);
        assert_eq!(connections.load(Ordering::SeqCst), 1);
    }
}
