//! A service on the loopback address, and the configuration of its clients.

use std::{fmt, io, net::SocketAddr};

use aws_config::{BehaviorVersion, Region, SdkConfig, retry::RetryConfig};
use aws_sdk_dynamodb::config::Credentials;
use axum::Router;
use waypoint_functions::context::timeouts;

/// Serves a router on a free port of the loopback address.
pub async fn serve(router: Router) -> io::Result<SocketAddr> {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(address)
}

/// Returns the configuration for a local service.
pub(crate) async fn aws(address: impl fmt::Display) -> SdkConfig {
    aws_config::defaults(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .credentials_provider(Credentials::new("local", "local", None, None, "local"))
        .endpoint_url(format!("http://{address}"))
        .timeout_config(timeouts())
        .retry_config(RetryConfig::standard().with_max_attempts(3))
        .load()
        .await
}
