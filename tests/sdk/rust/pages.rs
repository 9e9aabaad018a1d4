//! Lists over several pages.

use std::collections::HashSet;

use adcore::KeywordCreate;
use futures_util::StreamExt;

use crate::support::*;

pub const CASES: &[Case] = cases! { pages_all pages_added pages_page pages_lazy pages_filter };

fn row_count() -> usize {
    env("ROWS").parse().unwrap()
}

async fn pages_all() -> Outcome {
    let list = client().keywords().list().ad_group_id([env("ROWS_GROUP")]);
    let found = tokio::spawn(list.limit(200).all()).await??;
    let ids: HashSet<_> = found.iter().map(|each| &each.id).collect();
    assert!(
        ids.len() >= row_count() && ids.len() == found.len(),
        "{} {}",
        ids.len(),
        found.len()
    );
    Ok(())
}

async fn pages_added() -> Outcome {
    let group = env("ROWS_GROUP");
    let mut stream = client()
        .keywords()
        .list()
        .ad_group_id([&group])
        .limit(200)
        .stream();
    let mut texts = Vec::new();
    while let Some(each) = stream.next().await {
        if texts.len() % 200 == 0 {
            let added = KeywordCreate::new().ad_group_id(&group).match_type("EXACT");
            client()
                .keywords()
                .create(added.text(format!("added {}", texts.len())))
                .await?;
        }
        texts.push(each?.text);
    }
    assert_eq!(
        texts.iter().filter(|each| each.starts_with("row ")).count(),
        row_count()
    );
    assert_eq!(texts.iter().collect::<HashSet<_>>().len(), texts.len());
    Ok(())
}

async fn pages_page() -> Outcome {
    let page = client()
        .keywords()
        .list()
        .ad_group_id([env("ROWS_GROUP")])
        .limit(3)
        .page()
        .await?;
    assert!(
        page.data.len() == 3
            && page.meta.total >= row_count() as i64
            && page.meta.next_cursor.is_some()
    );
    Ok(())
}

async fn pages_lazy() -> Outcome {
    let mut stream = client()
        .keywords()
        .list()
        .ad_group_id([env("ROWS_GROUP")])
        .limit(5)
        .stream();
    assert!(seen().is_empty());
    for _ in 0..4 {
        assert!(stream.try_next().await?.is_some());
    }
    assert_eq!(seen().len(), 1);
    Ok(())
}

async fn pages_filter() -> Outcome {
    client()
        .campaigns()
        .list()
        .status(["PAUSED", "ENABLED"])
        .limit(1)
        .page()
        .await?;
    assert_eq!(seen()[0].query, "status=PAUSED,ENABLED&limit=1");
    Ok(())
}
