import { expect, it } from 'vitest';
import type { AssistantMessage, Message } from '@/plan/message';
import { hashPrefix, keepSoundThoughts } from './bound-thoughts';

const tools = [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }];
const user = (content: string): Message => ({ role: 'user', content });

/** A conversation in which the model thought in each turn, with its thoughts bound to all earlier messages. */
function conversation(turns: number, begin: readonly Message[]): readonly Message[] {
  const messages: Message[] = [...begin];
  for (let turn = 1; turn <= turns; turn += 1) {
    const behind = hashPrefix({ messages, tools });
    const part = { kind: 'reasoning', text: `Thought ${turn}`, opaque: { anthropic: { signature: 's' } } } as const;
    messages.push({ role: 'assistant', content: `Turn ${turn}`, origin: { by: 'a:b', parts: [part], behind } });
    messages.push(user(`More ${turn}`));
  }
  return messages;
}
const thinks = (messages: readonly Message[]) =>
  messages.flatMap((message) =>
    message.role === 'assistant' ? [(message as AssistantMessage).origin !== undefined] : [],
  );
const begin: readonly Message[] = [{ role: 'system', content: 'Be brief.' }, user('Look.')];

it('stay while nothing before them has changed', () => {
  expect(thinks(keepSoundThoughts({ messages: conversation(3, begin), tools }))).toEqual([true, true, true]);
});

it.each([
  [
    'the system prompt',
    (all: readonly Message[]) => [{ role: 'system', content: 'Be long.' } as const, ...all.slice(1)],
  ],
  ['the first words', (all: readonly Message[]) => all.with(1, user('See.'))],
])('all go where %s changed', (_what, change) => {
  const messages = change(conversation(3, begin));
  expect(thinks(keepSoundThoughts({ messages, tools }))).toEqual([false, false, false]);
});

it('go from where something changed in the middle', () => {
  const messages = conversation(3, begin).with(3, user('Another'));
  expect(thinks(keepSoundThoughts({ messages, tools }))).toEqual([true, false, false]);
});

it('go where the tools changed', () => {
  expect(thinks(keepSoundThoughts({ messages: conversation(2, begin), tools: [] }))).toEqual([false, false]);
});

it('that were made after others had gone stay', () => {
  const sent = keepSoundThoughts({ messages: conversation(2, begin).with(1, user('See.')), tools });
  const more = conversation(1, sent);
  expect(thinks(keepSoundThoughts({ messages: more, tools }))).toEqual([false, false, true]);
});
