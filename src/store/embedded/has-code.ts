/** Whether an error carries one of these codes, be they of the system (ENOENT) or of PostgreSQL (57P03). */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
