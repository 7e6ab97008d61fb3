//! The scheduled Lambda function that reads the registry.

fn main() -> Result<(), lambda_http::Error> {
    waypoint_functions::registry_sync::function::run()
}
