//! Ends a token once the records are read (RFC 7009).

use std::time::Duration;

use tokio::time::timeout;

use super::{client::SmartClient, discovery::Revocation, failure::SmartFailure, token::Access};

/// The timeout of a revocation.
const REVOKING: Duration = Duration::from_secs(4);

impl SmartClient {
    /// Revokes a token where the system can. A failure is only logged, because the token expires soon anyway.
    pub async fn revoke(&self, access: &Access) {
        let Some(revocation) = &access.revocation else { return };
        let revoked = timeout(REVOKING, self.send_revocation(revocation, access));
        if let Err(failure) = revoked.await.unwrap_or(Err(SmartFailure::Slow)) {
            tracing::info!(%failure, "a health system did not revoke a token");
        }
    }

    async fn send_revocation(&self, revocation: &Revocation, access: &Access) -> Result<(), SmartFailure> {
        let form = [("token", access.token.reveal().as_str()), ("token_type_hint", "access_token")];
        let answer = self.proven_request(&revocation.at, &revocation.token_endpoint, &form)?.send().await?;
        let status = answer.status();
        if status.is_success() { Ok(()) } else { Err(SmartFailure::Status(status.as_u16())) }
    }
}
