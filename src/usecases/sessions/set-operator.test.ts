import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { UserError } from '../../domain/user-error.ts';
import { setOperator } from './set-operator.ts';

describe('setOperator', () => {
  it('makes a user an operator and ends it, and records each change once', async () => {
    const { ports, made } = await openShop();
    const { id, email } = made.owner;
    const isOperator = async () => (await ports.users.findById(id))?.user.isOperator;
    expect(await isOperator()).toBe(false);
    const before = ports.audit.entries.length;
    for (const wanted of [true, true, false, false]) {
      // By another spelling of the address.
      expect(await setOperator(ports, { email: email.toUpperCase(), isOperator: wanted, actor: 'cli' })).toEqual({
        email,
      });
      expect(await isOperator()).toBe(wanted);
    }
    const entry = { actor: 'cli', merchantId: made.merchant.id, subject: id, details: { email } };
    expect(ports.audit.entries.slice(before)).toEqual([
      { ...entry, action: 'user.operator_added', atMs: ports.clock.nowMs() },
      { ...entry, action: 'user.operator_removed', atMs: ports.clock.nowMs() },
    ]);
  });

  it('rejects an unknown user', async () => {
    const { ports } = await openShop();
    const failure = await failureOf(ports, () =>
      setOperator(ports, { email: 'eve@example.com', isOperator: true, actor: 'cli' }),
    );
    expect(failure).toBeInstanceOf(UserError);
  });
});
