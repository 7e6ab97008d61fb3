//! The allowed content of log lines (E-316).

use std::{
    fmt::{self, Debug},
    io::Write,
    time::SystemTime,
};

use serde_json::{Map, Value, json};
use tracing::{
    Event, Subscriber,
    field::{Field, Visit},
};
use tracing_subscriber::{Layer, fmt::MakeWriter, layer::Context, registry::LookupSpan};

use super::request_id::RequestId;

/// The allowed fields of a line. Each is a number, a word from our code, an id from our lists of studies and health systems,
/// or one of our errors, which contain no personal values.
pub const ALLOWED_FIELDS: &[&str] = &[
    "added",
    "call",
    "changed",
    "closed",
    "code",
    "documents",
    "ended",
    "erased",
    "error",
    "exception",
    "failed",
    "failure",
    "field",
    "full",
    "given_up",
    "incomplete",
    "invalid",
    "kind",
    "left_out",
    "letter",
    "looked_at",
    "message",
    "messages",
    "milliseconds",
    "operation",
    "place",
    "put_off",
    "removed",
    "resumed",
    "sent",
    "status",
    "studies",
    "study",
    "system",
    "tries",
    "unchanged",
    "why",
];
/// The field whose members become members of the line.
const METRICS: &str = "metrics";
/// The prefix of our own crates. Events of other crates are logged without their content, which may be personal.
const OWN_CRATES: &str = "waypoint_";
/// The maximum length of a value.
const MAX_LENGTH: usize = 400;

/// Writes each event as a line of JSON with the allowed fields.
#[derive(Debug)]
pub struct AllowedFields<W> {
    writer: W,
}

impl<W> AllowedFields<W> {
    /// Creates a layer that writes lines to `writer`.
    pub fn new(writer: W) -> Self {
        Self { writer }
    }
}

impl<S, W> Layer<S> for AllowedFields<W>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    W: for<'a> MakeWriter<'a> + 'static,
{
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let metadata = event.metadata();
        let mut line = Line::default();
        if metadata.target().starts_with(OWN_CRATES) {
            event.record(&mut line);
        }
        let mut members = Map::new();
        members.insert(
            "time".into(),
            json!(jiff::Timestamp::try_from(SystemTime::now()).ok().map(|at| at.to_string())),
        );
        members.insert("level".into(), json!(metadata.level().as_str()));
        members.insert("from".into(), json!(metadata.target()));
        if let Some(request) = RequestId::current() {
            members.insert("request".into(), json!(request.as_str()));
        }
        members.append(&mut line.members);
        if line.dropped > 0 {
            members.insert("dropped".into(), json!(line.dropped));
        }
        // A failure to write the log can't be reported anywhere.
        let _ = writeln!(self.writer.make_writer(), "{}", Value::Object(members));
    }
}

/// The allowed fields of an event.
#[derive(Debug, Default)]
struct Line {
    members: Map<String, Value>,
    dropped: usize,
}

impl Line {
    fn insert(&mut self, field: &Field, value: Value) {
        if ALLOWED_FIELDS.contains(&field.name()) {
            self.members.insert(field.name().to_owned(), value);
        } else {
            self.dropped += 1;
        }
    }
}

impl Visit for Line {
    fn record_i64(&mut self, field: &Field, value: i64) {
        self.insert(field, json!(value));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.insert(field, json!(value));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.insert(field, json!(value));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.insert(field, json!(value));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.insert(field, json!(value.chars().take(MAX_LENGTH).collect::<String>()));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let text = fmt::format(format_args!("{value:?}"));
        match serde_json::from_str(&text) {
            Ok(Value::Object(mut members)) if field.name() == METRICS => self.members.append(&mut members),
            _ => self.record_str(field, &text),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use std::sync::{Arc, Mutex};

    use tracing_subscriber::layer::SubscriberExt;

    use super::*;
    use crate::observing::metric::{Metric, log_metrics};

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn lines(say: impl FnOnce()) -> Vec<Value> {
        // Without a global subscriber, another thread could disable a call site for this thread too.
        let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry());
        let written = Written::default();
        let writer = written.clone();
        let layer = AllowedFields::new(move || writer.clone());
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), say);
        let bytes = written.0.lock().unwrap().clone();
        let text = String::from_utf8(bytes).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn line_has_allowed_fields_and_the_number_of_dropped_ones() {
        let written = lines(|| {
            let error = "the store is away";
            tracing::warn!(error, tries = 3, name = "Maria Silva", email = %"maria@example.org", "a message waits");
        });
        let line = &written[0];
        assert_eq!(
            (&line["error"], &line["tries"], &line["dropped"]),
            (&json!("the store is away"), &json!(3), &json!(2))
        );
        assert_eq!((&line["message"], &line["level"]), (&json!("a message waits"), &json!("WARN")));
        assert!(!line.to_string().to_lowercase().contains("maria"), "{line}");
    }

    #[test]
    fn events_of_other_crates_are_logged_without_content() {
        let written = lines(
            || tracing::error!(target: "some_client", error = "Maria Silva", "could not send maria@example.org"),
        );
        let line = &written[0];
        assert_eq!((&line["from"], &line["level"]), (&json!("some_client"), &json!("ERROR")));
        assert!(!line.to_string().to_lowercase().contains("maria"), "{line}");
    }

    #[test]
    fn metrics_are_members_of_their_line() {
        let line = lines(|| log_metrics(&[Metric::count("SignUps", 1)])).remove(0);
        assert_eq!(line["SignUps"], json!(1.0));
        assert_eq!(line["_aws"]["CloudWatchMetrics"][0]["Metrics"][0]["Name"], json!("SignUps"));
        assert_eq!(line.get("dropped"), None);
    }
}
