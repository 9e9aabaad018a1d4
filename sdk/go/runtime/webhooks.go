package adcore

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ErrSignature is the error of a webhook whose signature does not verify.
var ErrSignature = errors.New("adcore: the signature of the webhook does not verify")

// VerifyWebhook verifies the signature of a webhook (Standard Webhooks) and returns its event. The body is
// the body as it was received. A timestamp that is more than five minutes off is refused.
func VerifyWebhook(body []byte, header http.Header, secret string) (*Event, error) {
	sent := header.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseInt(sent, 10, 64)
	if err != nil {
		return nil, ErrSignature
	}
	if age := time.Since(time.Unix(seconds, 0)); age > 5*time.Minute || age < -5*time.Minute {
		return nil, ErrSignature
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) == 0 {
		return nil, ErrSignature
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(header.Get("Webhook-Id") + "." + sent + "."))
	mac.Write(body)
	wanted := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, each := range strings.Fields(header.Get("Webhook-Signature")) {
		if hmac.Equal([]byte(each), []byte(wanted)) {
			event := &Event{}
			return event, json.Unmarshal(body, event)
		}
	}
	return nil, ErrSignature
}
