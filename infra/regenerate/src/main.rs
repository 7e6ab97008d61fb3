//! The Lambda function that regenerates the pages of a study when the study changes.

fn main() -> Result<(), lambda_http::Error> {
    waypoint_regenerate::function::run()
}
