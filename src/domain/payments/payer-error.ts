import { UserError } from '../user-error.ts';

/** The payer's wallet cannot make this payment; another wallet may be able to. */
export class PayerError extends UserError {
  declare readonly code: 'invalid_value' | 'insufficient_funds' | 'insufficient_gas';

  constructor(message: string, code: PayerError['code'] = 'invalid_value') {
    super(message, code);
    this.name = 'PayerError';
  }
}
