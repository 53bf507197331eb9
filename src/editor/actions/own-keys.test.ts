import { describe, expect, it } from 'vitest';
import { type Action, keysOf } from './action';
import { actionOf, actions } from './actions';
import { ownerOfKeys, refusalOfKeys, withFirstKeys, withKeys } from './own-keys';

const tidy = actionOf('tidy');
const fit = actionOf('fit');

describe('keys that a person chooses', () => {
  it('are refused where the browser keeps them, or where they would be typed', () => {
    expect(refusalOfKeys(tidy, 'Mod+W')).toContain('The browser keeps these keys');
    expect(refusalOfKeys(tidy, 'Tab')).toContain('leave a field');
    expect(refusalOfKeys(tidy, 'Y')).toBeUndefined();
    const typed = actionOf('run');
    expect(refusalOfKeys(typed, 'Y')).toContain('while you type');
    expect(refusalOfKeys(typed, 'Shift+Enter')).toContain('while you type');
    for (const keys of ['Mod+Y', 'Alt+R', 'Shift+Alt+R', 'F9', 'Shift+F9']) {
      expect(refusalOfKeys(typed, keys)).toBeUndefined();
    }
  });

  it('say which other action has them, but for one that shares them by definition', () => {
    const [first = ''] = fit.keys;
    expect(ownerOfKeys(actions, tidy, first, {})).toBe(fit);
    expect(ownerOfKeys(actions, tidy, first, { fit: [] })).toBeUndefined();
    expect(ownerOfKeys(actions, actionOf('run'), 'Mod+Enter', {})).toBeUndefined();
  });

  it('are taken from the other action, which keeps its others', () => {
    const undoes = actions.find(({ id }) => id === 'redo') as Action;
    const own = withKeys({}, tidy, ['Mod+Y'], undoes);
    expect(keysOf(tidy, own)).toEqual(['Mod+Y']);
    expect(keysOf(undoes, own)).toEqual(['Mod+Shift+Z']);
  });

  it('go back to those of the definition, but for what another action has by now', () => {
    const own = withKeys(withKeys({}, tidy, ['Y']), fit, tidy.keys);
    expect(keysOf(tidy, withFirstKeys(actions, own, tidy))).toEqual([]);
    expect(withFirstKeys(actions, { tidy: ['Y'], fit: ['9'] }, tidy)).toEqual({ fit: ['9'] });
  });
});
