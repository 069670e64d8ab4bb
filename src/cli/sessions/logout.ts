import type { Command } from '../command.ts';
import { profileOf, remoteOptions } from './find-remote.ts';

export const logout: Command = {
  name: 'logout',
  summary: 'Deletes the stored API key of a profile. The key itself stays valid.',
  options: remoteOptions,
  examples: ['logout', 'logout --profile production'],
  async run(context, args) {
    const profile = profileOf(args);
    const removed = await context.profiles.remove(profile);
    const text = removed ? `Deleted the stored key of the profile "${profile}".` : `You are not logged in.`;
    return { json: { profile, removed }, text };
  },
};
