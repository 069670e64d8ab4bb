import type { Page } from 'playwright-core';

/** Adds the first wallet of a Litecoin network on the page of wallets, as a person does: after its preview. */
export async function addLitecoinWallet(
  page: Page,
  network: 'Litecoin' | 'Litecoin regtest',
  { extendedKey, password }: { extendedKey: string; password: string },
): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: `Add wallet for ${network}` }).click();
  await dialog.getByLabel('Extended public key or descriptor').fill(extendedKey);
  await dialog.getByRole('button', { name: 'Preview addresses' }).click();
  await dialog.getByLabel('Address type').selectOption('p2wpkh');
  await dialog.getByRole('button', { name: 'Preview addresses' }).click();
  await dialog.getByRole('region', { name: 'Preview' }).waitFor();
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Save wallet' }).click();
  await page.getByRole('region', { name: network }).getByText('Active', { exact: true }).waitFor();
}
