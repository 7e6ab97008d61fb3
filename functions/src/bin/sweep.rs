//! The scheduled Lambda function that erases expired data.

fn main() -> Result<(), lambda_http::Error> {
    waypoint_functions::sweep::function::run()
}
