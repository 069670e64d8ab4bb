/** File transfer, remote login, email and names. Servers there take an HTTP client for an attacker, and block it. */
const OTHER_SERVICES = new Set([0, 20, 21, 22, 23, 25, 53, 110, 143, 465, 587, 993, 995]);

/** Also the reason for an `http` URL, unless the operator allows the addresses of its host. */
export const INSECURE = 'The URL must begin with https://.';

/** Why no webhook is sent to a URL, whatever the addresses of its host are; undefined if that depends on them. */
export function explainReceiverUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null) return 'The URL is not valid. Use a form such as https://shop.example.com/webhooks.';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return INSECURE;
  if (url.username !== '' || url.password !== '') return 'Remove the user name and the password from the URL.';
  if (url.hash !== '') return 'Remove the part of the URL after #.';
  if (OTHER_SERVICES.has(Number(url.port || 443))) {
    return `Port ${url.port} is for other services. Use 443, for example.`;
  }
  return undefined;
}
