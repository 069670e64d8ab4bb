import type { ServerSentEvent } from '../../ports/remote-api.ts';

/** The longest event that is read. The server's are far shorter, so anything longer is not Florin. */
const EVENT_CHARACTERS_MAX = 4 * 1_048_576;

/** Reads server-sent events from text in chunks of any size. Comments and fields that nobody needs are left out. */
export async function* parseEventStream(chunks: AsyncIterable<string>): AsyncGenerator<ServerSentEvent> {
  let rest = '';
  for await (const chunk of chunks) {
    rest += chunk;
    // A carriage return at the end may be half of a line break.
    const held = rest.endsWith('\r') ? '\r' : '';
    const blocks = (held ? rest.slice(0, -1) : rest).replaceAll(/\r\n?/g, '\n').split('\n\n');
    rest = (blocks.pop() ?? '') + held;
    if (rest.length > EVENT_CHARACTERS_MAX) throw new Error('An event of the stream is too long.');
    for (const block of blocks) {
      const event = parseBlock(block);
      if (event) yield event;
    }
  }
}

function parseBlock(block: string): ServerSentEvent | undefined {
  const event = { id: '', type: 'message' };
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === 'id') event.id = value;
    if (field === 'event') event.type = value;
    if (field === 'data') data.push(value);
  }
  return data.length === 0 ? undefined : { ...event, data: data.join('\n') };
}
