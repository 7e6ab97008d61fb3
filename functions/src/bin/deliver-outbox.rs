//! The scheduled Lambda function that delivers outbox messages.

fn main() -> Result<(), lambda_http::Error> {
    waypoint_functions::outbox::function::run()
}
