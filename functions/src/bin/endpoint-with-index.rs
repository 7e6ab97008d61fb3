//! The Lambda function of an endpoint with search index. `WAYPOINT_ENDPOINT` names the endpoint, and `WAYPOINT_INDEX` the
//! index folder.

use waypoint_functions::{endpoints, function, http::lambda};

fn main() -> Result<(), lambda_http::Error> {
    lambda::run(endpoints::WITH_INDEX, function::finder)
}
