import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** The folder for the pictures of the documentation. Without it, none are taken. */
const FOLDER = process.env['FLORIN_PICTURES'];

/** Takes a picture of a page for the documentation, with `FLORIN_PICTURES=docs/pictures`. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return;
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled', caret: 'hide' });
}
