import base64
import hashlib
import hmac
import json
import time

TOLERANCE_SECONDS = 300


def verify_webhook(secret, headers, body):
    """Returns the event, or raises ValueError if the request is not from Florin. `body` holds the raw bytes."""
    webhook_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    signatures = headers.get("webhook-signature", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise ValueError("The timestamp of the webhook is too far from the current time.")

    key = base64.b64decode(secret.removeprefix("whsec_"))
    if not key:
        raise ValueError("The secret of the endpoint is missing.")
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    if not any(hmac.compare_digest(given.encode(), expected) for given in signatures.split(" ")):
        raise ValueError("No signature of the webhook matches.")
    return json.loads(body)
