import type { Permission } from '../../shell/use-may.ts';

const WHO: Partial<Record<Permission, string>> = {
  'payments:write': 'an owner, a developer or somebody from support',
  'webhooks:write': 'an owner or a developer',
  'keys:write': 'an owner or a developer',
};

/** For a step that the role does not allow. */
export const AskFor = ({ needs }: { needs: Permission }) => <> Ask {WHO[needs] ?? 'an owner'} to do this.</>;
