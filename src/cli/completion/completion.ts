import { UserError } from '../../domain/user-error.ts';
import type { Command } from '../command.ts';
import { completeBash } from './complete-bash.ts';
import { completeFish } from './complete-fish.ts';
import { completeZsh } from './complete-zsh.ts';

const SHELLS: Record<string, (commands: readonly Command[]) => string> = {
  bash: completeBash,
  zsh: completeZsh,
  fish: completeFish,
};

/** The command that prints the completion of all commands, itself included. */
export const createCompletion = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'Prints the completion of commands and options for a shell: bash, zsh or fish.',
  operands: [{ name: 'shell', values: Object.keys(SHELLS) }],
  options: {},
  examples: [
    'completion bash > ~/.local/share/bash-completion/completions/florin',
    'completion zsh > ~/.zfunc/_florin',
    'completion fish > ~/.config/fish/completions/florin.fish',
  ],
  async run(_context, args) {
    const [shell = ''] = args.operands;
    const complete = SHELLS[shell];
    if (!complete) throw new UserError(`"${shell}" is not one of ${Object.keys(SHELLS).join(', ')}.`, 'usage');
    const script = complete(commands());
    return { json: { shell, script }, text: script.trimEnd() };
  },
});
