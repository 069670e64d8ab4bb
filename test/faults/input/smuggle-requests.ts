import { type RawReply, sendRaw } from '../../http/send-raw.ts';
import { validBody } from '../../support/client.ts';
import type { Fault } from '../fault.ts';
import { Rig } from '../lab/rig.ts';

interface Shape {
  name: string;
  /** The head of a request without its first line, and what follows it; the hidden request is at the end. */
  text: (hidden: string, body: string) => string;
}

const CRLF = '\r\n';
const lines = (...all: string[]) => `${all.join(CRLF)}${CRLF}${CRLF}`;
const chunked = (body: string) => `${Buffer.byteLength(body).toString(16)}${CRLF}${body}${CRLF}0${CRLF}${CRLF}`;

/** Heads in which two servers could disagree about where the request ends, so that one takes the rest for a new request. */
const SHAPES: readonly Shape[] = [
  {
    name: 'a length and chunks',
    text: (hidden, body) =>
      lines(`content-length: ${body.length}`, 'transfer-encoding: chunked') + chunked(body) + hidden,
  },
  {
    name: 'chunks, then a length',
    text: (hidden) => lines('transfer-encoding: chunked', 'content-length: 4') + `0${CRLF}${CRLF}${hidden}`,
  },
  {
    name: 'two different lengths',
    text: (hidden, body) => lines(`content-length: ${body.length}`, 'content-length: 0') + body + hidden,
  },
  { name: 'a list of lengths', text: (hidden, body) => lines(`content-length: ${body.length}, 0`) + body + hidden },
  { name: 'a length with a sign', text: (hidden, body) => lines(`content-length: +${body.length}`) + body + hidden },
  {
    name: 'a length in hexadecimal',
    text: (hidden, body) => lines(`content-length: 0x${body.length.toString(16)}`) + body + hidden,
  },
  {
    name: 'a length with a space inside',
    text: (hidden, body) => lines(`content-length: ${body.length} 0`) + body + hidden,
  },
  { name: 'a negative length', text: (hidden) => lines('content-length: -1') + hidden },
  { name: 'a length beyond 64 bits', text: (hidden) => lines('content-length: 18446744073709551617') + hidden },
  {
    name: 'a space before the colon',
    text: (hidden, body) => lines(`content-length : ${body.length}`) + body + hidden,
  },
  {
    name: 'a space before the colon of chunks',
    text: (hidden) => lines('content-length: 0', 'transfer-encoding : chunked') + `0${CRLF}${CRLF}${hidden}`,
  },
  { name: 'an unknown encoding', text: (hidden) => lines('transfer-encoding: xchunked') + `0${CRLF}${CRLF}${hidden}` },
  {
    name: 'chunked twice',
    text: (hidden) => lines('transfer-encoding: chunked, chunked') + `0${CRLF}${CRLF}${hidden}`,
  },
  {
    name: 'chunked, then identity',
    text: (hidden) => lines('transfer-encoding: chunked, identity') + `0${CRLF}${CRLF}${hidden}`,
  },
  {
    name: 'a vertical tab before chunked',
    text: (hidden) => lines('content-length: 3', 'transfer-encoding:\u000bchunked') + `0${CRLF}${CRLF}${hidden}`,
  },
  {
    name: 'a folded header',
    text: (hidden) => lines('content-length: 0', 'x: a', ' transfer-encoding: chunked') + hidden,
  },
  {
    name: 'a header without a colon',
    text: (hidden) => lines('content-length: 0', 'transfer-encoding chunked') + hidden,
  },
  { name: 'a NUL in a header', text: (hidden) => lines('content-length: 0', 'x: a\u0000b') + hidden },
  {
    name: 'a bare CR in a header',
    text: (hidden) => lines('content-length: 0', 'x: a\rtransfer-encoding: chunked') + hidden,
  },
  {
    name: 'lines that end with LF only',
    text: (hidden) => `content-length: 0\ntransfer-encoding: chunked\n\n0\n\n${hidden}`,
  },
  {
    name: 'a chunk size beyond 64 bits',
    text: (hidden) =>
      lines('transfer-encoding: chunked') + `10000000000000005${CRLF}hello${CRLF}0${CRLF}${CRLF}${hidden}`,
  },
  {
    name: 'a chunk size with a sign',
    text: (hidden) => lines('transfer-encoding: chunked') + `+5${CRLF}hello${CRLF}0${CRLF}${CRLF}${hidden}`,
  },
  {
    name: 'a chunk that ends with LF only',
    text: (hidden) => lines('transfer-encoding: chunked') + `5\nhello\n0\n\n${hidden}`,
  },
  {
    name: 'a chunk longer than its size',
    text: (hidden) => lines('transfer-encoding: chunked') + `2${CRLF}hello${CRLF}0${CRLF}${CRLF}${hidden}`,
  },
  {
    name: 'a line end inside a chunk extension',
    text: (hidden) => lines('transfer-encoding: chunked') + `0;a="\n${hidden}`,
  },
  {
    name: 'a trailer that names a length',
    text: (hidden) =>
      lines('transfer-encoding: chunked') + `0${CRLF}content-length: 5${CRLF}bad trailer${CRLF}${CRLF}${hidden}`,
  },
  { name: 'an upgrade', text: (hidden) => lines('connection: upgrade', 'upgrade: h2c', 'content-length: 0') + hidden },
  { name: 'a body where none was announced', text: (hidden, body) => lines('x: y') + body + hidden },
];

