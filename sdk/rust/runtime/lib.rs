//! A client of the adcore API.

#![forbid(unsafe_code)]

pub mod api;
mod call;
mod client;
mod error;
pub mod json;
mod money;
mod object;
pub mod op;
mod request;
mod sync;
mod text;
mod transport;
pub mod types;
mod version;
mod webhooks;

pub use call::{Builder, LogEvent, ResponseInfo};
pub use client::Adcore;
pub use error::*;
pub use money::{Money, ParseMoneyError};
pub use object::{DecodeError, Field, Json, TextOr};
pub use request::{List, Meta, Page, Pages, Request};
pub use sync::Wait;
pub use transport::{BoxFuture, HttpTransport, Transport};
pub use types::*;
pub use version::VERSION;
pub use webhooks::{SignatureError, verify_webhook};
