import { expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { openMailbox } from '../../../test/memory/mailbox.ts';
import { draftMails } from './draft-mails.ts';

const content = { email: 'ada@example.com', address: '::1' };

it('draftMails makes nothing on a server that sends no mails', () => {
  expect(draftMails(createMemoryPorts(), undefined, 'password_reset', [content])).toEqual([]);
});

it('draftMails seals what a mail says, bound to its row', () => {
  const ports = createMemoryPorts();
  openMailbox(ports);
  const cells: unknown[] = [];
  const vault = {
    ...ports.vault,
    seal(text: string, cell: unknown) {
      cells.push([text, cell]);
      return 'sealed';
    },
  };
  const [mail] = draftMails({ ...ports, vault }, undefined, 'password_reset', [content]);
  expect(mail).toMatchObject({ kind: 'password_reset', sealedContent: 'sealed', createdAtMs: ports.clock.nowMs() });
  expect(cells).toEqual([[JSON.stringify(content), ['mails.sealed_content', mail?.id]]]);
});
