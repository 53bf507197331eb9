import { describe, expect, it } from 'vitest';
import { visibleLine, visibleText } from './visible-text';

describe('text of somebody else', () => {
  it('stays as it is where all of it is seen', () => {
    expect(visibleText('Grüße, 日本語 🚢\n\tfertig')).toBe('Grüße, 日本語 🚢\n\tfertig');
  });

  it('shows what hides or turns the direction', () => {
    expect(visibleText('a\u202Egpj.exe\u0000\u200B\u007F')).toBe('a\\u202egpj.exe\\u0000\\u200b\\u007f');
  });

  it('stands on one line, shortened', () => {
    expect(visibleLine('one\ntwo\tthree', 9)).toBe('one two t…');
    expect(visibleLine(' one ', 9)).toBe('one');
  });
});
