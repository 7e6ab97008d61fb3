//! A private key that proves this site's identity to health systems, and the public key that they verify it with.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::{
    Algorithm, EncodingKey, Header, encode,
    errors::Error,
    jwk::{AlgorithmParameters, EllipticCurve, Jwk, PublicKeyUse, ThumbprintHash},
};
use serde::{Deserialize, Serialize};

use super::failure::SmartFailure;

/// How long an assertion is valid. SMART App Launch allows five minutes at most.
const VALIDITY: SignedDuration = SignedDuration::from_mins(4);

/// A signature algorithm. SMART App Launch requires servers to support one of these.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub enum SigningAlgorithm {
    /// ECDSA with the curve P-384.
    #[default]
    ES384,
    /// RSA.
    RS384,
}

/// A private key.
#[derive(Clone)]
pub struct PrivateKey {
    algorithm: Algorithm,
    key: EncodingKey,
    public: Jwk,
    /// The key's thumbprint (RFC 7638), which names it in assertions and in the published set.
    id: String,
}

/// A key can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPrivateKey {
    /// The text is not a private key for the algorithm.
    #[error("it is not a private key in PKCS #8 PEM for {0:?}")]
    Format(SigningAlgorithm),
    /// The key has another curve.
    #[error("its curve is not P-384, which ES384 requires")]
    Curve,
}

/// The claims of an assertion (RFC 7523, 3).
#[derive(Serialize)]
struct Claims<'a> {
    iss: &'a str,
    sub: &'a str,
    aud: &'a str,
    iat: i64,
    exp: i64,
    jti: String,
}

impl PrivateKey {
    /// Reads a key in PEM.
    pub fn from_pem(pem: &str, signing: SigningAlgorithm) -> Result<Self, InvalidPrivateKey> {
        let read = || -> Result<(Algorithm, EncodingKey, Jwk), Error> {
            let (algorithm, key) = match signing {
                SigningAlgorithm::ES384 => (Algorithm::ES384, EncodingKey::from_ec_pem(pem.as_bytes())?),
                SigningAlgorithm::RS384 => (Algorithm::RS384, EncodingKey::from_rsa_pem(pem.as_bytes())?),
            };
            let public = Jwk::from_encoding_key(&key, algorithm)?;
            Ok((algorithm, key, public))
        };
        let (algorithm, key, mut public) = read().map_err(|_| InvalidPrivateKey::Format(signing))?;
        if let AlgorithmParameters::EllipticCurve(parameters) = &public.algorithm
            && parameters.curve != EllipticCurve::P384
        {
            return Err(InvalidPrivateKey::Curve);
        }
        let id = public.thumbprint(ThumbprintHash::SHA256);
        let id = id.map_err(|_| InvalidPrivateKey::Format(signing))?;
        public.common.key_id = Some(id.clone());
        public.common.public_key_use = Some(PublicKeyUse::Signature);
        Ok(Self { algorithm, key, public, id })
    }

    /// Returns the public key.
    #[must_use]
    pub fn public(&self) -> &Jwk {
        &self.public
    }

    /// Returns a signed assertion of a client's identity for this endpoint.
    pub(super) fn assertion(
        &self,
        client_id: &str,
        endpoint: &str,
        now: Timestamp,
    ) -> Result<String, SmartFailure> {
        let mut id = [0; 24];
        getrandom::fill(&mut id).map_err(|_| SmartFailure::NoProof)?;
        let claims = Claims {
            iss: client_id,
            sub: client_id,
            aud: endpoint,
            iat: now.as_second(),
            exp: (now + VALIDITY).as_second(),
            jti: URL_SAFE_NO_PAD.encode(id),
        };
        let header = Header { kid: Some(self.id.clone()), ..Header::new(self.algorithm) };
        encode(&header, &claims, &self.key).map_err(|_| SmartFailure::NoProof)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use aws_lc_rs::{
        encoding::{AsDer, Pkcs8V1Der},
        rand::SystemRandom,
        rsa::{KeySize, PrivateDecryptingKey},
        signature::{
            ECDSA_P256_SHA256_FIXED_SIGNING, ECDSA_P384_SHA384_FIXED_SIGNING, EcdsaKeyPair,
            EcdsaSigningAlgorithm,
        },
    };
    use base64::engine::general_purpose::STANDARD;
    use jsonwebtoken::{DecodingKey, Validation, decode, decode_header};
    use serde_json::Value;

    use super::*;

    fn pem(der: &[u8]) -> String {
        let body = STANDARD.encode(der);
        format!("-----BEGIN PRIVATE KEY-----\n{body}\n-----END PRIVATE KEY-----\n")
    }

    fn elliptic(algorithm: &'static EcdsaSigningAlgorithm) -> String {
        pem(EcdsaKeyPair::generate_pkcs8(algorithm, &SystemRandom::new()).unwrap().as_ref())
    }

    fn rsa() -> String {
        let key = PrivateDecryptingKey::generate(KeySize::Rsa2048).unwrap();
        pem(AsDer::<Pkcs8V1Der>::as_der(&key).unwrap().as_ref())
    }

    #[test]
    fn assertion_is_verified_with_the_published_key() {
        let now = Timestamp::now();
        for (pem, signing, algorithm) in [
            (elliptic(&ECDSA_P384_SHA384_FIXED_SIGNING), SigningAlgorithm::ES384, Algorithm::ES384),
            (rsa(), SigningAlgorithm::RS384, Algorithm::RS384),
        ] {
            let key = PrivateKey::from_pem(&pem, signing).unwrap();
            let assertion = key.assertion("us", "https://ehr.example/token", now).unwrap();
            let header = decode_header(&assertion).unwrap();
            assert_eq!((header.alg, &header.kid), (algorithm, &key.public().common.key_id));
            let mut validation = Validation::new(algorithm);
            validation.set_audience(&["https://ehr.example/token"]);
            validation.set_issuer(&["us"]);
            let published = DecodingKey::from_jwk(key.public()).unwrap();
            let claims = decode::<Value>(&assertion, &published, &validation).unwrap().claims;
            assert_eq!(claims["sub"], "us");
            assert!(claims["exp"].as_i64().unwrap() - now.as_second() <= 300, "{claims}");
            let again = key.assertion("us", "https://ehr.example/token", now).unwrap();
            let again = decode::<Value>(&again, &published, &validation).unwrap().claims;
            assert_ne!(claims["jti"], again["jti"], "an assertion is used once");
            let published = serde_json::to_value(key.public()).unwrap();
            assert_eq!(published["use"], "sig");
            assert!(published.get("d").is_none(), "the private part isn't published: {published}");
        }
    }

    #[test]
    fn key_must_fit_its_algorithm() {
        let short = elliptic(&ECDSA_P256_SHA256_FIXED_SIGNING);
        assert!(PrivateKey::from_pem(&short, SigningAlgorithm::ES384).is_err());
        assert!(PrivateKey::from_pem(&rsa(), SigningAlgorithm::ES384).is_err());
        assert!(PrivateKey::from_pem("hush", SigningAlgorithm::RS384).is_err());
    }
}
