//! The Lambda function that hands messages over as mails on a schedule.

fn main() -> Result<(), lambda_http::Error> {
    waypoint_functions::outbox::function::run(env!("CARGO_BIN_NAME"))
}
