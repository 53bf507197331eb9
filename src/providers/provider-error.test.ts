import { expect, it } from 'vitest';
import { createBadEndError, createNotCarriedError, createNotUnderstoodError } from './provider-error';

const provider = { id: 'p', label: 'P', protocol: 'openai', baseUrl: 'https://p.test/v1', needsKey: true } as const;

it.each([59, 60, 199, 200, 299, 300])('quotes a server without half a character, cut after %i characters', (length) => {
  const words = `${'a'.repeat(length)}😀${'b'.repeat(300)}`;
  for (const error of [
    createBadEndError(provider, words, words),
    createNotUnderstoodError(provider, new Error(words)),
    createNotCarriedError(provider, words),
  ]) {
    // It throws for half a character.
    expect(() => encodeURIComponent(`${error.message} ${String(error.details?.['end'])}`)).not.toThrow();
  }
});
