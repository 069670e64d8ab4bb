/**
 * The form in which email addresses are compared: spellings with the same form are one account, with one count of wrong
 * passwords. It ignores case, compatible variants of a character (`K` for K, `ſ` for s, full-width letters) and the dot by
 * which Turkish tells `İ` and `ı` from I and i, so it joins all that the `lower()` of a PostgreSQL locale may join. It is for
 * comparing only: email must go to the address as it was entered.
 */
export function foldEmail(email: string): string {
  // Only some characters have a capital, and only some a small letter, so one conversion is not enough.
  const folded = email.trim().normalize('NFKC').toLowerCase().toUpperCase().toLowerCase();
  return folded.replaceAll('i\u0307', 'i').normalize('NFKC');
}
