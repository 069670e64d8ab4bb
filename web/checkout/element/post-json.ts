const timeoutMs = 15_000;

/** Sends JSON to the checkout's server, without cookies. The answer is `null` if it is no JSON. */
export async function postJson(url: string, body: object): Promise<{ status: number; json: unknown }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'omit',
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, json: await response.json().catch(() => null) };
}
