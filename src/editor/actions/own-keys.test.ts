import { describe, expect, it } from 'vitest';
import { type Action, getActionKeys } from './action';
import { actions, getAction } from './actions';
import { findKeysOwner, findKeysRefusal, resetActionKeys, setActionKeys } from './own-keys';

const tidy = getAction('tidy');
const fit = getAction('fit');

describe('keys that a person chooses', () => {
  it('are refused where the browser keeps them, or where they would be typed', () => {
    expect(findKeysRefusal(tidy, 'Mod+W')).toContain('The browser keeps these keys');
    expect(findKeysRefusal(tidy, 'Tab')).toContain('leave a field');
    expect(findKeysRefusal(tidy, 'Y')).toBeUndefined();
    const typed = getAction('run');
    expect(findKeysRefusal(typed, 'Y')).toContain('while you type');
    expect(findKeysRefusal(typed, 'Shift+Enter')).toContain('while you type');
    for (const keys of ['Mod+Y', 'Alt+R', 'Shift+Alt+R', 'F9', 'Shift+F9']) {
      expect(findKeysRefusal(typed, keys)).toBeUndefined();
    }
  });

  it('say which other action has them, but for one that shares them by definition', () => {
    const [first = ''] = fit.keys;
    expect(findKeysOwner(actions, tidy, first, {})).toBe(fit);
    expect(findKeysOwner(actions, tidy, first, { fit: [] })).toBeUndefined();
    expect(findKeysOwner(actions, getAction('run'), 'Mod+Enter', {})).toBeUndefined();
  });

  it('are taken from the other action, which keeps its others', () => {
    const undoes = actions.find(({ id }) => id === 'redo') as Action;
    const own = setActionKeys({}, tidy, ['Mod+Y'], undoes);
    expect(getActionKeys(tidy, own)).toEqual(['Mod+Y']);
    expect(getActionKeys(undoes, own)).toEqual(['Mod+Shift+Z']);
  });

  it('go back to those of the definition, but for what another action has by now', () => {
    const own = setActionKeys(setActionKeys({}, tidy, ['Y']), fit, tidy.keys);
    expect(getActionKeys(tidy, resetActionKeys(actions, own, tidy))).toEqual([]);
    expect(resetActionKeys(actions, { tidy: ['Y'], fit: ['9'] }, tidy)).toEqual({ fit: ['9'] });
  });
});
