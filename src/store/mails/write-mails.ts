import { idFromUuid, type MerchantId, uuidOf } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { WaitingMail } from '../../ports/waiting-mail.ts';
import { insertAudit } from '../audit/insert-audit.ts';
import type { Run } from '../database/database.ts';

/**
 * Runs in the transaction of what causes the emails. Those above the limit of their merchant are dropped, and audited. Those of
 * no merchant are not audited: anybody can ask for them, and the entries would stay forever.
 */
export async function writeMails(run: Run, mails: readonly WaitingMail[]): Promise<void> {
  const byMerchant = Map.groupBy(mails, ({ merchantId }) => merchantId);
  for (const [merchantId, some] of byMerchant) await writeSome(run, merchantId, some);
}

async function writeSome(run: Run, merchantId: MerchantId | undefined, mails: readonly WaitingMail[]): Promise<void> {
  const owner = merchantId === undefined ? null : uuidOf(merchantId);
  const records = mails.map(({ id, kind, sealedContent, createdAtMs }) => ({
    id: uuidOf(id),
    kind,
    sealed_content: sealedContent,
    created_at: new Date(createdAtMs).toISOString(),
  }));
  const dropped = await run<{ id: string; kind: string; created_at: Date }>(
    `WITH given AS (
       SELECT mail.*, row_number() OVER (ORDER BY mail.id) AS place
       FROM json_to_recordset($2::json) AS mail (id uuid, kind text, sealed_content text, created_at timestamptz)
     ), free AS (
       SELECT $3 - count(*) AS places FROM (
         SELECT 1 FROM florin_control.mails WHERE merchant_id IS NOT DISTINCT FROM $1::uuid LIMIT $3) AS waiting
     ), written AS (
       INSERT INTO florin_control.mails (id, merchant_id, kind, sealed_content, created_at, due_at)
       SELECT id, $1::uuid, kind, sealed_content, created_at, created_at FROM given, free WHERE place <= places
       ON CONFLICT (id) DO NOTHING
     )
     SELECT id, kind, created_at FROM given, free WHERE place > places`,
    [owner, JSON.stringify(records), LIMITS.mailsWaitingMax],
  );
  if (merchantId === undefined) return;
  for (const { id, kind, created_at } of dropped) {
    const audit = { actor: 'mail_queue', action: 'mail.dropped', merchantId, subject: idFromUuid('mail', id) };
    await insertAudit(run, { ...audit, details: { kind }, atMs: created_at.getTime() });
  }
}
