import { describe, expect, it } from 'vitest';
import { formatKeys, matchKeyPlace, matchKeys, readEventKeys } from './keys';

const press = (key: string, down: Partial<KeyboardEvent> = {}) => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...down,
});

describe('formatKeys', () => {
  it('writes signs on a Mac and words elsewhere', () => {
    expect(formatKeys('Mod+Shift+Z', true)).toBe('⌘⇧Z');
    expect(formatKeys('Mod+Shift+Z', false)).toBe('Ctrl+Shift+Z');
    expect(formatKeys('Mod+Enter', false)).toBe('Ctrl+↵');
    expect(formatKeys('+', false)).toBe('+');
  });
});

describe('matchKeys', () => {
  it('takes Cmd for Mod on a Mac and Ctrl elsewhere', () => {
    expect(matchKeys(press('z', { metaKey: true }), 'Mod+Z', true)).toBe(true);
    expect(matchKeys(press('z', { metaKey: true }), 'Mod+Z', false)).toBe(false);
    expect(matchKeys(press('z', { ctrlKey: true }), 'Mod+Z', false)).toBe(true);
  });

  it('tells a letter with Shift from one without', () => {
    expect(matchKeys(press('Z', { ctrlKey: true, shiftKey: true }), 'Mod+Z', false)).toBe(false);
    expect(matchKeys(press('Z', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+Z', false)).toBe(true);
  });

  it('finds a letter by the place of its key where the layout gives another sign', () => {
    expect(matchKeys(press('ˇ', { code: 'KeyT', altKey: true, shiftKey: true }), 'Shift+Alt+T', true)).toBe(true);
    expect(matchKeys(press('с', { code: 'KeyC' }), 'C', false)).toBe(true);
  });

  it('takes signs as they are typed, whatever keys that needs', () => {
    expect(matchKeys(press('?', { shiftKey: true }), '?', false)).toBe(true);
    expect(matchKeys(press('+', { shiftKey: true }), '+', false)).toBe(true);
    expect(matchKeys(press('+', { ctrlKey: true }), 'Mod++', false)).toBe(true);
  });
});

describe('keysOfEvent', () => {
  it('names what is pressed so that it is found again', () => {
    const pressed = [
      [press('y'), 'Y'],
      [press('Y', { shiftKey: true, ctrlKey: true }), 'Mod+Shift+Y'],
      [press('с', { code: 'KeyC', altKey: true }), 'Alt+C'],
      [press('?', { shiftKey: true }), '?'],
      [press('+', { ctrlKey: true }), 'Mod++'],
      [press('F9', { shiftKey: true }), 'Shift+F9'],
      [press(' ', { ctrlKey: true }), 'Mod+Space'],
      [press('ArrowUp', { altKey: true, shiftKey: true }), 'Shift+Alt+ArrowUp'],
    ] as const;
    for (const [event, keys] of pressed) {
      expect(readEventKeys(event, false)).toBe(keys);
      expect(matchKeys(event, keys, false)).toBe(true);
    }
    expect(readEventKeys(press('y', { metaKey: true }), true)).toBe('Mod+Y');
  });

  it('waits while only modifiers are pressed, and knows no word for the other system’s', () => {
    expect(readEventKeys(press('Shift', { shiftKey: true }), false)).toBeUndefined();
    expect(readEventKeys(press('y', { metaKey: true }), false)).toBeUndefined();
    expect(readEventKeys(press('Dead'), false)).toBeUndefined();
  });
});

describe('the place of a key', () => {
  it('is that of a digit or of \\ where the layout types something else', () => {
    expect(matchKeyPlace(press('&', { code: 'Digit1' }), '1', false)).toBe(true);
    expect(matchKeyPlace(press('&', { code: 'Digit1', altKey: true }), 'Alt+1', false)).toBe(true);
    expect(matchKeyPlace(press('&', { code: 'Digit1', altKey: true }), '1', false)).toBe(false);
    expect(matchKeyPlace(press('!', { code: 'Digit1', shiftKey: true }), '1', false)).toBe(false);
    expect(matchKeyPlace(press('#', { code: 'Backslash', ctrlKey: true }), 'Mod+\\', false)).toBe(true);
    expect(matchKeyPlace(press('q', { code: 'KeyA' }), 'A', false)).toBe(false);
  });
});
