//! Syncs of a registry that fails, repeats and changes its records, killed at random moments, leave what one
//! undisturbed sync leaves. `cargo xtask soak` does the same with many more studies.

use waypoint_local::soak::{Soak, run};

#[tokio::test(flavor = "multi_thread")]
async fn killed_syncs_leave_what_an_undisturbed_one_leaves() {
    let data = tempfile::tempdir().unwrap();
    let soak = Soak { studies: 400, kills: 3, seed: 3, data: data.path().join("soak") };
    let report = run(&soak, &|_| ()).await.unwrap();
    assert_eq!(report.kills.0, 3);
    assert!(report.records > 380 && report.found > 100, "{report}");
}
