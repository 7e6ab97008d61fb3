//! Passes the request id to the store and the key service.

use aws_smithy_runtime_api::{
    box_error::BoxError,
    client::{
        interceptors::{Intercept, context::BeforeTransmitInterceptorContextMut},
        runtime_components::RuntimeComponents,
    },
};
use aws_smithy_types::config_bag::ConfigBag;

use super::request_id::RequestId;

/// The header with the id. `CloudTrail` logs this header and no other.
const HEADER: &str = "user-agent";

/// Adds the request id to calls of the store (E-315).
#[derive(Debug, Clone, Copy)]
pub struct RequestIdInterceptor;

impl Intercept for RequestIdInterceptor {
    fn name(&self) -> &'static str {
        "RequestIdInterceptor"
    }

    fn modify_before_transmit(
        &self,
        context: &mut BeforeTransmitInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(request) = RequestId::current() {
            let headers = context.request_mut().headers_mut();
            let before = headers.get(HEADER).unwrap_or_default().to_owned();
            headers.try_insert(HEADER, format!("{before} md/request#{}", request.as_str()))?;
        }
        Ok(())
    }
}
