import { describe, expect, it } from 'vitest';
import { startOf } from './start-of';
import { visibleLine, visibleName, visibleText } from './visible-text';

describe('text of somebody else', () => {
  it('stays as it is where all of it is seen', () => {
    expect(visibleText('Grüße, 日本語 🚢\n\tfertig')).toBe('Grüße, 日本語 🚢\n\tfertig');
  });

  it('shows what hides or turns the direction', () => {
    expect(visibleText('a\u202Egpj.exe\u0000\u200B\u007F')).toBe('a\\u202egpj.exe\\u0000\\u200b\\u007f');
  });

  it('is a name that shows what hides in it, and keeps emoji and joined letters whole', () => {
    expect(visibleName('safe\u202Egnp.exe')).toBe('safe\\u202egnp.exe');
    expect(visibleName('ad\u200dmin\u200b')).toBe('ad\\u200dmin\\u200b');
    expect(visibleName('👩\u200d💻 می\u200cخواهم')).toBe('👩\u200d💻 می\u200cخواهم');
  });

  it('is cut between emoji, never within one', () => {
    expect(startOf('a🎉🎉', 2)).toBe('a');
    expect(startOf('a🎉🎉', 3)).toBe('a🎉');
    expect(visibleLine('🎉🎉', 3)).toBe('🎉…');
  });

  it('stands on one line, shortened', () => {
    expect(visibleLine('one\ntwo\tthree', 9)).toBe('one two t…');
    expect(visibleLine(' one ', 9)).toBe('one');
  });
});
