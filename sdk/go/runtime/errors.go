package adcore

import (
	"encoding/json"
	"fmt"
	"time"
)

// APIError is in every error of a request; errors.As finds it. Status is 0 where no response was received.
type APIError struct {
	Status     int
	Code       string
	Message    string
	RequestID  string
	Details    json.RawMessage
	Recovery   string // "transient", "correctable" or "terminal"
	Attempts   int    // how often the request was sent
	RetryAfter time.Duration
	HasWait    bool // RetryAfter was named by the server
	Cause      error
}

func (e *APIError) Error() string {
	return fmt.Sprintf("adcore: %s (%s, request %s)", e.Message, e.Code, e.RequestID)
}

func (e *APIError) Unwrap() error { return e.Cause }

// FieldFault is a fault of one field; Path is "budget" or "operations[3].body.name".
type FieldFault struct {
	Path    string      `json:"path"`
	Code    string      `json:"code"`
	Message string      `json:"message"`
	Limit   json.Number `json:"limit"`
}

// Violation is a guardrail of the Space that the request would have broken.
type Violation struct {
	Rule    string `json:"rule"`
	Limit   any    `json:"limit"`
	Actual  any    `json:"actual"`
	ID      string `json:"id"`
	Message string `json:"message"`
}

type (
	// ValidationError is 400: fields of the request are wrong.
	ValidationError struct {
		*APIError `json:"-"`
		Fields    []FieldFault `json:"fields"`
	}
	// AuthenticationError is 401: the token is missing, expired or revoked.
	AuthenticationError struct{ *APIError }
	// BillingError is 402: the plan does not allow the request.
	BillingError struct {
		*APIError `json:"-"`
		ManageURL string `json:"manageUrl"`
	}
	// ScopeError is 403: the token lacks scopes.
	ScopeError struct {
		*APIError `json:"-"`
		Required  []string `json:"required"`
	}
	// NotFoundError is 404: the object does not exist, or not in this Space.
	NotFoundError struct{ *APIError }
	// ConflictError is 409: the state of the object does not allow the request, or a key was used twice.
	ConflictError struct {
		*APIError `json:"-"`
		Reason    string `json:"reason"`
	}
	// PreconditionFailedError is 412: the object was changed since the version that the request named.
	PreconditionFailedError struct {
		*APIError      `json:"-"`
		CurrentVersion int64 `json:"currentVersion"`
	}
	// RequestError is 413, 414, 415: the body is too large, or of another media type.
	RequestError struct{ *APIError }
	// GuardrailError is 422: a guardrail of the Space refused the request.
	GuardrailError struct {
		*APIError  `json:"-"`
		Violations []Violation `json:"violations"`
	}
	// RateLimitError is 429; RetryAfter says how long to wait.
	RateLimitError struct {
		*APIError `json:"-"`
		Bucket    string `json:"bucket"`
	}
	// ServerError is 5xx: the server failed.
	ServerError struct{ *APIError }
	// NetworkError: no response was received. Timeout: not in time.
	NetworkError struct {
		*APIError `json:"-"`
		Timeout   bool
	}
)

func (e *ValidationError) Unwrap() error         { return e.APIError }
func (e *AuthenticationError) Unwrap() error     { return e.APIError }
func (e *BillingError) Unwrap() error            { return e.APIError }
func (e *ScopeError) Unwrap() error              { return e.APIError }
func (e *NotFoundError) Unwrap() error           { return e.APIError }
func (e *ConflictError) Unwrap() error           { return e.APIError }
func (e *PreconditionFailedError) Unwrap() error { return e.APIError }
func (e *RequestError) Unwrap() error            { return e.APIError }
func (e *GuardrailError) Unwrap() error          { return e.APIError }
func (e *RateLimitError) Unwrap() error          { return e.APIError }
func (e *ServerError) Unwrap() error             { return e.APIError }
func (e *NetworkError) Unwrap() error            { return e.APIError }

// refusalOf makes the error of a status; the details that are not as expected stay in Details.
func refusalOf(base *APIError) error {
	into := func(made error) error {
		_ = json.Unmarshal(base.Details, made)
		return made
	}
	switch {
	case base.Status == 400:
		return into(&ValidationError{APIError: base})
	case base.Status == 401:
		return &AuthenticationError{base}
	case base.Status == 402:
		return into(&BillingError{APIError: base})
	case base.Status == 403:
		return into(&ScopeError{APIError: base})
	case base.Status == 404:
		return &NotFoundError{base}
	case base.Status == 409:
		return into(&ConflictError{APIError: base})
	case base.Status == 412:
		return into(&PreconditionFailedError{APIError: base})
	case base.Status == 422:
		return into(&GuardrailError{APIError: base})
	case base.Status == 429:
		return into(&RateLimitError{APIError: base})
	case base.Status >= 400 && base.Status < 500:
		return &RequestError{base}
	}
	return &ServerError{base}
}
