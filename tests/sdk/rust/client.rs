//! The client itself: its options, the sync methods, webhooks.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use adcore::{
    Adcore, AssetCreate, Batch, BatchOperation, BoxError, BoxFuture, Error, HttpTransport, Json,
    SignatureError, TextOr, Transport, verify_webhook,
};
use bytes::Bytes;

use crate::support::*;

pub const CASES: &[Case] = cases! {
    me user_agent base_url token_provider space logger response open push restore batch image validate_only
    text_or_object webhook webhook_tampered webhook_old
};

const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const EVENT: &str = r#"{"id":"evt_1","type":"run.ended"}"#;
const SECRET: &str = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

async fn me() -> Outcome {
    let me = client().me().get().await?;
    assert_eq!(
        (me.environment.as_str(), me.space.id),
        ("test", env("SPACE"))
    );
    Ok(())
}

async fn user_agent() -> Outcome {
    client().me().get().await?;
    let agent = &seen()[0].headers["user-agent"];
    assert!(
        agent.starts_with(&format!("adcore-rust/{} (", adcore::VERSION)),
        "{agent}"
    );
    Ok(())
}

async fn base_url() -> Outcome {
    let own = Adcore::new(env("URL") + "/api/v1/", env("TOKEN"))?;
    assert!(!own.me().get().await?.uid.is_empty());
    for wrong in [
        "",
        "bakery.example",
        "ftp://bakery.example",
        "http://bakery.example?a=b",
    ] {
        assert!(
            matches!(Adcore::new(wrong, "x"), Err(Error::Config(_))),
            "{wrong}"
        );
    }
    Ok(())
}

