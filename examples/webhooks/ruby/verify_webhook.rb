require 'json'
require 'openssl'

TOLERANCE_SECONDS = 300

# Returns the event, or raises ArgumentError if the request is not from Florin. `body` holds the raw bytes.
def verify_webhook(secret, headers, body)
  id, timestamp, signatures = %w[webhook-id webhook-timestamp webhook-signature].map { |name| headers[name].to_s }
  if (Time.now.to_i - timestamp.to_i).abs > TOLERANCE_SECONDS
    raise ArgumentError, 'The timestamp of the webhook is too far from the current time.'
  end

  key = secret.delete_prefix('whsec_').unpack1('m')
  raise ArgumentError, 'The secret of the endpoint is missing.' if key.empty?

  digest = OpenSSL::HMAC.digest('SHA256', key, "#{id}.#{timestamp}.".b + body.b)
  expected = "v1,#{[digest].pack('m0')}"
  unless signatures.split.any? { |signature| OpenSSL.secure_compare(signature, expected) }
    raise ArgumentError, 'No signature of the webhook matches.'
  end
  JSON.parse(body)
end
