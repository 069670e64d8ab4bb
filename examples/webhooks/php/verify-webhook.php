<?php

const TOLERANCE_SECONDS = 300;

/** Returns the event, or throws if the request is not from Florin. `$body` holds the raw bytes of the request. */
function verify_webhook(string $secret, array $headers, string $body): array
{
    $headers = array_change_key_case($headers);
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    $signatures = $headers['webhook-signature'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        throw new UnexpectedValueException('The timestamp of the webhook is too far from the current time.');
    }

    $key = base64_decode(str_replace('whsec_', '', $secret));
    if ($key === '') {
        throw new UnexpectedValueException('The secret of the endpoint is missing.');
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $signatures) as $signature) {
        if (hash_equals($expected, $signature)) {
            return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
        }
    }
    throw new UnexpectedValueException('No signature of the webhook matches.');
}
