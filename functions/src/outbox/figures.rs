//! Counts the figures that were recorded since the last run, and reports them as metrics for the dashboard.

use waypoint_domain::study_figures::{Figure, FigureCounts};

use crate::{
    context::Context,
    observing::metric::{self, Metric},
    store::StoreError,
};

/// Counts recorded figures while there is time.
pub(super) async fn count(context: &Context, is_time_left: impl Fn() -> bool) -> Result<(), StoreError> {
    let counted = context.figures.count_events(is_time_left).await?;
    if counted != FigureCounts::default() {
        metric::log_metrics(&metrics(&counted));
    }
    Ok(())
}

/// The figures of all studies. The metrics have no study, because each name of a metric with another dimension is billed.
fn metrics(counted: &FigureCounts) -> [Metric; 7] {
    let size = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
    [
        Metric::count("ScreeningsPassed", size(counted.of(Figure::ScreeningPassed))),
        Metric::count("ScreeningsFailed", size(counted.of(Figure::ScreeningFailed))),
        Metric::count("DraftsBegun", size(counted.of(Figure::DraftBegun))),
        Metric::count("DraftsFinished", size(counted.of(Figure::DraftFinished))),
        Metric::count("SignUps", size(counted.of(Figure::SignedUp))),
        Metric::count("SignUpsReceived", size(counted.of(Figure::Received))),
        Metric::count("SignUpsContacted", size(counted.contacted())),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashboard_shows_every_metric_of_the_figures() {
        let template = include_str!("../../../template.yaml");
        let every_figure: FigureCounts = Figure::all().zip(1..).collect();
        let metrics = metrics(&every_figure);
        for Metric { name, value, .. } in metrics {
            let metric = format!(r#"["Waypoint", "{name}", "Stack", "${{AWS::StackName}}"]"#);
            assert!(template.contains(&metric), "{name}");
            assert!(value > 0.0, "{name}");
        }
        let counted: f64 = metrics.iter().map(|metric| metric.value).sum();
        let all: u32 = (1..).take(Figure::all().count()).sum();
        assert!((counted - f64::from(all)).abs() < 0.5);
    }
}
