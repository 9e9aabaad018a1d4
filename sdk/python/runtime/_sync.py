"""preview -> push -> wait, as methods of client.sync."""

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Union

from ._http import RequestOptions
from ._model import Model
from .errors import RequestTimeoutError

if TYPE_CHECKING:
    from .types import SyncPlan, SyncPreview, SyncRun

LONGEST_POLL = 30


def remember(plan: Any, body: Optional[Model]) -> Any:
    """A plan keeps the selection that it was made for: a push must name the same."""
    object.__setattr__(plan, "_selection", body.to_dict() if body is not None else {})
    return plan


def push_body(plan: Any, selection: Union[Model, Mapping[str, Any], None]) -> Mapping[str, Any]:
    made = selection.to_dict() if isinstance(selection, Model) else selection
    if made is None:
        made = plan.__dict__.get("_selection", {})
    return {**made, "mode": "PUSH", "planHash": plan.plan_hash}


def pull_body(platforms: Optional[List[str]], campaign_ids: Optional[List[str]]) -> Mapping[str, Any]:
    body = {"mode": "PULL", "platforms": platforms, "campaignIds": campaign_ids}
    return {name: value for name, value in body.items() if value is not None}


def is_over(run: Any) -> bool:
    return run.finished_at is not None or run.status == "AWAITING_APPROVAL"


def poll(end: float, run_id: str, options: Optional[RequestOptions]) -> Any:
    """The seconds of the next long poll, and its options; raises when the time is over."""
    left = end - time.monotonic()
    if left <= 0:
        raise RequestTimeoutError("The run %s did not end in time" % run_id, code="WAIT_TIMEOUT")
    wait = max(1, min(LONGEST_POLL, int(left)))
    made = options or RequestOptions()
    return wait, replace(made, timeout=made.timeout or wait + 30.0)


class SyncMethods:
    def push(self, plan: "SyncPlan", *, selection: Union["SyncPreview", Mapping[str, Any], None] = None,
             options: Optional[RequestOptions] = None) -> "SyncRun":
        """Starts the push of a plan that preview() returned, with the selection that it was made for."""
        run: "SyncRun" = self.create(push_body(plan, selection), options=options)  # type: ignore[attr-defined]
        return run

    def pull(self, *, platforms: Optional[List[str]] = None, campaign_ids: Optional[List[str]] = None,
             options: Optional[RequestOptions] = None) -> "SyncRun":
        """Starts a pull of all connected ad accounts, or of the selection."""
        run: "SyncRun" = self.create(pull_body(platforms, campaign_ids), options=options)  # type: ignore[attr-defined]
        return run

    def wait(self, run: Union["SyncRun", str], *, at_most: float = 900,
             options: Optional[RequestOptions] = None) -> "SyncRun":
        """The run when it has ended, or waits for a person's approval (AWAITING_APPROVAL)."""
        run_id = run if isinstance(run, str) else run.id
        end = time.monotonic() + at_most
        while True:
            seconds, polled = poll(end, run_id, options)
            now: "SyncRun" = self.get(run_id, wait=seconds, options=polled)  # type: ignore[attr-defined]
            if is_over(now):
                return now


class AsyncSyncMethods:
    async def push(self, plan: "SyncPlan", *, selection: Union["SyncPreview", Mapping[str, Any], None] = None,
                   options: Optional[RequestOptions] = None) -> "SyncRun":
        """Starts the push of a plan that preview() returned, with the selection that it was made for."""
        run: "SyncRun" = await self.create(push_body(plan, selection), options=options)  # type: ignore[attr-defined]
        return run

    async def pull(self, *, platforms: Optional[List[str]] = None, campaign_ids: Optional[List[str]] = None,
                   options: Optional[RequestOptions] = None) -> "SyncRun":
        """Starts a pull of all connected ad accounts, or of the selection."""
        run: "SyncRun" = await self.create(pull_body(platforms, campaign_ids), options=options)  # type: ignore[attr-defined]
        return run

    async def wait(self, run: Union["SyncRun", str], *, at_most: float = 900,
                   options: Optional[RequestOptions] = None) -> "SyncRun":
        """The run when it has ended, or waits for a person's approval (AWAITING_APPROVAL)."""
        run_id = run if isinstance(run, str) else run.id
        end = time.monotonic() + at_most
        while True:
            seconds, polled = poll(end, run_id, options)
            now: "SyncRun" = await self.get(run_id, wait=seconds, options=polled)  # type: ignore[attr-defined]
            if is_over(now):
                return now
