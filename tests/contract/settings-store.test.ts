import { expect, it } from 'vitest';
import { describeEachStore } from './each-store';

describeEachStore('The settings store', (open) => {
  it('gives back what was put last', async () => {
    const { settings } = await open();
    await settings.put('theme', 'light');
    await settings.put('theme', { mode: 'dark', sizes: [1, 2] });
    expect(await settings.get('theme')).toEqual({ mode: 'dark', sizes: [1, 2] });
    expect(await settings.get('unknown')).toBeUndefined();
  });

  it('removes what was put, and nothing else', async () => {
    const { settings } = await open();
    await settings.put('theme', 'light');
    await settings.put('panel', 1);
    await settings.remove('theme');
    await settings.remove('unknown');
    expect([await settings.get('theme'), await settings.get('panel')]).toEqual([undefined, 1]);
  });

  it('is not touched by later changes to the value', async () => {
    const { settings } = await open();
    const value = { open: true };
    await settings.put('panel', value);
    value.open = false;
    expect(await settings.get('panel')).toEqual({ open: true });
  });
});
