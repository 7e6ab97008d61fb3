//! Registry syncs that are killed at random moments, while the registry fails and changes, end in the same state as
//! one undisturbed sync. `cargo xtask check syncs` runs the same with many more studies.

use waypoint_local::kills::syncs::{Syncs, run};

#[tokio::test(flavor = "multi_thread")]
async fn killed_syncs_end_in_the_state_of_an_undisturbed_one() {
    let data = tempfile::tempdir().unwrap();
    let syncs = Syncs { studies: 400, kills: 3, seed: 3, data: data.path().join("syncs") };
    let report = run(&syncs, &|_| ()).await.unwrap();
    assert_eq!(report.kills.0, 3);
    assert!(report.records > 380 && report.found > 100, "{report}");
}
