import type { UserId } from '../ids.ts';

export interface User {
  id: UserId;
  email: string;
  passwordHash: string;
  createdAtMs: number;
  /** Whether the user runs this server, and may see how its data stores are doing. */
  isOperator: boolean;
}
