import { expect, it } from 'vitest';
import { describeEachStore } from './each-store';

describeEachStore('The secret store', (open) => {
  const sealed = (...data: number[]) => ({ iv: new Uint8Array([1, 2]), data: new Uint8Array(data) });
  const vault = { salt: new Uint8Array([9]), iterations: 600_000, verifier: sealed(7) };

  it('keeps keys with the vault they were sealed with', async () => {
    const { secrets } = await open();
    expect(await secrets.vault()).toBeUndefined();
    await secrets.put(vault, 'openai', sealed(1));
    await secrets.put(vault, 'vault', sealed(2));
    expect(await secrets.vault()).toEqual(vault);
    expect(await secrets.all()).toEqual(
      new Map([
        ['openai', sealed(1)],
        ['vault', sealed(2)],
      ]),
    );
  });

  it('forgets the vault with the last key, and not before', async () => {
    const { secrets } = await open();
    await secrets.put(vault, 'openai', sealed(1));
    await secrets.put(vault, 'anthropic', sealed(2));
    await secrets.remove('openai');
    expect(await secrets.vault()).toEqual(vault);
    await secrets.remove('anthropic');
    expect(await secrets.vault()).toBeUndefined();
    expect(await secrets.all()).toEqual(new Map());
  });
});
