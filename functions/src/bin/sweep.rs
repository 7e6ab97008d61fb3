//! The Lambda function that erases what is over, on a schedule.

fn main() -> Result<(), lambda_http::Error> {
    waypoint_functions::sweep::function::run(env!("CARGO_BIN_NAME"))
}
