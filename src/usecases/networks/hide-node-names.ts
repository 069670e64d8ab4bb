import type { NetworkView } from './view-networks.ts';

/**
 * The view of a network for a merchant: nodes have numbers instead of hosts, in the order of their URLs. Who runs the
 * server sees the hosts on the command line and in the log.
 */
export function hideNodeNames<View extends Pick<NetworkView, 'nodes' | 'detail'>>(view: View): View {
  // The name of one node can be the beginning of another one.
  const names = view.nodes
    .map(({ name }, index) => ({ name, number: `node ${index + 1}` }))
    .toSorted((a, b) => b.name.length - a.name.length);
  const hide = (text: string) => names.reduce((hidden, { name, number }) => hidden.replaceAll(name, number), text);
  return {
    ...view,
    detail: hide(view.detail),
    nodes: view.nodes.map((node, index) => ({
      ...node,
      name: `Node ${index + 1}`,
      reason: node.reason === undefined ? undefined : hide(node.reason),
    })),
  };
}
