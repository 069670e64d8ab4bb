package webhooks

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

const tolerance = 5 * time.Minute

// VerifyWebhook decodes the event, or fails if the request is not from Florin. The body is the raw bytes of the request.
func VerifyWebhook(secret string, headers http.Header, body []byte, event any) error {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return errors.New("the timestamp of the webhook is too far from the current time")
	}

	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) == 0 {
		return errors.New("the secret of the endpoint is missing")
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, signature := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(signature), expected) {
			return json.Unmarshal(body, event)
		}
	}
	return errors.New("no signature of the webhook matches")
}
