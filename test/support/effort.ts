/** Set by `npm run test:thorough`. */
export const isThorough = process.env['FLORIN_TEST_THOROUGH'] === '1';

/** How often a test repeats what it does: as often as `npm test` can afford, or as often as a thorough run should. */
export const times = (usually: number, thoroughly: number): number => (isThorough ? thoroughly : usually);
