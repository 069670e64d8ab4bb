import { waitUntil } from './wait-until.ts';

/** Asks again where a busy server has no time for a PDF, and says so: its first one starts a thread and loads fonts. */
export const untilDrawn = <Answer extends { status: number }>(ask: () => Promise<Answer>): Promise<Answer> =>
  waitUntil('the PDF is drawn', async () => {
    const answer = await ask();
    return answer.status === 503 ? undefined : answer;
  });
