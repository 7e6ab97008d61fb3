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
pub(super) fn start_proxy(address: SocketAddr, files: usize) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    let here = listener.local_addr()?;
    let left = Arc::new(AtomicUsize::new(files));
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let left = Arc::clone(&left);
            thread::spawn(move || forward(&client, address, &left));
        }
    });
    Ok(here)
}

fn forward(client: &TcpStream, address: SocketAddr, left: &AtomicUsize) {
    // A client that is cut off retries, and is cut off again.
    let Ok(target) = TcpStream::connect(address) else { return };
    let (Ok(mut from), Ok(mut to)) = (target.try_clone(), client.try_clone()) else { return };
    let back = thread::spawn(move || io::copy(&mut from, &mut to));
    if let Ok(Forwarded::All) = forward_requests(client, &target, left) {
        // The client has sent everything and waits for the response.
        let _ = target.shutdown(Shutdown::Write);
    } else {
        let _ = client.shutdown(Shutdown::Both);
        let _ = target.shutdown(Shutdown::Both);
    }
    let _ = back.join();
}

/// How much was forwarded.
enum Forwarded {
    All,
    Part,
}

fn forward_requests(
    mut client: &TcpStream,
    mut target: &TcpStream,
    left: &AtomicUsize,
) -> io::Result<Forwarded> {
    let mut bytes = vec![0; 1 << 16];
    loop {
        let read = client.read(&mut bytes)?;
        if read == 0 {
            return Ok(Forwarded::All);
        }
        if bytes[..read].starts_with(PUT) && !decrement(left) {
            return Ok(Forwarded::Part);
        }
        target.write_all(&bytes[..read])?;
    }
}

/// Decrements the counter. Returns false if it is already zero.
fn decrement(left: &AtomicUsize) -> bool {
    left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxy_passes_limited_files_and_all_other_requests() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let target = listener.local_addr().unwrap();
        thread::spawn(move || {
            for mut client in listener.incoming().flatten() {
                let mut bytes = [0; 64];
                let read = client.read(&mut bytes).unwrap_or_default();
                let _ = client.write_all(&bytes[..read]);
            }
        });
        let proxy = start_proxy(target, 1).unwrap();
        let send = |text: &str| -> String {
            let mut stream = TcpStream::connect(proxy).unwrap();
            stream.write_all(text.as_bytes()).unwrap();
            stream.shutdown(Shutdown::Write).unwrap();
            let mut answer = String::new();
            let _ = stream.read_to_string(&mut answer);
            answer
        };
        assert_eq!(send("PUT /one"), "PUT /one");
        assert_eq!(send("PUT /two"), "");
        assert_eq!(send("GET /one"), "GET /one");
    }
}
