import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WalletId } from '../../src/domain/ids.ts';
import type { ControlPlane } from '../../src/ports/ports.ts';
import { createControlPlane } from '../../src/store/control-plane.ts';
import { Database } from '../../src/store/database/database.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { CONNECT_MS_MAX, servers } from '../support/databases.ts';
import { insertAccount, newHash, newId, sampleAudit } from './sample-rows.ts';

async function insertWallet(control: ControlPlane): Promise<WalletId> {
  const { merchant } = await insertAccount(control);
  const wallet = {
    merchantId: merchant.id,
    livemode: false,
    network: 'bitcoin-regtest',
    kind: 'extended_key' as const,
  };
  const text = { sealedText: newHash(), fingerprint: newHash() };
  const times = { createdAtMs: 0, effectiveAtMs: 0, removedAtMs: undefined, releasedAtMs: undefined };
  const id = newId('wal');
  await control.wallets.insert({ id, ...wallet, ...text, nextIndex: 0, ...times }, sampleAudit('wallet.changed'));
  return id;
}

describe.each(servers())('indexes of wallets on the $name PostgreSQL', ({ url: serverUrl }) => {
  let databases: Database[];
  let processes: ControlPlane[];

  beforeAll(async () => {
    const url = await createMigrated(['control'], serverUrl);
    const options = { url, connectionsMax: 2, connectMsMax: CONNECT_MS_MAX, applicationName: 'florin' };
    databases = [new Database(options), new Database(options)];
    processes = databases.map(createControlPlane);
  });
  afterAll(() => Promise.all(databases.map((database) => database.close())));

  it('are taken once, by whichever process, however many want them at the same time', async () => {
    const [first] = processes;
    if (!first) throw new Error('there is no process');
    const wallets = [await insertWallet(first), await insertWallet(first)];
    const wanted = Array.from({ length: 300 }, (_, at) => ({ process: processes[at % 2], id: wallets[(at >> 1) % 2] }));
    const taken = await Promise.all(
      wanted.map(async ({ process, id }) => `${id} ${id && (await process?.wallets.takeIndex(id, 0))}`),
    );
    const expected = wallets.flatMap((id) => Array.from({ length: 150 }, (_, index) => `${id} ${index}`));
    expect(taken.toSorted()).toEqual(expected.toSorted());
  });
});
