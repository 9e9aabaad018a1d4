//! The cases of tests/sdk/cases.json by the Rust crate. Prints "ok CASE" or "not ok CASE: why".

mod client;
mod errors;
mod pages;
mod retries;
mod support;
mod values;

use std::panic::{AssertUnwindSafe, catch_unwind};

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    std::panic::set_hook(Box::new(|_| {}));
    for list in [
        client::CASES,
        values::CASES,
        pages::CASES,
        retries::CASES,
        errors::CASES,
    ] {
        for (name, case) in list {
            support::faults([]);
            let why = match catch_unwind(AssertUnwindSafe(|| runtime.block_on(case()))) {
                Ok(Ok(())) => None,
                Ok(Err(error)) => Some(error.to_string()),
                Err(panic) => Some(match panic.downcast::<String>() {
                    Ok(text) => *text,
                    Err(other) => (*other.downcast::<&str>().unwrap_or_default()).to_owned(),
                }),
            };
            let name = name.trim_start_matches("r#").replace('_', "-");
            match why {
                None => println!("ok {name}"),
                Some(why) => println!("not ok {name}: {}", why.replace('\n', " | ")),
            }
        }
    }
}
