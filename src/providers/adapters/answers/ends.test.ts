import { expect, it } from 'vitest';
import { endOfAnswer } from './ends';

const end = (raw: string | undefined, unified: Parameters<typeof endOfAnswer>[0]['unified'] = 'other') =>
  endOfAnswer({ unified, raw });

it.each(['stop', 'STOP', 'end_turn', 'stop_sequence', 'eos', 'eos_token', 'eosFound', 'end', 'COMPLETE'])(
  '%s leaves an answer whole',
  (raw) => expect(end(raw)).toBe('stop'),
);

it.each([
  ['tool_calls', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['tool_use', 'tool_calls'],
  ['length', 'length'],
  ['MAX_TOKENS', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['model_length', 'length'],
  ['content_filter', 'content_filter'],
  ['sensitive', 'content_filter'],
  ['SAFETY', 'content_filter'],
])('%s is %s', (raw, expected) => expect(end(raw)).toBe(expected));

it.each([
  'error',
  'abort',
  'insufficient_system_resource',
  'network_error',
  'repetition_truncation',
  'OTHER',
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'constructor',
  'anything new',
  '',
])('%j does not leave it whole', (raw) => expect(end(raw)).toBeUndefined());

it('counts where the protocol has no word for a good end, and what a filter said', () => {
  expect(end(undefined, 'stop')).toBe('stop');
  expect(end(undefined, 'tool-calls')).toBe('tool_calls');
  expect(end(undefined, 'error')).toBeUndefined();
  expect(end('incomplete', 'tool-calls')).toBeUndefined();
  // The block reason of a prompt, and a refusal in a reply that stopped.
  expect(end('OTHER', 'content-filter')).toBe('content_filter');
  expect(end('stop', 'content-filter')).toBe('content_filter');
});
