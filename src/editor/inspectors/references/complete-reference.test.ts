import { describe, expect, it } from 'vitest';
import { completeReference, openReferenceAt } from './complete-reference';

function complete(text: string, name: string) {
  const cursor = text.indexOf('|');
  const plain = text.replace('|', '');
  const reference = openReferenceAt(plain, cursor);
  if (!reference) return undefined;
  const done = completeReference(plain, reference, name);
  return `${done.text.slice(0, done.cursor)}|${done.text.slice(done.cursor)}`;
}

describe('completing a reference', () => {
  it('begins at two open braces and ends after the closing ones', () => {
    expect(complete('Read {{|', 'fetch')).toBe('Read {{fetch}}|');
    expect(complete('Read {{ fe| now', 'fetch')).toBe('Read {{ fetch}}| now');
  });

  it('takes the place of a reference that is already closed', () => {
    expect(complete('Read {{fe|tsh}} now', 'fetch')).toBe('Read {{fetch}}| now');
  });

  it('is not offered outside of braces, after closed ones, or after escaped ones', () => {
    expect(complete('Read fe|', 'fetch')).toBeUndefined();
    expect(complete('{{fetch}} fe|', 'fetch')).toBeUndefined();
    expect(complete('\\{{fe|', 'fetch')).toBeUndefined();
  });
});
