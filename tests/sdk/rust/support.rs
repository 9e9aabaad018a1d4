//! What the cases share: a client, the control path of the proxy, and objects to begin with.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};

use adcore::json::{Map, Value};
use adcore::{
    AdCreate, AdGroupCreate, AdHeadline, Adcore, ApiError, Campaign, CampaignCreate,
    CampaignUpdate, Error, KeywordCreate, Money, SyncPlan, SyncPreview, SyncRun, TextOr,
};

/// A case ends with nothing, or with the error that it did not expect.
pub type Outcome = Result<(), Box<dyn std::error::Error>>;
pub type Case = (&'static str, fn() -> Pin<Box<dyn Future<Output = Outcome>>>);

/// A list of cases, named as the functions are.
macro_rules! cases {
    ($($name:ident)*) => { &[$((stringify!($name), || Box::pin($name()))),*] };
}
pub(crate) use cases;

pub fn env(name: &str) -> String {
    std::env::var(format!("ADCORE_{name}")).unwrap_or_default()
}

pub fn client() -> Adcore {
    Adcore::new(env("URL"), env("TOKEN")).unwrap()
}

fn exchange(method: &str, body: &str) -> std::io::Result<String> {
    let url = env("URL");
    let host = url.strip_prefix("http://").unwrap_or(&url);
    let mut connection = TcpStream::connect(host)?;
    let length = body.len();
    write!(
        connection,
        "{method} /_control HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    )?;
    let mut text = String::new();
    connection.read_to_string(&mut text)?;
    Ok(text
        .split_once("\r\n\r\n")
        .map_or(String::new(), |(_, body)| body.to_owned()))
}

/// The proxy makes these faults from now on, and forgets what it has seen.
pub fn faults<const N: usize>(rows: [&str; N]) {
    exchange("POST", &format!("{{\"faults\":[{}]}}", rows.join(","))).unwrap();
}

#[derive(Debug)]
pub struct Seen {
    pub query: String,
    pub body: String,
    pub headers: HashMap<String, String>,
}

/// The requests since the last call of `faults`.
pub fn seen() -> Vec<Seen> {
    let found: Value = exchange("GET", "").unwrap().parse().unwrap();
    let text = |each: &Value, name| {
        each.get(name)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let headers = |each: &Value| {
        let found = each
            .get("headers")
            .and_then(Value::as_object)
            .cloned()
            .unwrap_or_else(Map::new);
        found
            .into_iter()
            .map(|(name, value)| (name, value.as_str().unwrap_or_default().to_owned()))
            .collect()
    };
    let rows = found.as_array().unwrap();
    rows.iter()
        .map(|each| Seen {
            query: text(each, "query"),
            body: text(each, "body"),
            headers: headers(each),
        })
        .collect()
}

/// An answer of the proxy itself; `more` has further members of the fault.
pub fn canned(on: &str, status: u16, code: &str, details: &str, more: &str) -> String {
    format!(
        r#"{{"match":"{on}","status":{status},"body":{{"error":{{"code":"{code}","message":"From the proxy.",
        "details":{details}}}}}{more}}}"#
    )
}

pub fn new_campaign(name: &str) -> CampaignCreate {
    CampaignCreate::new().name(name).r#type("SEARCH").budget(5)
}

pub async fn draft_of(budget: Money) -> Result<Campaign, Error> {
    static SERIAL: AtomicU32 = AtomicU32::new(0);
    let name = format!("Rust {}", SERIAL.fetch_add(1, Ordering::Relaxed));
    client()
        .campaigns()
        .create(new_campaign(&name).budget(budget).labels(["kept"]))
        .await
}

pub async fn draft() -> Result<Campaign, Error> {
    draft_of(Money::new(20)).await
}

pub async fn update(id: &str, change: CampaignUpdate) -> Result<Campaign, Error> {
    client().campaigns().update(id, change).await
}

/// A campaign with a group, an ad and a keyword.
pub async fn whole() -> Result<Campaign, Error> {
    let campaign = draft().await?;
    let group = AdGroupCreate::new()
        .campaign_id(campaign.id.as_str())
        .name("Group");
    let group = client().ad_groups().create(group).await?;
    let pinned = AdHeadline::new().text("Baked at 5 am").pin("HEADLINE_1");
    let ad = AdCreate::new()
        .ad_group_id(group.id.as_str())
        .r#type("RESPONSIVE_SEARCH")
        .final_url("https://bakery.example/bread")
        .headlines([
            TextOr::from("Fresh bread"),
            pinned.into(),
            "Order until 8 pm".into(),
        ])
        .descriptions(["Sourdough, rye and rolls.", "Pick up from 6 am."]);
    client().ads().create(ad).await?;
    let keyword = KeywordCreate::new()
        .ad_group_id(group.id)
        .text("bread")
        .match_type("EXACT");
    client().keywords().create(keyword).await?;
    Ok(campaign)
}

pub async fn plan_of(campaign: &Campaign) -> Result<SyncPlan, Error> {
    client()
        .sync()
        .preview(SyncPreview::new().campaign_ids([campaign.id.as_str()]))
        .await
}

pub async fn pushed(campaign: &Campaign) -> Result<SyncRun, Error> {
    let plan = plan_of(campaign).await?;
    assert!(plan.violations.is_empty(), "{:?}", plan.violations);
    let run = client().sync().push(&plan).await?;
    let run = client().sync().wait(&run.id).await?;
    assert_eq!(run.status, "SUCCEEDED");
    Ok(run)
}

/// What every error of a request has.
pub fn api(error: &Error) -> &ApiError {
    error.api().expect("the error is of a request")
}
