/** What a payer can copy to pay by hand. */
export type CopyKind = 'network' | 'address' | 'amount';

/** Why a browser wallet did not pay. */
export type WalletError =
  | 'rejected'
  | 'chain'
  | 'unknown_chain'
  | 'account'
  | 'funds'
  | 'gas'
  | 'prepare'
  | 'pending'
  | 'unseen'
  | 'failed';

/** How far a payment with a browser wallet has come. */
export type WalletStep = 'busy' | 'sent' | WalletError;

/** The result of looking up a transaction that the payer entered, or of proving that they sent it. */
export type ClaimResult =
  | 'busy'
  | 'not_found'
  | 'failed'
  | 'already_counted'
  | 'will_be_counted'
  | 'under_review'
  | 'limit_reached'
  | 'proven'
  | 'unproven'
  | 'too_often'
  | 'unavailable';

/** What a payer can simulate in test mode. */
export type SimulationKind = 'full' | 'partial' | 'over';

/** How far a simulated payment has come. */
export type SimulationStep = 'busy' | 'sent' | 'too_often' | 'failed';
