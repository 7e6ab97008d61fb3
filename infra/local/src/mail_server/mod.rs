//! A mail server on the loopback address: SMTP as our client speaks it, into a mailbox in memory, which the local server
//! shows at `/_local/outbox`. No mail leaves this machine.
//!
//! - [`mailbox`]: the mails, the newest of them
//! - [`session`]: a conversation with a client
//! - [`message`]: what a mail says
//! - [`pages`]: the pages that show them

pub mod mailbox;
pub mod message;
pub mod pages;
mod session;

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use tokio::{net::TcpListener, sync::Semaphore};

pub use mailbox::Mailbox;
pub use message::ReceivedMail;

/// How many clients are talked to at once.
const MOST_CLIENTS: usize = 16;
/// How long a conversation may take.
const LONGEST: Duration = Duration::from_mins(2);

/// What the server does with mail.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Mood {
    /// It takes it.
    #[default]
    Takes,
    /// It asks to come back later.
    IsBusy,
    /// It says that there is no such address.
    Refuses,
    /// It never answers.
    IsSilent,
    /// It takes the mail, and hangs up before it says so.
    HangsUp,
}

/// Starts a server on a free port; it ends with the runtime.
///
/// # Errors
/// When there is no port.
pub async fn start(mailbox: Mailbox) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let address = listener.local_addr()?;
    let room = Arc::new(Semaphore::new(MOST_CLIENTS));
    tokio::spawn(async move {
        loop {
            let Ok(place) = Arc::clone(&room).acquire_owned().await else { return };
            let Ok((client, _)) = listener.accept().await else { continue };
            let mailbox = mailbox.clone();
            tokio::spawn(async move {
                // A client that breaks off is no matter of the server's.
                let _ = tokio::time::timeout(LONGEST, session::talk(client, &mailbox)).await;
                drop(place);
            });
        }
    });
    Ok(address)
}
