//! Each error of the API has its own type.

use std::time::Duration;

use adcore::{Adcore, CampaignBidding, CampaignUpdate, Error};

use crate::support::*;

pub const CASES: &[Case] = cases! {
    error_validation error_authentication error_scope error_not_found error_precondition error_conflict
    error_guardrail error_billing error_rate_limit error_foreign error_in_success
};

async fn error_validation() -> Outcome {
    let refused = client()
        .campaigns()
        .create(new_campaign("").budget(-1))
        .await;
    let Err(Error::Validation(error)) = refused else {
        panic!("{refused:?}")
    };
    let mut paths: Vec<_> = error.fields.iter().map(|each| each.path.as_str()).collect();
    paths.sort_unstable();
    assert_eq!(paths, ["budget", "name"]);
    assert!(
        error
            .request_id
            .as_ref()
            .is_some_and(|id| id.starts_with("req_"))
    );
    Ok(())
}

async fn error_authentication() -> Outcome {
    let refused = Adcore::new(env("URL"), "adcore_test_no")?.me().get().await;
    let Err(Error::Authentication(error)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(error.code, "INVALID_CREDENTIALS");
    Ok(())
}

async fn error_scope() -> Outcome {
    let narrow = Adcore::new(env("URL"), env("NARROW_TOKEN"))?;
    let refused = narrow.campaigns().create(new_campaign("No")).await;
    let Err(Error::Scope(error)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(error.required, ["campaigns:write"]);
    Ok(())
}

async fn error_not_found() -> Outcome {
    let refused = client()
        .campaigns()
        .get(&format!("cmp_{}", "0".repeat(26)))
        .await;
    let Err(error @ Error::NotFound(_)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(
        (error.status(), api(&error).code.as_str()),
        (404, error.code())
    );
    assert!(
        error
            .request_id()
            .is_some_and(|id| id.starts_with("req_") && error.to_string().contains(id))
    );
    Ok(())
}

async fn error_precondition() -> Outcome {
    let made = draft().await?;
    update(&made.id, CampaignUpdate::new().budget(8)).await?;
    let refused = update(
        &made.id,
        CampaignUpdate::new().budget(9).expected_version(1),
    )
    .await;
    let Err(Error::PreconditionFailed(error)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(error.current_version, Some(2));
    Ok(())
}

async fn error_conflict() -> Outcome {
    let made = whole().await?;
    let plan = plan_of(&made).await?;
    update(&made.id, CampaignUpdate::new().budget(8)).await?;
    let refused = client().sync().push(&plan).await;
    assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
    Ok(())
}

async fn error_guardrail() -> Outcome {
    let bidding = CampaignBidding::new()
        .strategy("MANUAL_CPC")
        .max_cpc(20_000);
    let refused = client()
        .campaigns()
        .create(new_campaign("High").bidding(bidding))
        .await;
    let Err(Error::Guardrail(error)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(
        (error.violations[0].rule.as_str(), error.recovery()),
        ("maxBid", Some("correctable"))
    );
    Ok(())
}

async fn error_billing() -> Outcome {
    faults([canned(
        "GET /me",
        402,
        "SUBSCRIPTION_EXPIRED",
        r#"{"manageUrl":"https://x.example"}"#,
        "",
    )
    .as_str()]);
    let refused = client().me().get().await;
    let Err(Error::Billing(error)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(error.manage_url.as_deref(), Some("https://x.example"));
    Ok(())
}

async fn error_rate_limit() -> Outcome {
    faults([canned(
        "GET /me",
        429,
        "RATE_LIMITED",
        r#"{"bucket":"minute","retryAfter":17}"#,
        "",
    )
    .as_str()]);
    let refused = client().me().get().max_retries(0).await;
    let Err(Error::RateLimit(error)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(
        (error.retry_after, error.bucket.as_deref()),
        (Some(Duration::from_secs(17)), Some("minute"))
    );
    Ok(())
}

async fn error_foreign() -> Outcome {
    faults([r#"{"match":"GET /me","status":502,"body":"<html>Bad gateway</html>"}"#]);
    let refused = client().me().get().max_retries(0).await;
    let Err(Error::Server(error)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!((error.status, error.code.as_str()), (502, "HTTP_502"));
    Ok(())
}

async fn error_in_success() -> Outcome {
    faults([canned("GET /me", 200, "UNAVAILABLE", "{}", "").as_str()]);
    let refused = client().me().get().max_retries(0).await;
    let Err(Error::Server(error)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(error.code, "UNAVAILABLE");
    Ok(())
}
