//! An SMTP session (RFC 5321), as far as our client needs it.

use std::{io, time::Duration};

use tokio::{
    io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
};

use super::{
    mailbox::{Behavior, Mailbox},
    message::ReceivedMail,
};

/// The maximum length of a line.
const MAX_LINE: u64 = 2000;
/// The maximum size of a mail in bytes.
const MAX_MAIL: usize = 256 * 1024;
/// The duration for which a silent server doesn't answer.
const SILENCE: Duration = Duration::from_secs(100);

/// Talks to a client until one side ends the session.
pub(super) async fn talk(mut client: TcpStream, mailbox: &Mailbox) -> io::Result<()> {
    let (read, mut write) = client.split();
    let mut lines = BufReader::new(read);
    if mailbox.behavior() == Behavior::Silent {
        tokio::time::sleep(SILENCE).await;
        return Ok(());
    }
    write.write_all(b"220 waypoint-local accepts local mail\r\n").await?;
    let mut to = String::new();
    while let Some(line) = next_line(&mut lines).await? {
        let command = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        let answer = match (command.as_str(), mailbox.behavior()) {
            ("EHLO", _) => "250-waypoint-local\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 SIZE 262144\r\n",
            ("HELO" | "NOOP" | "RSET" | "MAIL", _) => "250 OK\r\n",
            ("RCPT", Behavior::Busy) => "451 Come back later\r\n",
            ("RCPT", Behavior::Rejects) => "550 There is no such address\r\n",
            ("RCPT", _) => {
                let address = line.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
                address.map_or("", |(address, _)| address).clone_into(&mut to);
                "250 OK\r\n"
            }
            ("DATA", mood) => {
                write.write_all(b"354 Go on\r\n").await?;
                let Some(text) = mail(&mut lines).await? else { return Ok(()) };
                mailbox.put(ReceivedMail::read(&to, &text));
                if mood == Behavior::HangsUp {
                    return Ok(());
                }
                "250 Taken\r\n"
            }
            ("QUIT", _) => {
                return write.write_all(b"221 Goodbye\r\n").await;
            }
            _ => "502 Not known here\r\n",
        };
        write.write_all(answer.as_bytes()).await?;
    }
    Ok(())
}

/// Reads the lines up to a single dot, or `None` if they are too many or end early.
async fn mail(lines: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Option<String>> {
    let mut text = String::new();
    while let Some(line) = next_line(lines).await? {
        if line == "." {
            return Ok(Some(text));
        }
        text.push_str(line.strip_prefix('.').unwrap_or(&line));
        text.push_str("\r\n");
        if text.len() > MAX_MAIL {
            return Ok(None);
        }
    }
    Ok(None)
}

async fn next_line(lines: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = lines.take(MAX_LINE).read_until(b'\n', &mut line).await?;
    if read == 0 || !line.ends_with(b"\n") {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned()))
}
