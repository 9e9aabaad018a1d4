//! What is sent again, when, and with which key.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use adcore::{Adcore, CampaignUpdate, Error};

use crate::support::*;

pub const CASES: &[Case] = cases! {
    key_made key_kept key_twice key_conflict cut_before cut_after retry_429 retry_503 retry_500 retry_never
    retry_ends retry_long retry_conditional timeout network
};

async fn repeated(status: u16, more: &str, least: Duration) -> Outcome {
    faults([canned("POST /campaigns", status, "X", "{}", more).as_str()]);
    let began = Instant::now();
    assert!(!draft().await?.id.is_empty());
    assert!(began.elapsed() >= least, "it did not wait");
    let sent = seen();
    assert_eq!(sent.len(), 2);
    assert_eq!(
        sent[0].headers["idempotency-key"],
        sent[1].headers["idempotency-key"]
    );
    Ok(())
}

async fn key_made() -> Outcome {
    draft().await?;
    draft().await?;
    let sent = seen();
    let (first, second) = (
        &sent[0].headers["idempotency-key"],
        &sent[1].headers["idempotency-key"],
    );
    assert!(first.len() == 32 && second.len() == 32 && first != second);
    Ok(())
}

async fn key_kept() -> Outcome {
    repeated(503, "", Duration::ZERO).await
}

async fn key_twice() -> Outcome {
    let replayed = Arc::new(Mutex::new(Vec::new()));
    let mut ids = Vec::new();
    for _ in 0..2 {
        let kept = replayed.clone();
        let request = client()
            .campaigns()
            .create(new_campaign("Twice"))
            .idempotency_key("rust-twice");
        ids.push(
            request
                .on_response(move |info| kept.lock().unwrap().push(info.replayed))
                .await?
                .id,
        );
    }
    assert_eq!(ids[0], ids[1]);
    assert_eq!(*replayed.lock().unwrap(), [false, true]);
    Ok(())
}

async fn key_conflict() -> Outcome {
    client()
        .campaigns()
        .create(new_campaign("One"))
        .idempotency_key("rust-conflict")
        .await?;
    let again = client()
        .campaigns()
        .create(new_campaign("Two"))
        .idempotency_key("rust-conflict")
        .await;
    let Err(Error::Conflict(error)) = again else {
        panic!("{again:?}")
    };
    assert_eq!(error.code, "IDEMPOTENCY_CONFLICT");
    Ok(())
}

async fn cut_before() -> Outcome {
    faults([r#"{"match":"GET /me","cut":"before"}"#]);
    assert!(!client().me().get().await?.uid.is_empty());
    Ok(())
}

async fn cut_after() -> Outcome {
    faults([r#"{"match":"POST /campaigns","cut":"after"}"#]);
    let made = client()
        .campaigns()
        .create(new_campaign("Cut once"))
        .await?;
    let found = client().campaigns().list().q("Cut once").all().await?;
    assert!(found.len() == 1 && found[0].id == made.id);
    Ok(())
}

const WAIT: &str = r#","headers":{"Retry-After":"1"}"#;

async fn retry_429() -> Outcome {
    repeated(429, WAIT, Duration::from_secs(1)).await
}

async fn retry_503() -> Outcome {
    repeated(503, WAIT, Duration::from_secs(1)).await
}

async fn retry_500() -> Outcome {
    repeated(500, "", Duration::ZERO).await
}

async fn retry_never() -> Outcome {
    faults([canned("GET /me", 400, "VALIDATION_ERROR", r#"{"fields":[]}"#, "").as_str()]);
    let refused = client().me().get().await;
    assert!(matches!(refused, Err(Error::Validation(_))), "{refused:?}");
    assert_eq!(seen().len(), 1);
    Ok(())
}

async fn retry_ends() -> Outcome {
    faults([canned("GET /me", 503, "UNAVAILABLE", "{}", r#","times":9"#).as_str()]);
    let refused = client().me().get().max_retries(1).await;
    let Err(Error::Server(error)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!((error.attempts, seen().len()), (2, 2));
    Ok(())
}

/// 2228-02-29 12:00
const LEAP_DAY: u64 = 8_146_785_600;

async fn retry_long() -> Outcome {
    let hour = r#","headers":{"Retry-After":"3600"}"#;
    faults([canned(
        "GET /me",
        429,
        "RATE_LIMITED",
        r#"{"bucket":"daily"}"#,
        hour,
    )
    .as_str()]);
    let refused = client().me().get().await;
    let Err(Error::RateLimit(error)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(
        (error.retry_after, seen().len()),
        (Some(Duration::from_secs(3600)), 1)
    );
    // A date, here the last of a leap year's February, is as good as seconds.
    let date = r#","headers":{"Retry-After":"Sat, 29 Feb 2228 12:00:00 GMT"}"#;
    faults([canned("GET /me", 503, "UNAVAILABLE", "{}", date).as_str()]);
    let refused = client().me().get().await;
    let Err(Error::Server(error)) = refused else {
        panic!("{refused:?}")
    };
    let at = SystemTime::now() + error.retry_after.ok_or("no date")?;
    let seconds = at.duration_since(UNIX_EPOCH)?.as_secs();
    assert!(seconds.abs_diff(LEAP_DAY) < 5, "{seconds}");
    Ok(())
}

async fn retry_conditional() -> Outcome {
    let made = draft().await?;
    faults([
        r#"{"match":"PATCH","cut":"after"}"#,
        r#"{"match":"PATCH","cut":"after"}"#,
    ]);
    let change = CampaignUpdate::new().budget(9).expected_version(1);
    let cut = update(&made.id, change).await;
    assert!(matches!(cut, Err(Error::Network(_))), "{cut:?}");
    let change = client()
        .campaigns()
        .update(&made.id, CampaignUpdate::new().budget(9))
        .if_match("\"1\"");
    let cut = change.await;
    assert!(matches!(cut, Err(Error::Network(_))), "{cut:?}");
    assert_eq!(seen().len(), 2);
    Ok(())
}

async fn timeout() -> Outcome {
    faults([r#"{"match":"GET /me","delay":2}"#]);
    let late = client()
        .me()
        .get()
        .timeout(Duration::from_millis(100))
        .max_retries(0)
        .await;
    let Err(Error::Network(error)) = late else {
        panic!("{late:?}")
    };
    assert!(error.timeout && error.status == 0 && error.code == "TIMEOUT");
    Ok(())
}

async fn network() -> Outcome {
    let nowhere = Adcore::builder("http://127.0.0.1:9")
        .max_retries(0)
        .build()?
        .me()
        .get()
        .await;
    let Err(Error::Network(error)) = nowhere else {
        panic!("{nowhere:?}")
    };
    assert!(!error.timeout && error.code == "NETWORK_ERROR", "{error:?}");
    // The proxy speaks no TLS.
    let secure = Adcore::builder(env("URL").replace("http:", "https:"))
        .max_retries(0)
        .build()?;
    let refused = secure.me().get().await;
    assert!(
        matches!(&refused, Err(Error::Network(error)) if !error.timeout),
        "{refused:?}"
    );
    Ok(())
}
