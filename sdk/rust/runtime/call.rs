//! Requests: addresses, headers, timeouts, retries, errors.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use http::header::{
    ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, USER_AGENT,
};
use http::{Method, Uri};

use crate::client::Adcore;
use crate::error::{ApiError, BoxError, Error};
use crate::json::{self, Value};
use crate::text;
use crate::transport::{BoxFuture, HttpTransport, Transport};
use crate::version::{RETRY_STATUSES, VERSION};

const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(8);
/// A longer one is given to the caller instead of being slept through.
const LONGEST_RETRY_AFTER: Duration = Duration::from_secs(60);
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(60);
const DEFAULT_RETRIES: u32 = 4;

/// What a logger gets for each attempt. It has no body and no token.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LogEvent {
    pub operation: &'static str,
    pub method: String,
    pub path: String,
    pub attempt: u32,
    /// 0 where no response was received.
    pub status: u16,
    pub request_id: Option<String>,
    pub took: Duration,
    /// The wait before the next attempt, where there is one.
    pub retry_in: Option<Duration>,
}

/// The head of a response.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ResponseInfo {
    pub status: u16,
    pub request_id: Option<String>,
    pub headers: HeaderMap,
    pub attempts: u32,
    /// The response is that of an earlier request with the same idempotency key.
    pub replayed: bool,
}

type TokenSource = Arc<dyn Fn() -> BoxFuture<Result<String, BoxError>> + Send + Sync>;
type Logger = Arc<dyn Fn(&LogEvent) + Send + Sync>;
type OnResponse = Arc<dyn Fn(&ResponseInfo) + Send + Sync>;

/// Makes a client. Only the address is needed.
#[derive(Clone)]
#[must_use]
pub struct Builder {
    base_url: String,
    token: Option<TokenSource>,
    space_id: Option<String>,
    timeout: Duration,
    max_retries: u32,
    transport: Option<Arc<dyn Transport>>,
    logger: Option<Logger>,
}

impl fmt::Debug for Builder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Builder")
            .field("base_url", &self.base_url)
            .finish_non_exhaustive()
    }
}

impl Builder {
    pub(crate) fn new(base_url: String) -> Self {
        Builder {
            base_url,
            token: None,
            space_id: None,
            timeout: DEFAULT_TIMEOUT,
            max_retries: DEFAULT_RETRIES,
            transport: None,
            logger: None,
        }
    }

    /// An API token.
    pub fn token(self, token: impl Into<String>) -> Self {
        let token = token.into();
        self.token_provider(move || std::future::ready(Ok::<_, BoxError>(token.clone())))
    }

    /// A function that gives the token; it is called before each attempt.
    pub fn token_provider<F, T, E>(mut self, provider: F) -> Self
    where
        F: Fn() -> T + Send + Sync + 'static,
        T: Future<Output = Result<String, E>> + Send + 'static,
        E: Into<BoxError>,
    {
        self.token = Some(Arc::new(move || {
            let token = provider();
            Box::pin(async move { token.await.map_err(Into::into) })
        }));
        self
    }

    /// The Space of every request; the Personal Space unless set.
    pub fn space_id(mut self, id: impl Into<String>) -> Self {
        self.space_id = Some(id.into());
        self
    }

    /// The limit of one attempt; a minute unless set.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Retries after the first attempt; 4 unless set.
    pub fn max_retries(mut self, count: u32) -> Self {
        self.max_retries = count;
        self
    }

    /// Another HTTP client.
    pub fn transport(mut self, transport: impl Transport) -> Self {
        self.transport = Some(Arc::new(transport));
        self
    }

    /// A function that gets a record of each attempt.
    pub fn logger(mut self, logger: impl Fn(&LogEvent) + Send + Sync + 'static) -> Self {
        self.logger = Some(Arc::new(logger));
        self
    }

    /// Fails where the address is none of http or https, or the system has no certificates for https.
    pub fn build(self) -> Result<Adcore, Error> {
        let mut base = self.base_url.trim_end_matches('/').to_owned();
        if !has_version(&base) {
            base += "/api/v1";
        }
        let uri: Option<Uri> = base.parse().ok();
        let scheme = uri
            .as_ref()
            .and_then(Uri::scheme_str)
            .filter(|each| matches!(*each, "http" | "https"));
        if scheme.is_none() || uri.as_ref().and_then(Uri::query).is_some() {
            return Err(Error::Config(format!(
                "{:?} is no address of a server",
                self.base_url
            )));
        }
        let transport = match self.transport {
            Some(given) => given,
            None if scheme == Some("https") => Arc::new(HttpTransport::new()?),
            None => Arc::new(HttpTransport::without_tls()?),
        };
        Ok(Adcore::of_core(Arc::new(Core {
            base,
            token: self.token,
            space_id: self.space_id,
            timeout: self.timeout,
            max_retries: self.max_retries,
            transport,
            logger: self.logger,
        })))
    }
}

/// An address that ends in "/api/v" and digits.
fn has_version(base: &str) -> bool {
    let bare = base.trim_end_matches(|last: char| last.is_ascii_digit());
    bare.len() < base.len() && bare.ends_with("/api/v")
}

