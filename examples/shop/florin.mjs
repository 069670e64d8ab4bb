const { FLORIN_URL = 'http://127.0.0.1:3000', FLORIN_PUBLIC_KEY, FLORIN_PRIVATE_KEY } = process.env;

/** Sends a request to Florin with the keys of the shop, and returns the JSON of the response. */
export async function florin(path, init = {}) {
  const headers = { authorization: `Bearer ${FLORIN_PRIVATE_KEY}`, accept: 'application/json', ...init.headers };
  const response = await fetch(`${FLORIN_URL}/${FLORIN_PUBLIC_KEY}${path}`, { ...init, headers });
  if (!response.ok) throw new Error(`Florin responded with ${response.status}: ${await response.text()}`);
  return response.json();
}
