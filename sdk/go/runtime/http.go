// Package adcore is a client of the adcore API.
package adcore

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand"
	"net/http"
	"net/url"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

const (
	firstWait         = 500 * time.Millisecond
	longestWait       = 8 * time.Second
	longestRetryAfter = time.Minute // a longer one is given to the caller instead of being slept through
	defaultTimeout    = time.Minute
	defaultRetries    = 4
)

// Config is what a client is made of. Only BaseURL is needed.
type Config struct {
	BaseURL     string                                    // with or without /api/v1
	Token       string                                    // an API token
	TokenSource func(ctx context.Context) (string, error) // instead of Token; called before each attempt
	SpaceID     string                                    // the Personal Space unless set
	Timeout     time.Duration                             // of one attempt; a minute unless set
	MaxRetries  int                                       // 4 unless set; -1 for none
	HTTPClient  *http.Client
	Logger      func(LogEvent)
}

// RequestOptions are of one call; what is zero is as the client has it.
type RequestOptions struct {
	Timeout        time.Duration
	MaxRetries     int
	IdempotencyKey string
	SpaceID        string
	Header         http.Header
	OnResponse     func(ResponseInfo)
}

// ResponseInfo is the head of a response.
type ResponseInfo struct {
	Status    int
	RequestID string
	Header    http.Header
	Attempts  int
	Replayed  bool
}

// LogEvent is what a logger gets for each attempt. It has no body and no token.
type LogEvent struct {
	Operation string
	Method    string
	Path      string
	Attempt   int
	Status    int
	RequestID string
	Took      time.Duration
	RetryIn   time.Duration
}

type call struct {
	operation, method, path string
	query                   query
	ifMatch, ifNoneMatch    string
	body                    any
	conditional             bool
	raw                     bool
	options                 RequestOptions
}

type answer struct {
	Data json.RawMessage `json:"data"`
	Meta json.RawMessage `json:"meta"`
}

type query struct{ pairs []string }

// add adds a parameter unless it is zero.
func (q *query) add(name string, value any) {
	text := ""
	switch each := value.(type) {
	case string:
		text = url.QueryEscape(each)
	case []string:
		for i, one := range each {
			if i > 0 {
				text += ","
			}
			text += url.QueryEscape(one)
		}
	case int64:
		if each != 0 {
			text = strconv.FormatInt(each, 10)
		}
	case bool:
		if each {
			text = "true"
		}
	}
	if text != "" {
		q.pairs = append(q.pairs, name+"="+text)
	}
}

type core struct {
	config Config
	base   string
	client *http.Client
}

var hasVersion = regexp.MustCompile(`/api/v[0-9]+$`)

