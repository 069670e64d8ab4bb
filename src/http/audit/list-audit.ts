import { type Static, Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import type { AuditRow } from '../../ports/audit.ts';
import { auditPageQuery } from '../server/page-query.ts';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { type AuditEntrySchema, AuditPageSchema } from './audit-schema.ts';

const Query = Type.Object(
  {
    actor: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Only what this actor did: the ID of a member or an API key, or `cli`.',
      }),
    ),
    kind: Type.Optional(
      Type.String({
        pattern: '^[a-z_]{1,32}$',
        description: 'Only actions of this kind: the part before the dot, such as `wallet`.',
        'x-expected': 'the part of an action before the dot',
      }),
    ),
    ...auditPageQuery,
  },
  closed,
);

export const listAudit = defineRoute({
  id: 'audit_log.list',
  method: 'GET',
  path: '/dashboard/api/audit_log',
  tag: 'Audit log',
  summary: 'List audit entries',
  description: 'Newest first, of both modes. What a data store records arrives within seconds.',
  access: 'session',
  permission: 'audit:read',
  rateLimit: 'read',
  query: Query,
  answers: { 200: { description: 'Returns a page of entries.', schema: AuditPageSchema } },
}).handle(async ({ audit, team }, { signedIn, query }) => {
  const merchantId = signedIn.merchant.id;
  const limit = Number(query.limit ?? LIMITS.pageSizeDefault);
  const { actor, kind, cursor } = query;
  const olderThan = cursor === undefined ? undefined : BigInt(cursor);
  const rows = await audit.list({ merchantId, actor, kind, olderThan, limit: limit + 1 });
  const members = await team.listMembers(merchantId);
  const emails = new Map<string, string>(members.map(({ userId, email }) => [userId, email]));
  const page = rows.slice(0, limit);
  return {
    status: 200,
    body: {
      data: page.map((row) => presentEntry(row, emails)),
      next_cursor: rows.length > limit ? String(page.at(-1)?.id) : null,
    },
  };
});

function presentEntry(row: AuditRow, emails: ReadonlyMap<string, string>): Static<typeof AuditEntrySchema> {
  const { address, ...details } = row.details;
  return {
    id: String(row.id),
    created_at: new Date(row.atMs).toISOString(),
    actor: row.actor,
    actor_email: emails.get(row.actor) ?? null,
    action: row.action,
    subject: row.subject,
    subject_email: emails.get(row.subject) ?? null,
    address: typeof address === 'string' ? address : null,
    details: Object.entries(details).map(([name, value]) => ({
      name,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })),
  };
}
