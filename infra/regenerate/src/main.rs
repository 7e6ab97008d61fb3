//! The Lambda function that makes the pages of a study anew when the study changes.

fn main() -> Result<(), lambda_http::Error> {
    waypoint_regenerate::function::run()
}
