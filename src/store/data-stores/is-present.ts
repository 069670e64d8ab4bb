/**
 * Leaves out merchants that have left this database: their rows stay for a while, and another database acts on them. For
 * statements over all merchants, which the fence would reject as a whole.
 */
export const isPresent = (merchantId: string): string =>
  `${merchantId} <> ALL (SELECT moved.merchant_id FROM florin_data.moves AS moved WHERE moved.state = 'left')`;
