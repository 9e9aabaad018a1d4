//! The errors of a call, by HTTP status.

use std::fmt;
use std::ops::Deref;
use std::time::Duration;

use crate::json::Value;

/// An error of something that the caller gave: a token provider, an HTTP client.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// What every error of a request has. `status` is 0 where no response was received.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ApiError {
    pub status: u16,
    pub code: String,
    pub message: String,
    pub request_id: Option<String>,
    pub details: Value,
    /// The number of times that the request was sent.
    pub attempts: u32,
    /// The wait that the server asked for.
    pub retry_after: Option<Duration>,
}

impl ApiError {
    /// "transient", "correctable" or "terminal".
    pub fn recovery(&self) -> Option<&str> {
        self.text_of("recovery")
    }

    fn text_of(&self, name: &str) -> Option<&str> {
        self.details.get(name)?.as_str()
    }

    fn list_of<T>(&self, name: &str, read: fn(&Value) -> T) -> Vec<T> {
        let rows = self.details.get(name).and_then(Value::as_array);
        rows.unwrap_or_default().iter().map(read).collect()
    }
}

/// A fault of one field; `path` is "budget" or `operations[3].body.name`.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct FieldFault {
    pub path: String,
    pub code: String,
    pub message: String,
    pub limit: Value,
}

/// A guardrail of the Space that the request would have broken.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Violation {
    pub rule: String,
    pub limit: Value,
    pub actual: Value,
    pub id: Option<String>,
    pub message: Option<String>,
}

fn text_in(row: &Value, name: &str) -> Option<String> {
    row.get(name)?.as_str().map(str::to_owned)
}

fn fault_of(row: &Value) -> FieldFault {
    let text = |name| text_in(row, name).unwrap_or_default();
    let limit = row.get("limit").cloned().unwrap_or_default();
    FieldFault {
        path: text("path"),
        code: text("code"),
        message: text("message"),
        limit,
    }
}

fn violation_of(row: &Value) -> Violation {
    let value = |name| row.get(name).cloned().unwrap_or_default();
    Violation {
        rule: text_in(row, "rule").unwrap_or_default(),
        limit: value("limit"),
        actual: value("actual"),
        id: text_in(row, "id"),
        message: text_in(row, "message"),
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $field:ident: $type:ty = $read:expr),* })*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$about])* pub $field: $type,)*
            base: ApiError,
        }

        impl $name {
            fn of(base: ApiError) -> Box<Self> {
                $(let read: fn(&ApiError) -> $type = $read; let $field = read(&base);)*
                Box::new($name { $($field,)* base })
            }
        }

        impl Deref for $name {
            type Target = ApiError;

            fn deref(&self) -> &ApiError {
                &self.base
            }
        }
    )*};
}

kinds! {
    /// 400: fields of the request are wrong.
    ValidationError { fields: Vec<FieldFault> = |base| base.list_of("fields", fault_of) }
    /// 401: the token is missing, expired or revoked.
    AuthenticationError {}
    /// 402: the plan does not allow the request.
    BillingError { manage_url: Option<String> = |base| base.text_of("manageUrl").map(str::to_owned) }
    /// 403: the token lacks scopes.
    ScopeError {
        required: Vec<String> =
            |base| base.list_of("required", |row| row.as_str().unwrap_or_default().to_owned())
    }
    /// 404: the object does not exist, or not in this Space.
    NotFoundError {}
    /// 409: the state of the object does not allow the request, or an idempotency key was used twice.
    ConflictError { reason: Option<String> = |base| base.text_of("reason").map(str::to_owned) }
    /// 412: the object was changed since the version that the request named.
    PreconditionFailedError {
        current_version: Option<i64> = |base| base.details.get("currentVersion")?.as_i64()
    }
    /// 413, 414, 415: the body is too large, or of another media type.
    RequestError {}
    /// 422: a guardrail of the Space refused the request.
    GuardrailError { violations: Vec<Violation> = |base| base.list_of("violations", violation_of) }
    /// 429: too many requests; `retry_after` says how long to wait.
    RateLimitError { bucket: Option<String> = |base| base.text_of("bucket").map(str::to_owned) }
    /// 5xx: the server failed.
    ServerError {}
}

/// No response was received.
#[derive(Debug)]
#[non_exhaustive]
pub struct NetworkError {
    /// No response was received in time.
    pub timeout: bool,
    base: ApiError,
    source: Option<BoxError>,
}

impl Deref for NetworkError {
    type Target = ApiError;

    fn deref(&self) -> &ApiError {
        &self.base
    }
}

