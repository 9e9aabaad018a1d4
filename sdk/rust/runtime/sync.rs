//! preview → push → wait, as methods of `client.sync()`.

use std::fmt;
use std::future::IntoFuture;
use std::time::{Duration, Instant};

use crate::api::Sync;
use crate::call::{Answer, Call};
use crate::error::Error;
use crate::object::Json;
use crate::op;
use crate::request::Request;
use crate::transport::BoxFuture;
use crate::types::{SyncPlan, SyncRun, SyncRunCreate};

const LONGEST_POLL: u64 = 30;

/// A plan keeps the selection that it was made for: a push must name the same.
pub(crate) fn read_plan(call: &Call, answer: Answer) -> Result<SyncPlan, Error> {
    let mut plan = SyncPlan::from_json(answer.data)?;
    plan.selection = call.body.clone();
    Ok(plan)
}

impl Sync {
    /// Starts the push of a plan that `preview` returned, with the selection that it was made for.
    pub fn push(&self, plan: &SyncPlan) -> Request<op::CreateSyncRun, SyncRun> {
        let selection = plan.selection.clone().map(SyncRunCreate::from_json);
        let body = selection.and_then(Result::ok).unwrap_or_default();
        self.create(body.mode("PUSH").plan_hash(plan.plan_hash.as_str()))
    }

    /// Starts a pull of all connected ad accounts, or of the selection.
    pub fn pull(&self, selection: SyncRunCreate) -> Request<op::CreateSyncRun, SyncRun> {
        self.create(selection.mode("PULL"))
    }

    /// The run when it has ended, or waits for a person's approval (AWAITING_APPROVAL).
    pub fn wait(&self, run_id: &str) -> Wait {
        Wait {
            sync: self.clone(),
            run_id: run_id.to_owned(),
            at_most: Duration::from_secs(900),
        }
    }
}

/// Waits for a run. `.await` begins it.
#[must_use = "nothing waits before this is awaited"]
pub struct Wait {
    sync: Sync,
    run_id: String,
    at_most: Duration,
}

impl fmt::Debug for Wait {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Wait for {}", self.run_id)
    }
}

impl Wait {
    /// The longest wait; 15 minutes unless set. After it the error is a timeout.
    pub fn at_most(mut self, limit: Duration) -> Self {
        self.at_most = limit;
        self
    }

    async fn run(self) -> Result<SyncRun, Error> {
        let began = Instant::now();
        loop {
            let left = self.at_most.saturating_sub(began.elapsed());
            if left.is_zero() {
                let message = format!("The run {} did not end in time", self.run_id);
                return Err(Error::of_timeout("WAIT_TIMEOUT", 0, message));
            }
            let seconds = left.as_secs().clamp(1, LONGEST_POLL);
            let limit = Duration::from_secs(seconds + LONGEST_POLL);
            let run = self
                .sync
                .get(&self.run_id)
                .wait(seconds as i64)
                .timeout(limit)
                .await?;
            if run.finished_at.is_some() || run.status == "AWAITING_APPROVAL" {
                return Ok(run);
            }
        }
    }
}

impl IntoFuture for Wait {
    type Output = Result<SyncRun, Error>;
    type IntoFuture = BoxFuture<Result<SyncRun, Error>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}