func newCore(config Config) *core {
	base := strings.TrimRight(config.BaseURL, "/")
	if !hasVersion.MatchString(base) {
		base += "/api/v1"
	}
	client := config.HTTPClient
	if client == nil {
		client = &http.Client{}
		if transport, ok := http.DefaultTransport.(*http.Transport); ok {
			client.Transport = transport.Clone()
		}
		client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	return &core{config, base, client}
}

func newKey() string {
	var bytes [16]byte
	if _, err := rand.Read(bytes[:]); err != nil {
		panic(err)
	}
	return fmt.Sprintf("%x-%x-%x-%x-%x", bytes[:4], bytes[4:6], bytes[6:8], bytes[8:10], bytes[10:])
}

func firstOf(values ...int) int {
	for _, each := range values {
		if each != 0 {
			return each
		}
	}
	return 0
}

// do sends a call, again where that is safe, and returns the bytes of the answer.
func (c *core) do(ctx context.Context, call *call) ([]byte, error) {
	var body []byte
	if call.body != nil {
		var err error
		if body, err = json.Marshal(call.body); err != nil {
			return nil, err
		}
	}
	key := call.options.IdempotencyKey
	if key == "" && call.method == http.MethodPost {
		key = newKey()
	}
	retries := firstOf(call.options.MaxRetries, c.config.MaxRetries, defaultRetries)
	for attempt := 1; ; attempt++ {
		event := LogEvent{Operation: call.operation, Method: call.method, Path: call.path, Attempt: attempt}
		began := time.Now()
		data, err := c.attempt(ctx, call, key, body, &event)
		event.Took = time.Since(began)
		wait, again := time.Duration(0), false
		if err != nil && attempt <= retries {
			wait, again = waitBefore(call, err, attempt)
			event.RetryIn = wait
		}
		if c.config.Logger != nil {
			c.config.Logger(event)
		}
		if !again {
			return data, err
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, ctx.Err()
		case <-timer.C:
		}
	}
}

// waitBefore is the time before the next attempt, and whether there is one. A conditional update that
// arrived would be refused with 412 when it is sent again.
func waitBefore(call *call, err error, attempt int) (time.Duration, bool) {
	var base *APIError
	if !errors.As(err, &base) {
		return 0, false
	}
	if base.Status != 429 && base.Status != 503 {
		transient := base.Status == 0 || base.Status >= 500 || base.Status < 400 || retryStatuses[base.Status]
		if !transient || call.conditional || call.ifMatch != "" {
			return 0, false
		}
	}
	if base.HasWait {
		if base.RetryAfter > longestRetryAfter {
			return 0, false
		}
		return base.RetryAfter + time.Duration(mathrand.Int63n(int64(250*time.Millisecond))), true
	}
	wait := firstWait << (attempt - 1)
	if wait > longestWait || wait <= 0 {
		wait = longestWait
	}
	return wait/2 + time.Duration(mathrand.Int63n(int64(wait/2))), true
}

func (c *core) header(ctx context.Context, call *call, key string, hasBody bool) (http.Header, error) {
	token := c.config.Token
	if c.config.TokenSource != nil {
		var err error
		if token, err = c.config.TokenSource(ctx); err != nil {
			return nil, err
		}
	}
	header := http.Header{}
	set := func(name, value string) {
		if value != "" {
			header.Set(name, value)
		}
	}
	set("User-Agent", "adcore-go/"+Version+" "+runtime.Version())
	set("Accept", "application/json")
	if call.raw {
		set("Accept", "*/*")
	}
	if token != "" {
		set("Authorization", "Bearer "+token)
	}
	set("X-Space-Id", c.config.SpaceID)
	set("X-Space-Id", call.options.SpaceID)
	set("Idempotency-Key", key)
	set("If-Match", call.ifMatch)
	set("If-None-Match", call.ifNoneMatch)
	if hasBody {
		set("Content-Type", "application/json")
	}
	for name, values := range call.options.Header {
		header[http.CanonicalHeaderKey(name)] = values
	}
	return header, nil
}

func (c *core) attempt(ctx context.Context, call *call, key string, body []byte, event *LogEvent) ([]byte, error) {
	timeout := call.options.Timeout
	if timeout == 0 {
		timeout = c.config.Timeout
	}
	if timeout == 0 {
		timeout = defaultTimeout
	}
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	address := c.base + call.path
	if len(call.query.pairs) > 0 {
		address += "?" + strings.Join(call.query.pairs, "&")
	}
	var reader io.Reader
	if body != nil {
		reader = bytes.NewReader(body)
	}
	request, err := http.NewRequestWithContext(limited, call.method, address, reader)
	if err != nil {
		return nil, err
	}
	if request.Header, err = c.header(ctx, call, key, body != nil); err != nil {
		return nil, err
	}
	response, err := c.client.Do(request)
	if err == nil {
		defer response.Body.Close()
		event.Status, event.RequestID = response.StatusCode, response.Header.Get("X-Request-Id")
		var data []byte
		if data, err = io.ReadAll(response.Body); err == nil {
			return c.read(call, response, data, event.Attempt)
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	base := &APIError{Code: "NETWORK_ERROR", Message: "The request failed: " + err.Error(), Attempts: event.Attempt, Cause: err}
	isLate := errors.Is(limited.Err(), context.DeadlineExceeded)
	if isLate {
		base.Code, base.Message = "TIMEOUT", fmt.Sprintf("No response after %s", timeout)
	}
	return nil, &NetworkError{base, isLate}
}

func (c *core) read(call *call, response *http.Response, data []byte, attempts int) ([]byte, error) {
	if call.options.OnResponse != nil {
		call.options.OnResponse(ResponseInfo{response.StatusCode, response.Header.Get("X-Request-Id"), response.Header,
			attempts, response.Header.Get("Idempotent-Replayed") == "true"})
	}
	good := response.StatusCode >= 200 && response.StatusCode < 300
	if good && call.raw || response.StatusCode == http.StatusNotModified {
		return data, nil
	}
	var found struct {
		Data  json.RawMessage `json:"data"`
		Error *struct {
			Code    string          `json:"code"`
			Message string          `json:"message"`
			Details json.RawMessage `json:"details"`
		} `json:"error"`
	}
	if err := json.Unmarshal(data, &found); good && err == nil && found.Data != nil {
		return data, nil
	}
	base := &APIError{Status: response.StatusCode, RequestID: response.Header.Get("X-Request-Id"), Attempts: attempts,
		Code:    fmt.Sprintf("HTTP_%d", response.StatusCode),
		Message: fmt.Sprintf("The server answered %d without an error of the API", response.StatusCode)}
	if found.Error != nil {
		base.Code, base.Message, base.Details = found.Error.Code, found.Error.Message, found.Error.Details
	}
	var told struct {
		Recovery   string `json:"recovery"`
		RetryAfter *int64 `json:"retryAfter"`
	}
	_ = json.Unmarshal(base.Details, &told)
	base.Recovery = told.Recovery
	if told.RetryAfter != nil {
		base.RetryAfter, base.HasWait = time.Duration(*told.RetryAfter)*time.Second, true
	}
	if text := response.Header.Get("Retry-After"); text != "" {
		if seconds, err := strconv.ParseInt(text, 10, 32); err == nil && seconds >= 0 {
			base.RetryAfter, base.HasWait = time.Duration(seconds)*time.Second, true
		} else if at, err := http.ParseTime(text); err == nil {
			base.RetryAfter, base.HasWait = time.Until(at), true
		}
	}
	return nil, refusalOf(base)
}

// object sends a call whose answer is one object.
func object[T any](ctx context.Context, c *core, call *call) (*T, error) {
	data, err := c.do(ctx, call)
	if err != nil {
		return nil, err
	}
	if len(data) == 0 {
		return nil, nil // 304
	}
	var found answer
	made := new(T)
	if err := json.Unmarshal(data, &found); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(found.Data, made); err != nil {
		return nil, err
	}
	return made, nil
}
