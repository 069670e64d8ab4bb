/** Why a wallet of this browser has not paid. */
export type WalletError = 'rejected' | 'chain' | 'account' | 'funds' | 'refused' | 'unseen' | 'failed';

/** What became of a transaction that the payer names. */
export type ClaimStep =
  | 'busy'
  | 'not_found'
  | 'failed'
  | 'already_counted'
  | 'will_be_counted'
  | 'under_review'
  | 'too_often'
  | 'unavailable';
