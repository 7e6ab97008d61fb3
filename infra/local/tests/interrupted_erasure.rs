//! An erasure completes although it is interrupted, abandoned, or confirmed twice at once.

use crate::support::{
    TestSite,
    deletion::{DAY, confirm_erasure, erasure_token, participant_exists, sign_up_and_accept},
    interrupting::interrupt_after,
    on_schedule::sweep,
    stored_items::{erasure_records, remaining_items, stored_items},
};
use waypoint_functions::sweep::SweepReport;

const KEY: &str = "the-form-of-the-owner";

#[tokio::test]
async fn interrupted_erasure_resumes_with_the_same_link() {
    let site = TestSite::start_with(false).await;
    let before = stored_items(&site).await;
    let mut interruptions = 0;
    for after in 0.. {
        let browser = site.browser();
        let number = sign_up_and_accept(&browser, &format!("the-form-of-cut-{after:04}")).await;
        let token = erasure_token(&site, &browser, &number).await;
        let id = waypoint_functions::deletion_link::read(&site.context.key().unwrap(), &token).unwrap();
        let now = site.context.clock.now();
        let was_interrupted =
            interrupt_after(after * 2, site.context.erasure_requests.carry_out(&id, now)).await.is_none();
        // The erasure completes even after the link expires.
        site.context.clock.advance(if participant_exists(&site, &number).await { 0 } else { DAY });
        let again = confirm_erasure(&browser, &token).await;
        assert_eq!(again.status, if was_interrupted { 200 } else { 404 }, "interrupted after {after}");
        assert_eq!(remaining_items(&site, &before).await, [], "interrupted after {after}");
        assert_eq!(erasure_records(&site).await.len(), after + 1, "interrupted after {after}");
        interruptions += usize::from(was_interrupted);
        if !was_interrupted {
            break;
        }
    }
    assert!(interruptions > 8, "only {interruptions} interruptions");
}

#[tokio::test]
async fn sweep_completes_an_abandoned_erasure() {
    let site = TestSite::start().await;
    let before = stored_items(&site).await;
    let browser = site.browser();
    let number = sign_up_and_accept(&browser, KEY).await;
    let token = erasure_token(&site, &browser, &number).await;
    let id = waypoint_functions::deletion_link::read(&site.context.key().unwrap(), &token).unwrap();
    for after in 0.. {
        assert!(
            interrupt_after(after, site.context.erasure_requests.carry_out(&id, site.context.clock.now()))
                .await
                .is_none()
        );
        if !participant_exists(&site, &number).await {
            break;
        }
    }
    assert_eq!(
        sweep(&site.context, || true).await.unwrap(),
        SweepReport::default(),
        "the erasure may still be running"
    );
    site.context.clock.advance(10 * 60);
    assert_eq!(
        sweep(&site.context, || true).await.unwrap(),
        SweepReport { erased: 1, ..SweepReport::default() }
    );
    assert_eq!(remaining_items(&site, &before).await, []);
    assert_eq!(erasure_records(&site).await.len(), 1);
    assert_eq!(confirm_erasure(&browser, &token).await.status, 404);
}

#[tokio::test]
async fn concurrent_confirmations_erase_once() {
    let site = TestSite::start().await;
    let before = stored_items(&site).await;
    let browser = site.browser();
    let number = sign_up_and_accept(&browser, KEY).await;
    let token = erasure_token(&site, &browser, &number).await;
    let (one, two) = tokio::join!(confirm_erasure(&browser, &token), confirm_erasure(&browser, &token));
    assert!([one.status, two.status].contains(&200), "{one:?} {two:?}");
    assert_eq!(remaining_items(&site, &before).await, []);
    assert_eq!(erasure_records(&site).await.len(), 1);
}
