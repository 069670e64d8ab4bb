import { describe, expect, it } from 'vitest';
import { listDetails } from './audit-details.ts';

const detail = (name: string, value: unknown) => ({
  name,
  value: typeof value === 'string' ? value : JSON.stringify(value),
});

describe('the details of an entry of the audit log', () => {
  it('has only what a change changed, in words', () => {
    const before = {
      name: 'Tulip',
      allowedOrigins: [],
      latePolicy: { otherSeconds: 900 },
      support: 'help@tulip.example',
    };
    const after = {
      name: 'Tulip',
      allowedOrigins: ['https://a.example', 'https://b.example'],
      latePolicy: { otherSeconds: 900 },
      taxId: 'NL1',
    };
    expect(listDetails([detail('after', after), detail('before', before), detail('sent_by', 'cli')])).toEqual([
      { name: 'sent by', value: 'cli' },
      { name: 'allowed origins', value: 'none → https://a.example, https://b.example' },
      { name: 'support', value: 'help@tulip.example → none' },
      { name: 'tax id', value: 'none → NL1' },
    ]);
  });

  it('has one side as it is stored, if the other side is missing or no object', () => {
    const stored = [detail('after', { role: 'owner' })];
    expect(listDetails(stored)).toEqual(stored);
    const roles = [detail('before', 'owner'), detail('after', 'support')];
    expect(listDetails(roles)).toEqual(roles);
    expect(listDetails([])).toEqual([]);
  });
});
