const NEEDS = /\.needs-(\d{4})$/;

/**
 * A migration that removes something which earlier versions use says in its file name which migration a version must know to
 * go on: after `0040_drop_old_keys.needs-0038.sql`, those that know 0038 do. Every other migration only adds, so all versions
 * go on. Returns the highest such number of the migrations with these names, or 0.
 */
export const neededBy = (names: readonly string[]): number =>
  Math.max(0, ...names.map((name) => Number(NEEDS.exec(name)?.[1] ?? 0)));

/** A sentence for the operator if a version with this newest migration must not use the database. */
export function whyTooOld(needed: number, newestKnown: number): string | undefined {
  if (needed <= newestKnown) return undefined;
  return (
    `This version of Florin is too old for the database: it needs a version that knows migration ${needed}, and this one ` +
    `knows ${newestKnown}. Start the newer version of Florin, or restore a backup made by this version.`
  );
}
