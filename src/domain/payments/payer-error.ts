import { UserError } from '../user-error.ts';

/** The wallet that somebody wants to pay with is the reason why nothing can be prepared; another one may do. */
export class PayerError extends UserError {
  declare readonly code: 'invalid_value' | 'insufficient_funds';

  constructor(message: string, code: PayerError['code'] = 'invalid_value') {
    super(message, code);
    this.name = 'PayerError';
  }
}
