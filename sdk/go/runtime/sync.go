package adcore

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

const longestPoll = 30 * time.Second

// Push starts the push of a plan that Preview returned, with the selection that it was made for.
func (s *Sync) Push(ctx context.Context, plan *SyncPlan, params *SyncCreateParams) (*SyncRun, error) {
	var body SyncRunCreate
	if len(plan.selection) > 0 {
		if err := json.Unmarshal(plan.selection, &body); err != nil {
			return nil, err
		}
	}
	body.Mode, body.PlanHash = Set("PUSH"), Set(plan.PlanHash)
	return s.Create(ctx, body, params)
}

// Pull starts a pull of all connected ad accounts, or of the selection.
func (s *Sync) Pull(ctx context.Context, selection SyncRunCreate, params *SyncCreateParams) (*SyncRun, error) {
	selection.Mode = Set("PULL")
	return s.Create(ctx, selection, params)
}

// Wait returns the run when it has ended, or waits for a person's approval (AWAITING_APPROVAL). The
// context limits the time; without a deadline it is 15 minutes.
func (s *Sync) Wait(ctx context.Context, runID string) (*SyncRun, error) {
	if _, limited := ctx.Deadline(); !limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, 15*time.Minute)
		defer cancel()
	}
	for {
		params := &SyncGetParams{Wait: int64(longestPoll / time.Second)}
		params.Timeout = 2 * longestPoll
		run, err := s.Get(ctx, runID, params)
		if err != nil {
			return nil, fmt.Errorf("adcore: waiting for the run %s: %w", runID, err)
		}
		if run.FinishedAt.IsSet() || run.Status == "AWAITING_APPROVAL" {
			return run, nil
		}
	}
}
