const answerMsMax = 15_000;

/** Sends JSON to the checkout's own server, without anything that says who the payer is. */
export async function postJson(url: string, body: object): Promise<{ status: number; json: unknown }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'omit',
    signal: AbortSignal.timeout(answerMsMax),
  });
  return { status: answer.status, json: await answer.json() };
}
