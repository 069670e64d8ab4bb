import { errors } from 'undici';
import { expect, it } from 'vitest';
import { describeFailure } from './describe-failure.ts';

const failure = (code: string, message = '') => Object.assign(new Error(message), { code });

it.each([
  [failure('ECONNREFUSED'), 'The connection was refused.'],
  [failure('ECONNRESET'), 'The connection was closed before a response came.'],
  [failure('UND_ERR_SOCKET', 'other side closed'), 'The connection was closed before a response came.'],
  [failure('ENETUNREACH'), 'The address cannot be reached from this server.'],
  [failure('UND_ERR_CONNECT_TIMEOUT'), 'No response within 15 seconds.'],
  [failure('UND_ERR_HEADERS_OVERFLOW'), 'The headers of the response are longer than 16 KiB.'],
  [new errors.HTTPParserError('Expected HTTP/'), 'The response is not valid HTTP.'],
  [failure('ERR_SSL_WRONG_VERSION_NUMBER'), 'The TLS handshake failed.'],
  [failure('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'), 'The TLS handshake failed.'],
  [failure('EPROTO'), 'The TLS handshake failed.'],
  [failure('ERR_TLS_CERT_ALTNAME_INVALID'), 'The certificate is not valid: it was issued for another host name.'],
  [
    failure(
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'self-signed certificate; if the root CA is installed locally, try --use-ca',
    ),
    'The certificate is not valid: self-signed certificate.',
  ],
  [failure('CERT_HAS_EXPIRED', 'certificate has expired'), 'The certificate is not valid: certificate has expired.'],
  [
    failure('UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate'),
    'The certificate is not valid: unable to verify the first certificate.',
  ],
  [failure('EMFILE'), 'The connection failed (EMFILE).'],
  [new Error('no code'), 'The connection failed (unknown).'],
])('%o is said as "%s"', (error, sentence) => {
  expect(describeFailure(error)).toBe(sentence);
});
