import { expect, it } from 'vitest';
import { sdkPrompt } from './sdk-prompt';
import { inResults } from './tool-files';

const model = { provider: 'google', model: 'gemini-3.8-flash' };
const rules = { fileOf: String, markOf: JSON.stringify, place: inResults, facts: { takes: ['image'] } } as const;
const call = (id: string) => ({ id, name: 'look', arguments: '{}' });
const result = (id: string) => ({ role: 'tool', toolCallId: id, name: 'look', content: id }) as const;

it('tells the results of the calls of one turn in one message, in their order', () => {
  const prompt = sdkPrompt(
    [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: '', toolCalls: [call('a'), call('b')] },
      result('a'),
      result('b'),
      { role: 'assistant', content: '', toolCalls: [call('c')] },
      result('c'),
    ],
    model,
    rules,
  );
  expect(prompt.map(({ role, content }) => [role, content.length])).toEqual([
    ['user', 1],
    ['assistant', 2],
    ['tool', 2],
    ['assistant', 1],
    ['tool', 1],
  ]);
  expect(prompt[2]).toMatchObject({ content: [{ toolCallId: 'a' }, { toolCallId: 'b' }] });
});

it('tells what a model thought to that model alone', () => {
  const thought = { kind: 'reasoning', text: 'Hm.', opaque: { google: { thoughtSignature: 's' } } } as const;
  const message = {
    role: 'assistant',
    content: 'Yes.',
    origin: { by: 'google:gemini-3.8-flash', parts: [thought, { kind: 'text', length: 4 }] },
  } as const;
  expect(sdkPrompt([message], model, rules)[0]?.content).toEqual([
    { type: 'reasoning', text: 'Hm.', providerOptions: thought.opaque },
    { type: 'text', text: 'Yes.' },
  ]);
  expect(sdkPrompt([message], { ...model, model: 'other' }, rules)[0]?.content).toEqual([
    { type: 'text', text: 'Yes.' },
  ]);
});
