import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProviderConfig } from '@/providers/provider-config';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import type { SecretStore } from '@/storage/stores';
import { createKeys, type Keys } from './keys';

const providers: ProviderConfig[] = [
  { id: 'openai', label: 'OpenAI', protocol: 'compatible', baseUrl: 'https://openai.test', needsKey: true },
  { id: 'anthropic', label: 'Anthropic', protocol: 'anthropic', baseUrl: 'https://anthropic.test', needsKey: true },
  { id: 'local', label: 'Local', protocol: 'compatible', baseUrl: 'http://localhost:1', needsKey: false },
];

let secrets: SecretStore;
let keys: Keys;
/** The same machine after a reload: stored keys remain, keys in memory are lost. */
const reload = () => createKeys(secrets, () => providers, 10);

beforeEach(() => {
  secrets = createMemoryStores({ now: () => 0 }).secrets;
  keys = reload();
});

describe('keys in memory', () => {
  it('are usable at once and gone after a reload', async () => {
    await keys.set('openai', ' sk-1 ');
    expect(keys.keyOf('openai')).toBe('sk-1');
    expect(await keys.status()).toEqual({ openai: 'in_memory', anthropic: 'missing', local: 'not_needed' });
    expect(await reload().status()).toMatchObject({ openai: 'missing' });
  });

  it('are refused when empty', async () => {
    await expect(keys.set('openai', '  ')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('take the place of a stored one, which does not come back', async () => {
    await keys.set('openai', 'sk-old', 'secret');
    await keys.set('openai', 'sk-new');
    expect(keys.keyOf('openai')).toBe('sk-new');
    expect(await reload().status()).toMatchObject({ openai: 'missing' });
  });
});

describe('stored keys', () => {
  it('are locked after a reload, until the passphrase is given', async () => {
    await keys.set('openai', 'sk-1', 'secrét');
    await keys.set('anthropic', 'sk-2', 'secrét');
    expect(await keys.status()).toMatchObject({ openai: 'unlocked' });
    const later = reload();
    expect(later.keyOf('openai')).toBeUndefined();
    expect(await later.status()).toMatchObject({ openai: 'locked', anthropic: 'locked' });
    expect(await later.unlock('wrong')).toBe(false);
    expect(await later.status()).toMatchObject({ openai: 'locked' });
    // The same letter, written as two code points.
    expect(await later.unlock('secre\u0301t')).toBe(true);
    expect([later.keyOf('openai'), later.keyOf('anthropic')]).toEqual(['sk-1', 'sk-2']);
    expect(await later.status()).toMatchObject({ openai: 'unlocked', anthropic: 'unlocked' });
  });

  it('hold nothing of the key or the passphrase in what is stored', async () => {
    await keys.set('openai', 'sk-visible', 'passphrase');
    const [vault, sealed] = [await secrets.vault(), (await secrets.all()).get('openai')];
    if (!vault || !sealed) throw new Error('Nothing was stored.');
    const bytes = [vault.salt, vault.verifier.iv, vault.verifier.data, sealed.iv, sealed.data];
    const stored = bytes.map((part) => Buffer.from(part).toString('latin1')).join('');
    expect(stored).not.toContain('sk-visible');
    expect(stored).not.toContain('passphrase');
  });

  it('are behind the rounds that are recommended, if no others are asked for', async () => {
    const real = createKeys(secrets, () => providers);
    await real.set('openai', 'sk-1', 'one');
    expect((await secrets.vault())?.iterations).toBe(600_000);
    // Opened with the rounds that it was made with, whatever those of new ones are.
    expect(await reload().unlock('one')).toBe(true);
  });

  it('all have one passphrase', async () => {
    await keys.set('openai', 'sk-1', 'one');
    await expect(keys.set('anthropic', 'sk-2', 'two')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(keys.keyOf('anthropic')).toBeUndefined();
  });

  it('can have another passphrase after all were forgotten', async () => {
    await keys.set('openai', 'sk-1', 'one');
    await keys.forget('openai');
    expect(await keys.status()).toMatchObject({ openai: 'missing' });
    await keys.set('openai', 'sk-2', 'two');
    const later = reload();
    expect(await later.unlock('two')).toBe(true);
    expect(later.keyOf('openai')).toBe('sk-2');
  });

  it('cannot be moved to another provider', async () => {
    await keys.set('openai', 'sk-1', 'one');
    const [vault, sealed] = [await secrets.vault(), (await secrets.all()).get('openai')];
    if (!vault || !sealed) throw new Error('Nothing was stored.');
    await secrets.put(vault, 'anthropic', sealed);
    const later = reload();
    await expect(later.unlock('one')).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
    expect(later.keyOf('openai')).toBe('sk-1');
    expect(later.keyOf('anthropic')).toBeUndefined();
  });
});

it('tells listeners when a key comes or goes, until they stop', async () => {
  const listener = vi.fn();
  const stop = keys.onChange(listener);
  await keys.set('openai', 'sk-1');
  await keys.forget('openai');
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  await keys.set('openai', 'sk-1');
  expect(listener).toHaveBeenCalledTimes(2);
});

describe('secrets of tools', () => {
  it('are kept beside the keys, under names of their own', async () => {
    await keys.secrets.set('openai', 'of a tool');
    expect(keys.secretOf('openai')).toBe('of a tool');
    expect(keys.keyOf('openai')).toBeUndefined();
    expect(await keys.secrets.status()).toEqual({ openai: 'in_memory' });
    expect(await keys.status()).toMatchObject({ openai: 'missing' });
    await keys.secrets.forget('openai');
    expect(keys.secretOf('openai')).toBeUndefined();
    expect(await keys.secrets.status()).toEqual({});
  });

  it('are locked after a reload if they are remembered, and opened by the passphrase of the keys', async () => {
    await keys.set('openai', 'sk-1', 'open sesame');
    await keys.secrets.set('SEARCH', 'hush', 'open sesame');
    await expect(keys.secrets.set('OTHER', 'x', 'another')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    const later = reload();
    expect(await later.secrets.status()).toEqual({ SEARCH: 'locked' });
    expect(later.secretOf('SEARCH')).toBeUndefined();
    expect(await later.unlock('open sesame')).toBe(true);
    expect([later.secretOf('SEARCH'), later.keyOf('openai')]).toEqual(['hush', 'sk-1']);
    expect(await later.secrets.status()).toEqual({ SEARCH: 'unlocked' });
  });
});
