import { waitUntil } from './wait-until.ts';

/** Sends a request again that a busy server has no time for, and says so, as clients are told to. */
export const untilHandled = <Answer extends { status: number }>(ask: () => Promise<Answer>): Promise<Answer> =>
  waitUntil('the request is handled', async () => {
    const answer = await ask();
    return answer.status === 503 ? undefined : answer;
  });
