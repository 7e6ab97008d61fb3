//! Used captcha challenges, and corrections of counters.

use jiff::Timestamp;
use waypoint_keys::Fingerprints;

use super::{
    Counter, Sessions, StoreError,
    condition::condition_met,
    item::{PK, number, text},
    sessions::captcha_mark,
};

/// The attribute with the fingerprint of the call that used the challenge.
const CALL: &str = "call";

impl Sessions {
    /// Marks a captcha challenge as used by a call, identified by its fingerprints. Returns false if another call has
    /// already used it.
    pub async fn spend_captcha(
        &self,
        captcha: &str,
        call: &Fingerprints,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        // This mark is separate from the one that is written together with the result of the call.
        let mut mark = captcha_mark(&format!("{captcha}#CALL"), now);
        mark.insert(CALL.to_owned(), text(call.current()));
        let names: Vec<String> = (0..call.accepted().count()).map(|place| format!(":call{place}")).collect();
        let condition =
            format!("attribute_not_exists(pk) OR expires_at <= :now OR #call IN ({})", names.join(", "));
        let calls = names.iter().zip(call.accepted());
        let put = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(mark))
            .condition_expression(condition)
            .expression_attribute_names("#call", CALL)
            .expression_attribute_values(":now", number(now.as_second()));
        let put = calls.fold(put, |put, (name, call)| put.expression_attribute_values(name, text(call)));
        condition_met(put.send().await, "use a captcha challenge")
    }

    /// Decrements a counter by one.
    pub async fn decrement(&self, counter: &Counter) -> Result<(), StoreError> {
        let update = self
            .client
            .update_item()
            .table_name(&self.table)
            .key(PK, text(&counter.key))
            .update_expression("ADD requests :less")
            .condition_expression("requests > :none")
            .expression_attribute_values(":less", number(-1))
            .expression_attribute_values(":none", number(0));
        condition_met(update.send().await, "decrement a counter").map(drop)
    }
}
