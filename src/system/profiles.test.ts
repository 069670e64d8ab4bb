import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Profiles } from '../ports/profiles.ts';
import { createProfiles } from './profiles.ts';

const CREDENTIALS = { url: 'https://pay.example.com', publicKey: 'fpk_test_1', privateKey: 'fsk_test_1' };

let parent: string;
let folder: string;
let profiles: Profiles;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'florin-profiles-'));
  folder = join(parent, 'nested', 'florin');
  profiles = createProfiles(folder);
});

afterEach(() => rm(parent, { recursive: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe('a profile', () => {
  it('is stored where only its owner can read it, and found again', async () => {
    const file = await profiles.save('default', CREDENTIALS);
    expect(await modeOf(file)).toBe(0o600);
    expect(await modeOf(folder)).toBe(0o700);
    expect(await profiles.find('default')).toEqual(CREDENTIALS);
    expect(await profiles.find('other')).toBeUndefined();
  });

  it('is replaced as a whole, and leaves no draft', async () => {
    await profiles.save('default', CREDENTIALS);
    await profiles.save('default', { ...CREDENTIALS, privateKey: 'fsk_test_2' });
    expect(await profiles.find('default')).toMatchObject({ privateKey: 'fsk_test_2' });
    expect(await readdir(folder)).toEqual(['default.json']);
  });

  it('is removed once', async () => {
    await profiles.save('default', CREDENTIALS);
    expect(await profiles.remove('default')).toBe(true);
    expect(await profiles.remove('default')).toBe(false);
    expect(await profiles.find('default')).toBeUndefined();
  });

  it('is not used while others can read it', async () => {
    const file = await profiles.save('default', CREDENTIALS);
    await chmod(file, 0o640);
    await expect(profiles.find('default')).rejects.toThrow(`chmod 600 ${file}`);
  });

  it.each(['', '{', '{"url":"https://x"}', 'null'])('is not %j', async (text) => {
    const file = await profiles.save('default', CREDENTIALS);
    await writeFile(file, text);
    await expect(profiles.find('default')).rejects.toThrow('is damaged');
  });

  it.each(['', '../x', 'a/b', '.hidden', 'x'.repeat(65)])('cannot be named %j', async (name) => {
    await expect(profiles.save(name, CREDENTIALS)).rejects.toThrow('Name a profile');
    await expect(profiles.webhookSecret(name)).rejects.toThrow('Name a profile');
  });
});

describe('the webhook secret', () => {
  it('is created once per profile, also by processes that start together', async () => {
    const secrets = await Promise.all(Array.from({ length: 5 }, () => createProfiles(folder).webhookSecret('default')));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(await profiles.webhookSecret('other')).not.toBe(secrets[0]);
    expect((await readdir(folder)).toSorted()).toEqual(['default.webhook-secret', 'other.webhook-secret']);
    expect(await modeOf(join(folder, 'default.webhook-secret'))).toBe(0o600);
  });

  it('survives a logout', async () => {
    const secret = await profiles.webhookSecret('default');
    await profiles.save('default', CREDENTIALS);
    await profiles.remove('default');
    expect(await profiles.webhookSecret('default')).toBe(secret);
    expect(await readFile(join(folder, 'default.webhook-secret'), 'utf8')).toBe(`${secret}\n`);
  });
});
