import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createControlPlane } from '../../src/store/control-plane.ts';
import { Database } from '../../src/store/database/database.ts';
import { migrate } from '../../src/store/database/migrate.ts';
import { CONNECT_MS_MAX, createDatabase, runSql, servers } from '../support/databases.ts';
import { insertAccount, sampleAccount, sampleAudit } from './sample-rows.ts';

describe.each(servers())('accounts of the version before on the $name PostgreSQL', ({ url: serverUrl }) => {
  let url: string;
  let database: Database;
  beforeEach(async () => {
    url = await createDatabase(serverUrl);
    await migrate(url, 'control');
    database = new Database({ url, connectMsMax: CONNECT_MS_MAX, connectionsMax: 2, applicationName: 'emails' });
  });
  afterEach(() => database.close());

  /** As the version before leaves it: the address as it was entered, and no folded form. */
  async function insertOld(email: string) {
    const account = await insertAccount(createControlPlane(database));
    await runSql(url, 'UPDATE florin_control.users SET email = $2, email_folded = NULL WHERE email = $1', [
      account.owner.email,
      email,
    ]);
    return { user: { ...account.owner, email }, merchant: account.merchant };
  }

  it('are found as before', async () => {
    const { users } = createControlPlane(database);
    const old = await insertOld('Kim@Example.com');
    for (const email of ['Kim@Example.com', ' kim@example.COM ']) expect(await users.findByEmail(email)).toEqual(old);
    expect(await users.setPassword('KIM@example.com', 'new hash', sampleAudit('user.password_reset'))).toBe(true);
    expect((await users.findByEmail('kim@example.com'))?.user.passwordHash).toBe('new hash');
  });

  it('get their folded address with the next account, which cannot be another spelling of theirs', async () => {
    const { users, merchants } = createControlPlane(database);
    const old = await insertOld('kım@example.com');
    const second = sampleAccount({ owner: { email: 'Kim@example.com' } });
    expect(await merchants.insert(second, sampleAudit('merchant.created'))).toBe(false);
    await insertAccount(createControlPlane(database));
    expect(await users.findByEmail('\u212Aİm@example.com')).toEqual(old);
  });

  it('with two spellings of one address are each found by their own', async () => {
    const { users } = createControlPlane(database);
    const [first, second] = [await insertOld('sam@example.com'), await insertOld('ſam@example.com')];
    for (const repeat of [1, 2]) {
      expect(await users.findByEmail('SAM@example.com'), `at time ${repeat}`).toEqual(first);
      expect(await users.findByEmail('ſam@example.com'), `at time ${repeat}`).toEqual(second);
      await insertAccount(createControlPlane(database));
    }
    const [row] = await runSql<{ email: string }>(
      url,
      `SELECT email FROM florin_control.users WHERE email_folded = 'sam@example.com'`,
    );
    expect(row?.email).toBe('sam@example.com');
  });

  it('that are too long to be folded stop nobody', async () => {
    const old = await insertOld(`${'\uFDFA'.repeat(200)}@example.com`);
    const control = createControlPlane(database);
    await insertAccount(control);
    expect(await control.users.findByEmail(old.user.email)).toEqual(old);
  });
});
