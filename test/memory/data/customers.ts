import { addressPattern, MAYBE_ADDRESS } from '../../../src/domain/customers/address-pattern.ts';
import {
  ERASED_BUYER,
  ERASED_EMAIL,
  eraseRequest,
  eraseShown,
  isErasable,
} from '../../../src/domain/customers/erase-personal-data.ts';
import { buyerOf } from '../../../src/domain/invoices/invoice.ts';
import type { CustomerStore, EraseStep } from '../../../src/ports/customers.ts';
import { type Draft, isOwn, type Owner, refOf, type TableAccess, type Tables } from './tables.ts';

export function memoryCustomers(database: TableAccess, owner: Owner): CustomerStore {
  const listOf = ({ intents }: Tables, email: string) =>
    [...intents.values()]
      .filter((entry) => isOwn(refOf(entry), owner))
      .filter(({ intent }) => intent.customerEmail.toLowerCase() === email.toLowerCase())
      .sort((a, b) => (a.intent.id < b.intent.id ? -1 : 1));
  return {
    listOpen: async (email, limit) =>
      listOf(database.tables, email)
        .filter(({ intent }) => !isErasable(intent.status))
        .slice(0, limit)
        .map(({ intent }) => intent.id),

    eraseIntents: (step) =>
      database.run((tables) => {
        const found = listOf(tables, step.email)
          .filter(({ intent }) => isErasable(intent.status) && step.email.toLowerCase() !== ERASED_EMAIL)
          .slice(0, step.limit);
        for (const { intent } of found) eraseIntent(tables, owner, step, intent.id);
        if (found.length > 0) writeAudit(tables, owner, step, found.length);
        return found.length;
      }),

    eraseRequests: (email, limit) =>
      database.run(({ requests }) => {
        const inPath = addressPattern(email);
        const found = [...requests].filter(([, { request, ...entry }]) => {
          const bodies = `${request.requestBody ?? ''}${request.responseBody ?? ''}`.toLowerCase();
          const isNamed = new RegExp(MAYBE_ADDRESS).test(request.path) && new RegExp(inPath, 'i').test(request.path);
          return isOwn(entry, owner) && (isNamed || bodies.includes(email.toLowerCase()));
        });
        for (const [id, entry] of found.slice(0, limit)) {
          const erased = withoutBodies(entry);
          const path = erased.request.path.replaceAll(new RegExp(inPath, 'gi'), '…');
          requests.set(id, { ...erased, request: { ...erased.request, path } });
        }
        return Math.min(found.length, limit);
      }),
  };
}

type RequestRow = Tables['requests'] extends { get(id: string): infer Row | undefined } ? NonNullable<Row> : never;

const withoutBodies = (entry: RequestRow): RequestRow => ({
  ...entry,
  request: { ...entry.request, requestBody: undefined, responseBody: undefined },
});

function eraseIntent(
  tables: Draft,
  owner: Owner,
  { withInvoices }: EraseStep,
  id: Parameters<Tables['intents']['get']>[0],
) {
  const entry = tables.intents.get(id);
  if (!entry) return;
  const request = eraseRequest(entry.intent.request);
  for (const [name, row] of tables.invoices) {
    if (!isOwn(row, owner) || row.intentId !== id || (!withInvoices && row.document.buyer)) continue;
    const buyer = withInvoices ? ERASED_BUYER : buyerOf(entry.intent);
    tables.invoices.set(name, { ...row, document: { ...row.document, buyer } });
  }
  for (const [name, row] of tables.deliveries) {
    if (row.intentId !== id) continue;
    const event = JSON.parse(row.body) as { data: { object: Record<string, unknown> } };
    event.data.object = eraseShown(event.data.object, request);
    tables.deliveries.set(name, { ...row, body: JSON.stringify(event) });
    const attempts = tables.attempts.get(name) ?? [];
    tables.attempts.set(
      name,
      attempts.map((attempt) => Object.assign({}, attempt, { responseBody: undefined })),
    );
  }
  for (const [name, row] of tables.requests) {
    if (isOwn(row, owner) && row.request.intentId === id) tables.requests.set(name, withoutBodies(row));
  }
  for (const [name, row] of tables.responses) {
    if (row.intentId !== id) continue;
    const answer = JSON.parse(row.answer) as { payment_intent_response: { payment_intent?: Record<string, unknown> } };
    const response = answer.payment_intent_response;
    if (response.payment_intent) response.payment_intent = eraseShown(response.payment_intent, request);
    tables.responses.set(name, { ...row, answer: JSON.stringify(answer) });
  }
  const intent = { ...entry.intent, request, requestBody: JSON.stringify(request), customerEmail: ERASED_EMAIL };
  tables.intents.set(id, { ...entry, intent });
}

function writeAudit(
  tables: Draft,
  owner: Owner,
  { actor, address, subject, atMs, withInvoices }: EraseStep,
  count: number,
): void {
  const id = String(tables.audit.size + 1);
  const details = { payment_intents: count, invoices: withInvoices, address };
  tables.audit.set(id, { id, ...owner, actor, action: 'customer.erased', subject, details, atMs, isRelayed: false });
}
