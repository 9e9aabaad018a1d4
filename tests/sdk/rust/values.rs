//! What is read is what was sent: amounts, absent and null, fields and values that came later.

use std::sync::{Arc, Mutex};

use adcore::{CampaignBidding, CampaignUpdate, Error, Field, Json, Money, ResponseInfo, money};

use crate::support::*;

pub const CASES: &[Case] = cases! {
    create get money_smallest money_exact money_largest money_wire money_nested money_refused patch_absent
    patch_null patch_body unknown_enum unknown_field read_modify_write counts
};

async fn create() -> Outcome {
    assert!(draft().await?.id.starts_with("cmp_"));
    Ok(())
}

async fn get() -> Outcome {
    let made = draft().await?;
    let read = client().campaigns().get(&made.id).await?;
    assert_eq!(read, made);
    assert_eq!(adcore::Campaign::from_json(read.to_json())?, made);
    let etag = Arc::new(Mutex::new(String::new()));
    let kept = etag.clone();
    let tell = move |info: &ResponseInfo| {
        *kept.lock().unwrap() = info.headers["etag"].to_str().unwrap().to_owned()
    };
    client().campaigns().get(&made.id).on_response(tell).await?;
    let etag = etag.lock().unwrap().clone();
    let unchanged = client().campaigns().get(&made.id).if_none_match(etag).await;
    assert!(
        matches!(unchanged, Err(Error::NotModified)),
        "{unchanged:?}"
    );
    Ok(())
}

async fn stored(text: &str) -> Outcome {
    let made = draft_of(text.parse()?).await?;
    assert_eq!(made.budget, text.parse()?);
    assert_eq!(
        client().campaigns().get(&made.id).await?.budget.to_string(),
        text
    );
    Ok(())
}

async fn money_smallest() -> Outcome {
    stored("0.01").await
}

async fn money_exact() -> Outcome {
    stored("131072.01").await
}

async fn money_largest() -> Outcome {
    stored("999999999.99").await
}

async fn money_wire() -> Outcome {
    draft_of(money!("131072.01")).await?;
    assert!(
        seen()[0].body.contains(r#""budget":131072.01,"#),
        "{}",
        seen()[0].body
    );
    Ok(())
}

async fn money_nested() -> Outcome {
    let bidding = CampaignBidding::new()
        .strategy("MANUAL_CPC")
        .max_cpc(money!("1234.56"));
    let made = client()
        .campaigns()
        .create(new_campaign("Nested").bidding(bidding))
        .await?;
    let read = client()
        .campaigns()
        .get(&made.id)
        .await?
        .bidding
        .ok_or("no bidding")?;
    assert_eq!(read.max_cpc, Field::Value(money!("1234.56")));
    Ok(())
}

async fn money_refused() -> Outcome {
    for wrong in [
        "12,50",
        "1e400",
        "",
        "-",
        ".5",
        "5.",
        "0x10",
        "0.0000001",
        "99999999999999999999",
        "NaN",
        "1 ",
    ] {
        assert!(wrong.parse::<Money>().is_err(), "{wrong}");
    }
    for (right, micros) in [
        ("-0.5", -500_000),
        ("1e3", 1_000_000_000),
        ("12.5E-1", 1_250_000),
        ("007", 7_000_000),
    ] {
        assert_eq!(right.parse::<Money>()?.micros(), micros, "{right}");
    }
    assert_eq!(Money::from_json("2.0000005".parse()?)?, money!("2.000001"));
    assert_eq!(
        [money!("0.1"), money!("0.2")].iter().sum::<Money>() * 3,
        money!("0.9")
    );
    assert!(seen().is_empty());
    Ok(())
}

async fn patch_absent() -> Outcome {
    let changed = update(&draft().await?.id, CampaignUpdate::new().budget(6)).await?;
    assert_eq!(
        (changed.budget, changed.labels),
        (Money::new(6), vec!["kept".to_owned()])
    );
    Ok(())
}

async fn patch_null() -> Outcome {
    let changed = update(
        &draft().await?.id,
        CampaignUpdate::new().labels(Field::Null),
    )
    .await?;
    assert!(changed.labels.is_empty());
    Ok(())
}

async fn patch_body() -> Outcome {
    let made = draft().await?;
    faults([]);
    update(&made.id, CampaignUpdate::new().budget(7).labels(None)).await?;
    assert_eq!(seen()[0].body, r#"{"budget":7,"labels":null}"#);
    Ok(())
}

async fn unknown_enum() -> Outcome {
    let made = draft().await?;
    faults([r#"{"match":"GET /campaigns/","replace":[["\"STAGED\"","\"LATER\""]]}"#]);
    assert_eq!(
        client().campaigns().get(&made.id).await?.sync_state,
        "LATER"
    );
    Ok(())
}

async fn unknown_field() -> Outcome {
    let made = draft().await?;
    faults([
        r#"{"match":"GET /campaigns/","replace":[["\"labels\"","\"mood\":12345678901.1234567,\"labels\""]]}"#,
    ]);
    let read = client().campaigns().get(&made.id).await?;
    assert_eq!(read.extra["mood"].to_string(), "12345678901.1234567");
    assert_eq!(read.to_json().get("mood"), Some(&read.extra["mood"]));
    Ok(())
}

async fn read_modify_write() -> Outcome {
    let bidding = CampaignBidding::new()
        .strategy("MANUAL_CPC")
        .max_cpc(money!("1.5"));
    let made = client()
        .campaigns()
        .create(new_campaign("Read").bidding(bidding))
        .await?;
    faults([
        r#"{"match":"GET /campaigns/","replace":[["\"MANUAL_CPC\"","\"LATER\",\"mood\":\"sunny\""]]}"#,
        r#"{"match":"PATCH /campaigns/","status":200,"body":{"data":{},"meta":{}}}"#,
    ]);
    let mut read = client()
        .campaigns()
        .get(&made.id)
        .await?
        .bidding
        .ok_or("no bidding")?;
    read.max_cpc = money!("2.25").into();
    update(&made.id, CampaignUpdate::new().bidding(read)).await?;
    let sent = &seen()[1].body;
    for each in [
        r#""strategy":"LATER""#,
        r#""mood":"sunny""#,
        r#""maxCpc":2.25"#,
    ] {
        assert!(sent.contains(each), "{sent}");
    }
    Ok(())
}

async fn counts() -> Outcome {
    faults([r#"{"match":"GET /reports","status":200,"body":"{\"data\":[{\"platform\":\"google\",\"name\":\"n\",
        \"impressions\":3000000000,\"clicks\":1,\"cost\":262144.01}],\"meta\":{\"requestId\":\"r\",\"nextCursor\":null,
        \"total\":1,\"totals\":{\"impressions\":3000000000,\"cost\":12345678901.123456}}}"}"#
        .replace('\n', " ")
        .as_str()]);
    let page = client().reports().performance().page().await?;
    assert_eq!(page.data[0].impressions, Some(3_000_000_000));
    assert_eq!(page.data[0].cost, Some(money!("262144.01")));
    assert_eq!(page.meta.totals.cost, Some(money!("12345678901.123456")));
    Ok(())
}
