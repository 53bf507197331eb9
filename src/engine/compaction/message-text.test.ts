import { expect, it } from 'vitest';
import type { MakerPart, Message } from '@/plan/message';
import { formatMessages, groupTurns } from './message-text';

const used: MakerPart = {
  kind: 'maker',
  id: 'a',
  name: 'web_search',
  input: 'tides',
  block: { type: 'server_tool_use' },
};
const found: MakerPart = { kind: 'maker', id: 'a', name: 'web_search', result: 'A page', block: { type: 'result' } };

const said = (content: string, ...parts: readonly MakerPart[]): Message => {
  return { role: 'assistant', content, origin: { by: 'lab:m', parts } };
};

it('tells what tools of its maker did for a reply', () => {
  expect(formatMessages([said('At noon.', used, found)])).toBe(
    '[assistant]\n(used web_search tides: A page)\nAt noon.',
  );
});

it('never takes a reply from the one in which a tool of its maker was called, of which it has what came', () => {
  const apart = [said('One.', used, found), said('Two.', used, found)];
  expect(groupTurns(apart).map((turn) => turn.length)).toEqual([1, 1]);
  const result: Message = { role: 'tool', toolCallId: 'x', name: 'look', content: 'A page' };
  expect(groupTurns([said('I look.', used), result, said('At noon.', found)]).map((turn) => turn.length)).toEqual([3]);
});
