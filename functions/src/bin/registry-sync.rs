//! The Lambda function that reads the registry on a schedule.

fn main() -> Result<(), lambda_http::Error> {
    waypoint_functions::registry_sync::function::run()
}