/// The error of a call.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    Validation(Box<ValidationError>),
    Authentication(Box<AuthenticationError>),
    Billing(Box<BillingError>),
    Scope(Box<ScopeError>),
    NotFound(Box<NotFoundError>),
    Conflict(Box<ConflictError>),
    PreconditionFailed(Box<PreconditionFailedError>),
    Request(Box<RequestError>),
    Guardrail(Box<GuardrailError>),
    RateLimit(Box<RateLimitError>),
    Server(Box<ServerError>),
    Network(Box<NetworkError>),
    /// 304: the object is still the one that `if_none_match` names.
    NotModified,
    /// The response is not as the API's description says.
    Decode(crate::DecodeError),
    /// The token provider failed.
    Token(BoxError),
    /// Nothing was sent: an address, a header or the system's certificates are of no use.
    Config(String),
}

impl Error {
    pub(crate) fn of_response(base: ApiError) -> Error {
        match base.status {
            400 => Error::Validation(ValidationError::of(base)),
            401 => Error::Authentication(AuthenticationError::of(base)),
            402 => Error::Billing(BillingError::of(base)),
            403 => Error::Scope(ScopeError::of(base)),
            404 => Error::NotFound(NotFoundError::of(base)),
            409 => Error::Conflict(ConflictError::of(base)),
            412 => Error::PreconditionFailed(PreconditionFailedError::of(base)),
            422 => Error::Guardrail(GuardrailError::of(base)),
            429 => Error::RateLimit(RateLimitError::of(base)),
            status if (400..500).contains(&status) => Error::Request(RequestError::of(base)),
            _ => Error::Server(ServerError::of(base)),
        }
    }

    pub(crate) fn of_network(attempts: u32, source: BoxError) -> Error {
        let message = format!("The request failed: {}", chain_of(&*source));
        let base = ApiError {
            code: "NETWORK_ERROR".to_owned(),
            message,
            attempts,
            ..ApiError::default()
        };
        Error::Network(Box::new(NetworkError {
            timeout: false,
            base,
            source: Some(source),
        }))
    }

    pub(crate) fn of_timeout(code: &str, attempts: u32, message: String) -> Error {
        let base = ApiError {
            code: code.to_owned(),
            message,
            attempts,
            ..ApiError::default()
        };
        Error::Network(Box::new(NetworkError {
            timeout: true,
            base,
            source: None,
        }))
    }

    /// What every error of a request has; `None` where nothing was sent, for 304, and for a response that
    /// could not be read.
    pub fn api(&self) -> Option<&ApiError> {
        Some(match self {
            Error::Validation(error) => error,
            Error::Authentication(error) => error,
            Error::Billing(error) => error,
            Error::Scope(error) => error,
            Error::NotFound(error) => error,
            Error::Conflict(error) => error,
            Error::PreconditionFailed(error) => error,
            Error::Request(error) => error,
            Error::Guardrail(error) => error,
            Error::RateLimit(error) => error,
            Error::Server(error) => error,
            Error::Network(error) => error,
            _ => return None,
        })
    }

    /// 0 where no response was received.
    pub fn status(&self) -> u16 {
        self.api().map_or(0, |api| api.status)
    }

    pub fn code(&self) -> &str {
        self.api().map_or("", |api| &api.code)
    }

    pub fn request_id(&self) -> Option<&str> {
        self.api()?.request_id.as_deref()
    }

    pub fn retry_after(&self) -> Option<Duration> {
        self.api()?.retry_after
    }

    pub fn is_timeout(&self) -> bool {
        matches!(self, Error::Network(error) if error.timeout)
    }
}

/// The texts of an error and of those that caused it.
fn chain_of(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text += &format!(": {cause}");
        next = cause.source();
    }
    text
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NotModified => out.write_str("The object has not changed"),
            Error::Decode(error) => write!(out, "The response was not understood: {error}"),
            Error::Token(error) => write!(out, "The token provider failed: {error}"),
            Error::Config(why) => out.write_str(why),
            _ => {
                let (message, id) = (self.api().map_or("", |api| &api.message), self.request_id());
                write!(
                    out,
                    "{message} ({}, request {})",
                    self.code(),
                    id.unwrap_or("none")
                )
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Network(error) => error.source.as_deref().map(|source| source as _),
            Error::Decode(error) => Some(error),
            Error::Token(error) => Some(&**error),
            _ => None,
        }
    }
}

impl From<crate::DecodeError> for Error {
    fn from(error: crate::DecodeError) -> Self {
        Error::Decode(error)
    }
}
