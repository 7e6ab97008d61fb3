//! Captures what a test logs.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
};

use tracing::subscriber::DefaultGuard;
use tracing_subscriber::fmt::MakeWriter;

/// The log of the current thread, at trace level.
pub(crate) struct Log {
    lines: Lines,
    _guard: DefaultGuard,
}

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Captures what this thread logs from now on.
    /// Tracing caches which call sites are enabled. Without a global subscriber, another thread that reaches a call
    /// site first would switch it off for this thread too.
    pub(crate) fn start() -> Self {
        // This fails if another test has already set it.
        let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry());
        let lines = Lines::default();
        let format = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE);
        let subscriber = format.with_writer(lines.clone()).finish();
        Self { lines, _guard: tracing::subscriber::set_default(subscriber) }
    }

    pub(crate) fn length(&self) -> usize {
        self.lines.0.lock().unwrap().len()
    }

    /// The log from this byte offset on, in lower case.
    pub(crate) fn since(&self, offset: usize) -> String {
        String::from_utf8_lossy(&self.lines.0.lock().unwrap()[offset..]).to_lowercase()
    }

    /// The lines logged by the functions. At trace level, the test's clients and fakes log whole requests.
    pub(crate) fn function_lines(&self, offset: usize) -> Vec<String> {
        let log = self.since(offset);
        log.lines().filter(|line| line.contains("waypoint_functions")).map(str::to_owned).collect()
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}