/** Request lines that are not what they seem. */
const FIRST_LINES: readonly ((path: string) => string)[] = [
  (path) => `POST ${path} HTTP/1.1`,
  (path) => `POST http://evil.example${path} HTTP/1.1`,
  (path) => `POST ${path} HTTP/1.0`,
  (path) => `POST\t${path}\tHTTP/1.1`,
  (path) => `post ${path} HTTP/1.1`,
  (path) => `POST ${path} HTTP/1.1 extra`,
  (path) => ` POST ${path} HTTP/1.1`,
  (path) => `POST ${path} HTTP/2.0`,
];

/** How many answers a connection got. */
const answersIn = ({ text, status }: RawReply) => (status === 0 ? 0 : 1 + text.split('HTTP/1.1 ').length - 1);

export const smuggleRequests: Fault = {
  name: 'smuggle-requests',
  group: 'input',
  title: 'Requests whose end is ambiguous, each with a create hidden behind it',
  needs: ['PostgreSQL'],
  secondsMax: 240,
  async run(lab) {
    const rig = await Rig.open(lab);
    const api = await rig.startApi();
    const path = `/${rig.keys.public_key}/create_checkout_payment_intent`;
    const common = [
      'host: 127.0.0.1',
      `authorization: Bearer ${rig.keys.private_key}`,
      'content-type: application/json',
    ];
    const request = (order: string) => {
      const body = JSON.stringify({ ...validBody(), order_id: order });
      return (
        lines(`POST ${path} HTTP/1.1`, ...common, `content-length: ${Buffer.byteLength(body)}`, 'connection: close') +
        body
      );
    };
    // Two requests that are clear, one behind the other, are two requests.
    const control = await sendRaw(
      rig.baseUrl,
      request('clear-1').replace(`connection: close${CRLF}`, '') + request('clear-2'),
    );
    lab.check(answersIn(control) === 2, `Two clear requests got ${answersIn(control)} answers.`);
    const names = SHAPES.flatMap((shape) => FIRST_LINES.map((_, place) => `${shape.name} / ${place}`));
    const statuses = new Map<number, number>();
    const send = async (name: string) => {
      const [shapeName = '', place = '0'] = name.split(' / ');
      const shape = SHAPES.find((one) => one.name === shapeName);
      const first = FIRST_LINES[Number(place)]?.(path) ?? '';
      // The outer request is not valid JSON where it is a request at all, so only what is hidden could create anything.
      const text = `${[first, ...common].join(CRLF)}${CRLF}${shape?.text(request(`hidden ${name}`), '[]') ?? ''}`;
      const reply = await sendRaw(rig.baseUrl, text);
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      lab.check(
        reply.status === 0 || (reply.status >= 400 && reply.status < 500),
        `${name}: answered with ${reply.status} ${reply.text}`,
      );
      return reply;
    };
    const queue = names.values();
    const work = async () => {
      for (const name of queue) await send(name);
    };
    await Promise.all(Array.from({ length: 16 }, work));
    const rows = await rig.sql<{ order_id: string }>('SELECT order_id FROM florin_data.payment_intents');
    const hidden = rows.map(({ order_id }) => order_id).filter((order) => !order.startsWith('clear-'));
    lab.checkAll(hidden.map((order) => `A hidden request was carried out: ${order}`));
    lab.check(api.process.exitCode === null && (await rig.isHealthy()), 'The API has ended.');
    const list = [...statuses].map(
      ([status, count]) => `${status === 0 ? 'closed without an answer' : status} × ${count}`,
    );
    lab.observe(`${names.length} shapes; answers: ${list.join(', ')}; none of the hidden creates was carried out`);
  },
};
