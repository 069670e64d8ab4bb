require 'json'
require File.join(ARGV.fetch(0), 'verify_webhook')

def verify(data)
  verify_webhook(data['secret'], data['headers'], data['body'])['id']
rescue ArgumentError => e
  e.message
end

puts JSON.generate(JSON.parse($stdin.read).map { |data| verify(data) })
