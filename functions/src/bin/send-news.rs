//! The Lambda function that writes news to whoever has asked for them, on a schedule.

fn main() -> Result<(), lambda_http::Error> {
    waypoint_functions::news::function::run(env!("CARGO_BIN_NAME"))
}