/// Options of one call; what is `None` is as the client has it.
#[derive(Clone, Default)]
pub(crate) struct Options {
    pub timeout: Option<Duration>,
    pub max_retries: Option<u32>,
    pub idempotency_key: Option<String>,
    pub space_id: Option<String>,
    pub headers: Vec<(String, String)>,
    pub on_response: Option<OnResponse>,
}

#[derive(Clone)]
pub(crate) struct Call {
    pub operation: &'static str,
    pub method: Method,
    pub path: String,
    pub query: Vec<(&'static str, String)>,
    pub headers: Vec<(&'static str, String)>,
    pub body: Option<Value>,
    /// The body names the version that it changes.
    pub conditional: bool,
    /// The response is no object of the API.
    pub raw: bool,
    pub options: Options,
}

impl Call {
    pub fn new(operation: &'static str, method: Method, path: String) -> Self {
        Call {
            operation,
            method,
            path,
            query: Vec::new(),
            headers: Vec::new(),
            body: None,
            conditional: false,
            raw: false,
            options: Options::default(),
        }
    }

    /// Sets a parameter; values of a list are separated by commas.
    pub fn set_query<T: ToString>(
        &mut self,
        name: &'static str,
        values: impl IntoIterator<Item = T>,
    ) {
        let parts: Vec<String> = values
            .into_iter()
            .map(|each| text::escaped(&each.to_string()))
            .collect();
        self.query.retain(|(each, _)| *each != name);
        if parts.iter().any(|each| !each.is_empty()) {
            self.query.push((name, parts.join(",")));
        }
    }

    pub fn set_header(&mut self, name: &'static str, value: String) {
        self.headers.retain(|(each, _)| *each != name);
        self.headers.push((name, value));
    }

    fn is_conditional(&self) -> bool {
        self.conditional || self.headers.iter().any(|(name, _)| *name == "If-Match")
    }
}

pub(crate) struct Answer {
    pub bytes: Bytes,
    /// The members `data` and `meta` of the response.
    pub data: Value,
    pub meta: Value,
}

pub(crate) struct Core {
    base: String,
    token: Option<TokenSource>,
    space_id: Option<String>,
    timeout: Duration,
    max_retries: u32,
    transport: Arc<dyn Transport>,
    logger: Option<Logger>,
}

impl fmt::Debug for Core {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Core")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

/// A value of a header, which is not shown by `Debug` where it is secret.
fn header_value(name: &str, value: &str, is_secret: bool) -> Result<HeaderValue, Error> {
    let mut made = HeaderValue::from_str(value)
        .map_err(|_| Error::Config(format!("The value of the header {name} is not valid")))?;
    made.set_sensitive(is_secret);
    Ok(made)
}

fn text_of<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

impl Core {
    /// Sends a call, again where that is safe.
    pub async fn send(&self, call: &Call) -> Result<Answer, Error> {
        let body = call.body.as_ref().map(|body| Bytes::from(body.to_string()));
        let mut key = call.options.idempotency_key.clone();
        if key.is_none() && call.method == Method::POST {
            key = Some(text::random_key());
        }
        let retries = call.options.max_retries.unwrap_or(self.max_retries);
        let mut attempt = 1;
        loop {
            let began = Instant::now();
            let mut event = LogEvent {
                operation: call.operation,
                method: call.method.to_string(),
                path: call.path.clone(),
                attempt,
                status: 0,
                request_id: None,
                took: Duration::ZERO,
                retry_in: None,
            };
            let outcome = self
                .attempt(call, key.as_deref(), body.clone(), &mut event)
                .await;
            event.took = began.elapsed();
            event.retry_in = match &outcome {
                Err(error) if attempt <= retries => wait_before(call, error, attempt),
                _ => None,
            };
            if let Some(logger) = &self.logger {
                logger(&event);
            }
            let Some(wait) = event.retry_in else {
                return outcome;
            };
            tokio::time::sleep(wait).await;
            attempt += 1;
        }
    }

    async fn headers(&self, call: &Call, key: Option<&str>) -> Result<HeaderMap, Error> {
        let mut made = HeaderMap::new();
        let (system, machine) = (std::env::consts::OS, std::env::consts::ARCH);
        let agent = format!("adcore-rust/{VERSION} ({system}; {machine})");
        made.insert(USER_AGENT, header_value("User-Agent", &agent, false)?);
        made.insert(
            ACCEPT,
            HeaderValue::from_static(if call.raw { "*/*" } else { "application/json" }),
        );
        if call.body.is_some() {
            made.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        if let Some(source) = &self.token {
            let token = source().await.map_err(Error::Token)?;
            made.insert(
                AUTHORIZATION,
                header_value("Authorization", &format!("Bearer {token}"), true)?,
            );
        }
        let space = call.options.space_id.as_ref().or(self.space_id.as_ref());
        let own = [
            ("X-Space-Id", space.map(String::as_str)),
            ("Idempotency-Key", key),
        ];
        let given = call
            .options
            .headers
            .iter()
            .map(|(name, value)| (name.as_str(), Some(value.as_str())));
        let of_call = call
            .headers
            .iter()
            .map(|(name, value)| (*name, Some(value.as_str())));
        for (name, value) in own.into_iter().chain(of_call).chain(given) {
            let Some(value) = value else { continue };
            let found = HeaderName::from_bytes(name.as_bytes())
                .map_err(|_| Error::Config(format!("{name:?} is no name of a header")))?;
            made.insert(found, header_value(name, value, false)?);
        }
        Ok(made)
    }

    async fn attempt(
        &self,
        call: &Call,
        key: Option<&str>,
        body: Option<Bytes>,
        event: &mut LogEvent,
    ) -> Result<Answer, Error> {
        let mut address = format!("{}{}", self.base, call.path);
        for (at, (name, value)) in call.query.iter().enumerate() {
            address += &format!("{}{name}={value}", if at == 0 { '?' } else { '&' });
        }
        let mut request = http::Request::new(body.unwrap_or_default());
        *request.method_mut() = call.method.clone();
        *request.uri_mut() = address
            .parse()
            .map_err(|_| Error::Config(format!("{address:?} is no address")))?;
        *request.headers_mut() = self.headers(call, key).await?;
        let timeout = call.options.timeout.unwrap_or(self.timeout);
        match tokio::time::timeout(timeout, self.transport.send(request)).await {
            Ok(Ok(response)) => {
                event.status = response.status().as_u16();
                event.request_id = text_of(response.headers(), "x-request-id").map(str::to_owned);
                read(call, response, event)
            }
            Ok(Err(source)) => Err(Error::of_network(event.attempt, source)),
            Err(_) => Err(Error::of_timeout(
                "TIMEOUT",
                event.attempt,
                format!("No response after {timeout:?}"),
            )),
        }
    }
}

fn read(call: &Call, response: http::Response<Bytes>, event: &LogEvent) -> Result<Answer, Error> {
    let (head, bytes) = response.into_parts();
    if let Some(tell) = &call.options.on_response {
        tell(&ResponseInfo {
            status: event.status,
            request_id: event.request_id.clone(),
            headers: head.headers.clone(),
            attempts: event.attempt,
            replayed: text_of(&head.headers, "idempotent-replayed") == Some("true"),
        });
    }
    if event.status == 304 {
        return Err(Error::NotModified);
    }
    let is_good = head.status.is_success();
    if is_good && call.raw {
        return Ok(Answer {
            bytes,
            data: Value::Null,
            meta: Value::Null,
        });
    }
    let mut members = match json::parse_bytes(&bytes) {
        Some(Value::Object(members)) => members,
        _ => json::Map::new(),
    };
    if let (true, Some(data)) = (is_good, members.remove("data")) {
        return Ok(Answer {
            bytes,
            data,
            meta: members.remove("meta").unwrap_or_default(),
        });
    }
    let error = members.remove("error").unwrap_or_default();
    let text = |name: &str| error.get(name).and_then(Value::as_str).map(str::to_owned);
    let details = error.get("details").cloned().unwrap_or_default();
    let status = event.status;
    Err(Error::of_response(ApiError {
        status,
        code: text("code").unwrap_or_else(|| format!("HTTP_{status}")),
        message: text("message")
            .unwrap_or_else(|| format!("The server answered {status} without an error of the API")),
        request_id: event.request_id.clone(),
        attempts: event.attempt,
        retry_after: retry_after(&head.headers, &details),
        details,
    }))
}

/// The wait of the header Retry-After, in seconds or as a date, else of the error's details.
fn retry_after(headers: &HeaderMap, details: &Value) -> Option<Duration> {
    if let Some(told) = text_of(headers, "retry-after") {
        if let Ok(seconds) = told.parse() {
            return Some(Duration::from_secs(seconds));
        }
        if let Some(at) = text::http_date(told) {
            let at = UNIX_EPOCH + Duration::from_secs(at.unsigned_abs());
            return Some(at.duration_since(SystemTime::now()).unwrap_or_default());
        }
    }
    let seconds = details.get("retryAfter")?.as_i64()?;
    Some(Duration::from_secs(u64::try_from(seconds).ok()?))
}

/// The wait before the next attempt; `None` where there is none. A conditional update that arrived would be
/// refused with 412 when it is sent again.
fn wait_before(call: &Call, error: &Error, attempt: u32) -> Option<Duration> {
    let api = error.api()?;
    if api.status != 429 && api.status != 503 {
        let is_transient = matches!(error, Error::Network(_) | Error::Server(_))
            || RETRY_STATUSES.contains(&api.status);
        if !is_transient || call.is_conditional() {
            return None;
        }
    }
    let part = text::random_part();
    match api.retry_after {
        Some(told) if told > LONGEST_RETRY_AFTER => None,
        Some(told) => Some(told + Duration::from_millis(250).mul_f64(part)),
        None => {
            let wait = FIRST_WAIT
                .saturating_mul(1 << (attempt - 1).min(8))
                .min(LONGEST_WAIT);
            Some(wait.mul_f64(0.5 + part / 2.0))
        }
    }
}
