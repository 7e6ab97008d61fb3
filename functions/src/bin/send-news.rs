//! The scheduled Lambda function that writes news to subscribers.

fn main() -> Result<(), lambda_http::Error> {
    waypoint_functions::news::function::run()
}
