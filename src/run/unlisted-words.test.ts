import { expect, it } from 'vitest';
import { listUnlisted } from './unlisted-words';

it('tells what an iteration does not list', () => {
  expect(listUnlisted({})).toEqual([]);
  expect(listUnlisted({ notes: { success: true } })).toEqual([]);
  expect(listUnlisted({ notes: { files_unknown: 'It is not known.' } })).toEqual(['It is not known.']);
  expect(listUnlisted({ notes: { files_left_out: 1, tool_calls_left_out: 1200 } })).toEqual([
    '1 more file was changed.',
    '1,200 more calls of tools are in the events.',
  ]);
});
