//! The Lambda function of `/backend/emr/healthSystems`.

use waypoint_functions::{endpoints::emr::health_systems, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(env!("CARGO_BIN_NAME"), health_systems::router)
}
