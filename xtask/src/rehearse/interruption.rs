//! A proxy to the bucket that breaks the connection after a number of files.

use std::{
    io::{self, Read, Write},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// The start of a request that uploads a file.
const PUT: &[u8] = b"PUT /";

/// Starts the proxy for an address, and returns its own address.
pub(super) fn before(address: SocketAddr, files: usize) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    let here = listener.local_addr()?;
    let left = Arc::new(AtomicUsize::new(files));
    thread::spawn(move || {
        for visitor in listener.incoming().flatten() {
            let left = Arc::clone(&left);
            thread::spawn(move || lead(&visitor, address, &left));
        }
    });
    Ok(here)
}

fn lead(visitor: &TcpStream, address: SocketAddr, left: &AtomicUsize) {
    // A client that is cut off retries, and is cut off again.
    let Ok(there) = TcpStream::connect(address) else { return };
    let (Ok(mut from), Ok(mut to)) = (there.try_clone(), visitor.try_clone()) else { return };
    let back = thread::spawn(move || io::copy(&mut from, &mut to));
    if let Ok(Passed::All) = pass_on(visitor, &there, left) {
        // The client has sent everything and waits for the response.
        let _ = there.shutdown(Shutdown::Write);
    } else {
        let _ = visitor.shutdown(Shutdown::Both);
        let _ = there.shutdown(Shutdown::Both);
    }
    let _ = back.join();
}

/// How much was forwarded.
enum Passed {
    All,
    Some,
}

fn pass_on(mut visitor: &TcpStream, mut there: &TcpStream, left: &AtomicUsize) -> io::Result<Passed> {
    let mut bytes = vec![0; 1 << 16];
    loop {
        let read = visitor.read(&mut bytes)?;
        if read == 0 {
            return Ok(Passed::All);
        }
        if bytes[..read].starts_with(PUT) && !one_less(left) {
            return Ok(Passed::Some);
        }
        there.write_all(&bytes[..read])?;
    }
}

/// Decrements the counter. Returns false if it is already zero.
fn one_less(left: &AtomicUsize) -> bool {
    left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_files_pass_and_no_more_while_questions_go_on() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let there = listener.local_addr().unwrap();
        thread::spawn(move || {
            for mut visitor in listener.incoming().flatten() {
                let mut bytes = [0; 64];
                let read = visitor.read(&mut bytes).unwrap_or_default();
                let _ = visitor.write_all(&bytes[..read]);
            }
        });
        let way = before(there, 1).unwrap();
        let asked = |text: &str| -> String {
            let mut stream = TcpStream::connect(way).unwrap();
            stream.write_all(text.as_bytes()).unwrap();
            stream.shutdown(Shutdown::Write).unwrap();
            let mut answer = String::new();
            let _ = stream.read_to_string(&mut answer);
            answer
        };
        assert_eq!(asked("PUT /one"), "PUT /one");
        assert_eq!(asked("PUT /two"), "");
        assert_eq!(asked("GET /one"), "GET /one");
    }
}
