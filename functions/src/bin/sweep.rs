//! The scheduled Lambda function that erases expired data.

fn main() -> Result<(), lambda_http::Error> {
    waypoint_functions::sweep::function::run(env!("CARGO_BIN_NAME"))
}
