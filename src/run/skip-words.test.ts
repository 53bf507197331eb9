import { expect, test } from 'vitest';
import { skipSentence, skipWords } from './skip-words';

test('says why a task was skipped, and of which other task it comes', () => {
  expect(skipWords('condition')).toBe('its condition is false');
  expect(skipSentence('condition')).toBe('Its condition is false');
  expect(skipSentence('upstream_failed')).toBe('A task before it failed');
  expect(skipSentence('upstream_failed', 'facts')).toBe('facts failed');
  expect(skipSentence('upstream_skipped', 'facts')).toBe('facts was skipped');
});
