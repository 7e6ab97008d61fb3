//! Used captcha challenges, and corrections of counters.

use jiff::Timestamp;
use waypoint_keys::Fingerprints;

use super::{
    Counter, Sessions, StoreError,
    condition::{Condition, Guard},
    item::{number, pk_only, text},
    sessions::{REQUESTS, captcha_mark},
    write::Write,
};

/// The attribute with the fingerprint of the call that used the challenge.
const CALL: &str = "call";

impl Sessions {
    /// The write that marks a captcha challenge as used, together with the result of the call.
    pub(super) fn captcha_write(&self, captcha: &str, now: Timestamp) -> Write {
        self.table
            .put(captcha_mark(captcha, now))
            .only_if(Condition::absent_or_expired(now))
            .guarded_by(Guard::CaptchaUnused)
    }

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
        let is_own = |call| Condition::equals(CALL, text(call));
        let is_unused =
            call.accepted().fold(Condition::absent_or_expired(now), |unused, call| unused.or(is_own(call)));
        self.table.put(mark).only_if(is_unused).send("use a captcha challenge").await
    }

    /// Decrements a counter by one.
    pub async fn decrement(&self, counter: &Counter) -> Result<(), StoreError> {
        let update = self.table.update(pk_only(&counter.key)).only_if(Condition::above(REQUESTS, 0));
        update.add(REQUESTS, number(-1)).send("decrement a counter").await.map(drop)
    }
}
