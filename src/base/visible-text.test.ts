import { describe, expect, it } from 'vitest';
import { cutToStart } from './start-of';
import { makeLineVisible, makeNameVisible, makeTextVisible } from './visible-text';

describe('text of somebody else', () => {
  it('stays as it is where all of it is seen', () => {
    expect(makeTextVisible('Grüße, 日本語 🚢\n\tfertig')).toBe('Grüße, 日本語 🚢\n\tfertig');
  });

  it('shows what hides or turns the direction', () => {
    expect(makeTextVisible('a\u202Egpj.exe\u0000\u200B\u007F')).toBe('a\\u202egpj.exe\\u0000\\u200b\\u007f');
  });

  it('is a name that shows what hides in it, and keeps emoji and joined letters whole', () => {
    expect(makeNameVisible('safe\u202Egnp.exe')).toBe('safe\\u202egnp.exe');
    expect(makeNameVisible('ad\u200dmin\u200b')).toBe('ad\\u200dmin\\u200b');
    expect(makeNameVisible('👩\u200d💻 می\u200cخواهم')).toBe('👩\u200d💻 می\u200cخواهم');
  });

  it('is cut between emoji, never within one', () => {
    expect(cutToStart('a🎉🎉', 2)).toBe('a');
    expect(cutToStart('a🎉🎉', 3)).toBe('a🎉');
    expect(makeLineVisible('🎉🎉', 3)).toBe('🎉…');
  });

  it('stands on one line, shortened', () => {
    expect(makeLineVisible('one\ntwo\tthree', 9)).toBe('one two t…');
    expect(makeLineVisible(' one ', 9)).toBe('one');
  });
});
