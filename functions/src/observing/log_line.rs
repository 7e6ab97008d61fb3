//! What a line of the log may tell (E-316).

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

/// The fields that a line may have. Each is a number, a word of our own code, or an error of ours, which holds no value of
/// a person.
pub const ALLOWED: &[&str] = &[
    "added",
    "call",
    "changed",
    "closed",
    "code",
    "documents",
    "ended",
    "erased",
    "error",
    "failed",
    "failure",
    "full",
    "given_up",
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
    "tries",
    "unchanged",
    "why",
];
/// The field whose members become members of the line.
const METRICS: &str = "metrics";
/// The beginning of the names of our own crates. What others say may be anything: that they said something is told, and
/// not what.
const OURS: &str = "waypoint_";
/// No value is longer.
const LONGEST: usize = 400;

/// Writes each event as a line of JSON with the fields that are allowed.
#[derive(Debug)]
pub struct AllowedFields<W> {
    writer: W,
}

impl<W> AllowedFields<W> {
    /// Lines go there.
    pub fn to(writer: W) -> Self {
        Self { writer }
    }
}

impl<S, W> Layer<S> for AllowedFields<W>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    W: for<'a> MakeWriter<'a> + 'static,
{
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let about = event.metadata();
        let mut line = Line::default();
        if about.target().starts_with(OURS) {
            event.record(&mut line);
        }
        let mut members = Map::new();
        members.insert(
            "time".into(),
            json!(jiff::Timestamp::try_from(SystemTime::now()).ok().map(|at| at.to_string())),
        );
        members.insert("level".into(), json!(about.level().as_str()));
        members.insert("from".into(), json!(about.target()));
        if let Some(request) = RequestId::current() {
            members.insert("request".into(), json!(request.as_str()));
        }
        members.append(&mut line.members);
        if line.dropped > 0 {
            members.insert("dropped".into(), json!(line.dropped));
        }
        // Nobody is left who could be told that the log can't be written.
        let _ = writeln!(self.writer.make_writer(), "{}", Value::Object(members));
    }
}

/// The fields of an event that are allowed.
#[derive(Debug, Default)]
struct Line {
    members: Map<String, Value>,
    dropped: usize,
}

impl Line {
    fn put(&mut self, field: &Field, value: Value) {
        if ALLOWED.contains(&field.name()) {
            self.members.insert(field.name().to_owned(), value);
        } else {
            self.dropped += 1;
        }
    }
}

impl Visit for Line {
    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, json!(value));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, json!(value));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.put(field, json!(value));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, json!(value));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field, json!(value.chars().take(LONGEST).collect::<String>()));
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
    use crate::observing::metric::{Metric, tell};

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
        // Another thread that listens to nothing would switch off what it comes to first, for this one, too.
        let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry());
        let written = Written::default();
        let writer = written.clone();
        let layer = AllowedFields::to(move || writer.clone());
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), say);
        let bytes = written.0.lock().unwrap().clone();
        let text = String::from_utf8(bytes).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn a_line_has_the_fields_that_are_allowed_and_says_how_many_others_were_left_out() {
        let told = lines(|| {
            let error = "the store is away";
            tracing::warn!(error, tries = 3, name = "Maria Silva", email = %"maria@example.org", "a message waits");
        });
        let line = &told[0];
        assert_eq!(
            (&line["error"], &line["tries"], &line["dropped"]),
            (&json!("the store is away"), &json!(3), &json!(2))
        );
        assert_eq!((&line["message"], &line["level"]), (&json!("a message waits"), &json!("WARN")));
        assert!(!line.to_string().to_lowercase().contains("maria"), "{line}");
    }

    #[test]
    fn of_what_others_say_only_that_they_said_it_is_told() {
        let told = lines(
            || tracing::error!(target: "some_client", error = "Maria Silva", "could not send maria@example.org"),
        );
        let line = &told[0];
        assert_eq!((&line["from"], &line["level"]), (&json!("some_client"), &json!("ERROR")));
        assert!(!line.to_string().to_lowercase().contains("maria"), "{line}");
    }

    #[test]
    fn figures_are_members_of_their_line() {
        let line = lines(|| tell(&[Metric::count("SignUps", 1)])).remove(0);
        assert_eq!(line["SignUps"], json!(1.0));
        assert_eq!(line["_aws"]["CloudWatchMetrics"][0]["Metrics"][0]["Name"], json!("SignUps"));
        assert_eq!(line.get("dropped"), None);
    }
}
