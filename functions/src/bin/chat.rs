//! The Lambda function of `/backend/chat`.

use waypoint_functions::{endpoints::chat, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run_with_index(env!("CARGO_BIN_NAME"), chat::router)
}
