import type { UserId } from '../ids.ts';

export interface User {
  id: UserId;
  email: string;
  passwordHash: string;
  createdAtMs: number;
}
