/** The filters of lists that can be a customer's name or email address. */
const FILTERS: ReadonlySet<string> = new Set(['email', 'search']);

/**
 * The URL of a request without the values of filters that name a customer: they must not outlive the erasure of the customer's
 * data. The name of a filter can be escaped, and the router takes a number sign for a question mark.
 */
export function hideCustomer(url: string): string {
  const start = url.search(/[?#]/) + 1;
  if (start === 0) return url;
  const query = url.slice(start).split('&').map(hideValue).join('&');
  return url.slice(0, start) + query;
}

function hideValue(pair: string): string {
  const end = pair.indexOf('=');
  if (end === -1 || !FILTERS.has(decode(pair.slice(0, end)).toLowerCase())) return pair;
  return `${pair.slice(0, end)}=…`;
}

/** As the router reads it, which leaves a malformed escape as it is. */
function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