async fn token_provider() -> Outcome {
    let calls = Arc::new(AtomicU32::new(0));
    let counted = calls.clone();
    let provider = move || {
        counted.fetch_add(1, Ordering::Relaxed);
        async { Ok::<_, std::io::Error>(env("TOKEN")) }
    };
    faults([r#"{"match":"GET /me","cut":"before"}"#]);
    Adcore::builder(env("URL"))
        .token_provider(provider)
        .build()?
        .me()
        .get()
        .await?;
    assert_eq!(calls.load(Ordering::Relaxed), 2);
    let failing = || async { Err(std::io::Error::other("locked")) };
    let failed = Adcore::builder(env("URL"))
        .token_provider(failing)
        .build()?
        .me()
        .get()
        .await;
    assert!(matches!(failed, Err(Error::Token(_))));
    Ok(())
}

async fn space() -> Outcome {
    client().me().get().space_id(env("SPACE")).await?;
    Adcore::builder(env("URL"))
        .token(env("TOKEN"))
        .space_id(env("SPACE"))
        .build()?
        .me()
        .get()
        .await?;
    assert!(
        seen()
            .iter()
            .all(|each| each.headers["x-space-id"] == env("SPACE"))
    );
    Ok(())
}

async fn logger() -> Outcome {
    let events = Arc::new(Mutex::new(Vec::new()));
    let kept = events.clone();
    let own = Adcore::builder(env("URL")).token(env("TOKEN"));
    let own = own.logger(move |event| kept.lock().unwrap().push(event.clone()));
    assert!(!format!("{own:?}").contains(&env("TOKEN")));
    own.build()?.me().get().await?;
    let events = events.lock().unwrap();
    assert_eq!(
        (events.len(), events[0].operation, events[0].status),
        (1, "getMe", 200)
    );
    assert!(
        events[0]
            .request_id
            .as_ref()
            .is_some_and(|id| id.starts_with("req_"))
    );
    assert!(!format!("{events:?}").contains(&env("TOKEN")));
    Ok(())
}

/// Counts requests.
struct Counter(HttpTransport, Arc<AtomicU32>);

impl Transport for Counter {
    fn send(
        &self,
        request: http::Request<Bytes>,
    ) -> BoxFuture<Result<http::Response<Bytes>, BoxError>> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.send(request)
    }
}

async fn response() -> Outcome {
    let found = Arc::new(Mutex::new(None));
    let kept = found.clone();
    let count = Arc::new(AtomicU32::new(0));
    let own = Adcore::builder(env("URL")).token(env("TOKEN"));
    let own = own
        .transport(Counter(HttpTransport::new()?, count.clone()))
        .build()?;
    let request = own.me().get();
    request
        .on_response(move |info| *kept.lock().unwrap() = Some(info.clone()))
        .await?;
    let info = found.lock().unwrap().take().unwrap();
    assert!(info.status == 200 && info.request_id.is_some_and(|id| id.starts_with("req_")));
    assert_eq!(count.load(Ordering::Relaxed), 1);
    Ok(())
}

async fn open() -> Outcome {
    let changes = Adcore::builder(env("URL"))
        .build()?
        .description()
        .changelog()
        .await?;
    assert!(!changes.versions.is_empty());
    Ok(())
}

async fn push() -> Outcome {
    let run = pushed(&whole().await?).await?;
    assert_eq!(run.progress.done, run.progress.total);
    let late = client()
        .sync()
        .wait(&run.id)
        .at_most(std::time::Duration::ZERO)
        .await;
    assert!(late.is_err_and(|error| error.is_timeout() && error.code() == "WAIT_TIMEOUT"));
    Ok(())
}

async fn restore() -> Outcome {
    let made = whole().await?;
    pushed(&made).await?;
    assert_eq!(
        client().campaigns().delete(&made.id).await?.sync_state,
        "PENDING_REMOVAL"
    );
    assert_ne!(
        client().campaigns().restore(&made.id).await?.sync_state,
        "PENDING_REMOVAL"
    );
    Ok(())
}

async fn batch() -> Outcome {
    let operation = |name| {
        BatchOperation::new()
            .method("POST")
            .body(new_campaign(name))
    };
    let body = Batch::new().operations([operation("B1"), operation("B2")]);
    let done = client().campaigns().batch(body).await?;
    assert_eq!(
        done.results
            .iter()
            .map(|each| each.status)
            .collect::<Vec<_>>(),
        [201, 201]
    );
    Ok(())
}

async fn image() -> Outcome {
    let bits = Vec::<u8>::from_json(PIXEL.into())?;
    let made = AssetCreate::new()
        .r#type("IMAGE")
        .name("Rust pixel")
        .data(bits.as_slice());
    let made = client().assets().create(made).await?;
    assert_eq!(client().assets().content(&made.id).await?, bits);
    for (bytes, text) in [
        ("", ""),
        ("f", "Zg=="),
        ("fo", "Zm8="),
        ("foo", "Zm9v"),
        ("foob", "Zm9vYg=="),
    ] {
        assert_eq!(bytes.as_bytes().to_vec().to_json(), text.into());
        assert_eq!(Vec::<u8>::from_json(text.into())?, bytes.as_bytes());
    }
    for wrong in ["Z", "Zg===", "Z*==", "Zm9v\n"] {
        assert!(Vec::<u8>::from_json(wrong.into()).is_err(), "{wrong}");
    }
    Ok(())
}

async fn validate_only() -> Outcome {
    let checked = client()
        .campaigns()
        .create(new_campaign("Checked"))
        .validate_only(true)
        .await?;
    assert_eq!(checked.id, "");
    assert_eq!(
        client()
            .campaigns()
            .list()
            .q("Checked")
            .page()
            .await?
            .meta
            .total,
        0
    );
    Ok(())
}

async fn text_or_object() -> Outcome {
    let campaign = whole().await?;
    let ads = client()
        .ads()
        .list()
        .campaign_id([&campaign.id])
        .all()
        .await?;
    let [
        TextOr::Text(first),
        TextOr::Object(second),
        TextOr::Text(third),
    ] = &ads[0].headlines[..]
    else {
        panic!("{:?}", ads[0].headlines);
    };
    assert_eq!(
        (first.as_str(), second.text.as_str()),
        ("Fresh bread", "Baked at 5 am")
    );
    assert_eq!(
        (second.pin.as_deref(), third.as_str()),
        (Some("HEADLINE_1"), "Order until 8 pm")
    );
    Ok(())
}

fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs()
}

fn signed(body: &str, at: u64) -> [(&'static str, String); 3] {
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, b"0123456789abcdef0123456789abcdef");
    let tag = ring::hmac::sign(&key, format!("evt_1.{at}.{body}").as_bytes());
    let tag = tag.as_ref().to_vec().to_json();
    [
        ("webhook-id", "evt_1".to_owned()),
        ("Webhook-Timestamp", at.to_string()),
        (
            "webhook-signature",
            format!("v1,AAAA v1,{}", tag.as_str().unwrap()),
        ),
    ]
}

async fn webhook() -> Outcome {
    assert_eq!(
        verify_webhook(EVENT.as_bytes(), signed(EVENT, now()), SECRET)?.r#type,
        "run.ended"
    );
    Ok(())
}

async fn webhook_tampered() -> Outcome {
    let body = EVENT.replace("ended", "begun");
    assert_eq!(
        verify_webhook(body.as_bytes(), signed(EVENT, now()), SECRET),
        Err(SignatureError)
    );
    assert_eq!(
        verify_webhook(EVENT.as_bytes(), signed(EVENT, now()), "whsec_"),
        Err(SignatureError)
    );
    assert_eq!(
        verify_webhook(EVENT.as_bytes(), [("webhook-id", "evt_1")], SECRET),
        Err(SignatureError)
    );
    Ok(())
}

async fn webhook_old() -> Outcome {
    for at in [now() - 400, now() + 400] {
        assert_eq!(
            verify_webhook(EVENT.as_bytes(), signed(EVENT, at), SECRET),
            Err(SignatureError)
        );
    }
    Ok(())
}
