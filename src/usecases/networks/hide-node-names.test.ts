import { describe, expect, it } from 'vitest';
import { hideNodeNames } from './hide-node-names.ts';

describe('hideNodeNames', () => {
  it('numbers the nodes and leaves no host in any text', () => {
    const view = {
      nodes: [
        { name: '127.0.0.1:80', state: 'ok', reason: undefined },
        { name: '127.0.0.1:8080', state: 'failing', reason: '127.0.0.1:8080 did not respond within 10 s' },
        { name: 'node.example', state: 'slowed', reason: 'limits calls', callsPerSecond: 5 },
      ],
      detail: 'No node responds: 127.0.0.1:8080 timed out; 127.0.0.1:80 could not be reached.',
      network: 'base',
    } as const;
    expect(hideNodeNames(view)).toEqual({
      nodes: [
        { name: 'Node 1', state: 'ok', reason: undefined },
        { name: 'Node 2', state: 'failing', reason: 'node 2 did not respond within 10 s' },
        { name: 'Node 3', state: 'slowed', reason: 'limits calls', callsPerSecond: 5 },
      ],
      detail: 'No node responds: node 2 timed out; node 1 could not be reached.',
      network: 'base',
    });
  });

  it('changes nothing where no node is known', () => {
    const view = { nodes: [], detail: 'not read yet' };
    expect(hideNodeNames(view)).toEqual(view);
  });
});
