//! The Lambda function of `/backend/emr/healthSystems`.

use waypoint_functions::{endpoints::emr::health_systems, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(health_systems::router)
}
