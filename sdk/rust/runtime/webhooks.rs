//! Signatures of webhooks (Standard Webhooks): HMAC-SHA-256 over "id.timestamp.body".

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use ring::hmac;

use crate::json;
use crate::object::Json;
use crate::text;
use crate::types::Event;

/// The largest difference of a timestamp from now, in seconds.
const TOLERANCE: u64 = 300;

/// A webhook's signature does not verify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignatureError;

impl fmt::Display for SignatureError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("The signature of the webhook does not verify")
    }
}

impl std::error::Error for SignatureError {}

/// Verifies the signature of a webhook and returns its event. The body is the body as it was received; the
/// headers are those of any HTTP library, or pairs of texts. A timestamp that is more than five minutes off is
/// refused.
pub fn verify_webhook<N, V>(
    body: &[u8],
    headers: impl IntoIterator<Item = (N, V)>,
    secret: &str,
) -> Result<Event, SignatureError>
where
    N: AsRef<str>,
    V: AsRef<[u8]>,
{
    let (mut id, mut sent, mut signatures) = (Vec::new(), Vec::new(), Vec::new());
    for (name, value) in headers {
        match name.as_ref().to_ascii_lowercase().as_str() {
            "webhook-id" => id = value.as_ref().to_vec(),
            "webhook-timestamp" => sent = value.as_ref().to_vec(),
            "webhook-signature" => signatures = value.as_ref().to_vec(),
            _ => {}
        }
    }
    let at: u64 = String::from_utf8_lossy(&sent)
        .parse()
        .map_err(|_| SignatureError)?;
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_err(|_| SignatureError)?
        .as_secs();
    let bits =
        text::from_base64(secret.strip_prefix("whsec_").unwrap_or(secret)).unwrap_or_default();
    if now.abs_diff(at) > TOLERANCE || bits.is_empty() {
        return Err(SignatureError);
    }
    let key = hmac::Key::new(hmac::HMAC_SHA256, &bits);
    let signed = [&id[..], b".", &sent, b".", body].concat();
    let is_signed = String::from_utf8_lossy(&signatures)
        .split_whitespace()
        .any(|each| {
            let tag = each.strip_prefix("v1,").and_then(text::from_base64);
            tag.is_some_and(|tag| hmac::verify(&key, &signed, &tag).is_ok())
        });
    if !is_signed {
        return Err(SignatureError);
    }
    let event = json::parse_bytes(body).ok_or(SignatureError)?;
    Event::from_json(event).map_err(|_| SignatureError)
}
