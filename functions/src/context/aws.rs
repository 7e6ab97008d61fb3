//! Clients of the database and the key service.

use std::time::Duration;

use aws_config::{BehaviorVersion, SdkConfig, retry::RetryConfig, timeout::TimeoutConfig};

use crate::observing::RequestIdInterceptor;

/// Returns a database client that passes the request id along.
pub(super) fn database(aws: &SdkConfig) -> aws_sdk_dynamodb::Client {
    let config = aws_sdk_dynamodb::config::Builder::from(aws).interceptor(RequestIdInterceptor);
    aws_sdk_dynamodb::Client::from_conf(config.build())
}

/// Returns a key service client that passes the request id along.
pub(super) fn key_service(aws: &SdkConfig) -> aws_sdk_kms::Client {
    let config = aws_sdk_kms::config::Builder::from(aws).interceptor(RequestIdInterceptor);
    aws_sdk_kms::Client::from_conf(config.build())
}

pub(super) async fn load_aws_config() -> SdkConfig {
    aws_config::defaults(BehaviorVersion::latest())
        .timeout_config(timeouts())
        .retry_config(RetryConfig::standard().with_max_attempts(3))
        .load()
        .await
}

/// Timeouts of the store and the key service.
#[must_use]
pub fn timeouts() -> TimeoutConfig {
    TimeoutConfig::builder()
        .connect_timeout(Duration::from_secs(2))
        .operation_attempt_timeout(Duration::from_secs(3))
        .operation_timeout(Duration::from_secs(8))
        .build()
}
