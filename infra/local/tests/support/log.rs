//! What a test's programs write into their log.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
};

use tracing::subscriber::DefaultGuard;
use tracing_subscriber::fmt::MakeWriter;

/// A log of this thread, at its most talkative.
pub(crate) struct Log {
    lines: Lines,
    _guard: DefaultGuard,
}

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Writes down what this thread logs from now on. What no other thread listens to would be switched off for this one,
    /// too, when another thread comes there first; so all of them listen.
    pub(crate) fn begin() -> Self {
        // It is set already when another test has begun a log.
        let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry());
        let lines = Lines::default();
        let format = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE);
        let subscriber = format.with_writer(lines.clone()).finish();
        Self { lines, _guard: tracing::subscriber::set_default(subscriber) }
    }

    pub(crate) fn length(&self) -> usize {
        self.lines.0.lock().unwrap().len()
    }

    /// What was written after so many bytes, in small letters.
    pub(crate) fn since(&self, begin: usize) -> String {
        String::from_utf8_lossy(&self.lines.0.lock().unwrap()[begin..]).to_lowercase()
    }

    /// What our own code has written. The test's clients and stand-ins show what goes over the wire at this level.
    pub(crate) fn ours(&self, begin: usize) -> Vec<String> {
        let written = self.since(begin);
        written.lines().filter(|line| line.contains("waypoint_functions")).map(str::to_owned).collect()
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
