//! The HTTP client below: hyper with rustls unless another is given.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use rustls::{ClientConfig, RootCertStore};

use crate::error::{BoxError, Error};

/// What an asynchronous method of a trait returns.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// An HTTP client. It follows no redirects and retries nothing, and its error says that no response was
/// received. The timeout of a request drops the future.
pub trait Transport: Send + Sync + 'static {
    fn send(
        &self,
        request: http::Request<Bytes>,
    ) -> BoxFuture<Result<http::Response<Bytes>, BoxError>>;
}

const IDLE: Duration = Duration::from_secs(15);

/// HTTP/1.1 by hyper, TLS by rustls with the system's certificates; connections are used again.
#[derive(Clone, Debug)]
pub struct HttpTransport {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
}

impl HttpTransport {
    /// The file or folder that `SSL_CERT_FILE` or `SSL_CERT_DIR` names is used instead of the system's
    /// certificates.
    pub fn new() -> Result<Self, Error> {
        let found = rustls_native_certs::load_native_certs();
        let mut roots = RootCertStore::empty();
        if roots.add_parsable_certificates(found.certs).0 == 0 {
            let package =
                "install the system's certificates (ca-certificates) or set SSL_CERT_FILE";
            return Err(Error::Config(format!(
                "The system has no certificates for TLS: {package}"
            )));
        }
        Self::with_roots(roots)
    }

    /// For addresses that begin with http:, which need no certificates.
    pub(crate) fn without_tls() -> Result<Self, Error> {
        Self::with_roots(RootCertStore::empty())
    }

    fn with_roots(roots: RootCertStore) -> Result<Self, Error> {
        // Another crate of the program may have enabled a second provider; then rustls has no default.
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| Error::Config(format!("TLS is of no use: {error}")))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let connector = HttpsConnectorBuilder::new()
            .with_tls_config(config)
            .https_or_http()
            .enable_http1()
            .build();
        let client = Client::builder(TokioExecutor::new())
            .pool_idle_timeout(IDLE)
            .pool_timer(TokioTimer::new())
            .build(connector);
        Ok(HttpTransport { client })
    }
}

impl Transport for HttpTransport {
    fn send(
        &self,
        request: http::Request<Bytes>,
    ) -> BoxFuture<Result<http::Response<Bytes>, BoxError>> {
        let sent = self.client.request(request.map(Full::new));
        Box::pin(async move {
            let (head, body) = sent.await?.into_parts();
            Ok(http::Response::from_parts(
                head,
                body.collect().await?.to_bytes(),
            ))
        })
    }
}
