//! The answers to rejected requests.

use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};

/// Reasons for a rejection, with S3's error codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rejection {
    AccessDenied,
    EntityTooLarge,
    EntityTooSmall,
    MalformedPost,
    NoSuchKey,
    Internal,
}

impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        let (status, code) = match self {
            Self::AccessDenied => (StatusCode::FORBIDDEN, "AccessDenied"),
            Self::EntityTooLarge => (StatusCode::BAD_REQUEST, "EntityTooLarge"),
            Self::EntityTooSmall => (StatusCode::BAD_REQUEST, "EntityTooSmall"),
            Self::MalformedPost => (StatusCode::BAD_REQUEST, "MalformedPOSTRequest"),
            Self::NoSuchKey => (StatusCode::NOT_FOUND, "NoSuchKey"),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "InternalError"),
        };
        let body = format!("<?xml version=\"1.0\"?><Error><Code>{code}</Code></Error>");
        (status, [(header::CONTENT_TYPE, "application/xml")], body).into_response()
    }
}
