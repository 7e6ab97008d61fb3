//! The Lambda function of an endpoint without search index. `WAYPOINT_ENDPOINT` names the endpoint.

use waypoint_functions::{endpoints, finding::Finder, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(endpoints::LIGHT, || Ok(Finder::default()))
}
