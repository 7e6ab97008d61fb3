//! A mail server on the loopback address. It receives SMTP into a mailbox in memory, which the local server shows at
//! `/_local/outbox`. No mail leaves this machine.
//!
//! - [`mailbox`]: the newest mails
//! - [`session`]: an SMTP session with a client
//! - [`message`]: parses a mail
//! - [`pages`]: shows the mails

pub mod mailbox;
pub mod message;
pub mod pages;
mod session;

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use tokio::{net::TcpListener, sync::Semaphore};

pub use mailbox::{Behavior, Mailbox};
pub use message::ReceivedMail;

/// The maximum number of concurrent clients.
const MAX_CLIENTS: usize = 16;
/// Time limit of a session.
const SESSION_TIMEOUT: Duration = Duration::from_mins(2);

/// Starts a server on a free port. It ends with the runtime.
pub async fn start(mailbox: Mailbox) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let address = listener.local_addr()?;
    let slots = Arc::new(Semaphore::new(MAX_CLIENTS));
    tokio::spawn(async move {
        loop {
            let Ok(slot) = Arc::clone(&slots).acquire_owned().await else { return };
            let Ok((client, _)) = listener.accept().await else { continue };
            let mailbox = mailbox.clone();
            tokio::spawn(async move {
                // Errors of one client don't matter to the server.
                let _ = tokio::time::timeout(SESSION_TIMEOUT, session::talk(client, &mailbox)).await;
                drop(slot);
            });
        }
    });
    Ok(address)
}
