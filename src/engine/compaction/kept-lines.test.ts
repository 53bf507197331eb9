import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '@/plan/message';
import { type Digest, writeDigest } from './digest';
import { fitDigest, shortenTo } from './fit-digest';
import {
  collectDecisions,
  collectErrors,
  findDecisionLines,
  findErrorLines,
  formatDecisionLine,
  formatErrorLine,
} from './kept-lines';
import { buildTaskRange, listEnclosingPaths, readRangeMessages, selectOwnMessages } from './task-range';

describe('what a digest keeps of messages', () => {
  it('is each decision once, however it is marked, also in what tools were called with', () => {
    const text =
      'Decision: a\n- **Decided:** b\n 2) Decision: c\nNo Decision: d\n* Decision: a\nDecision: a\n__Decision:__ e';
    expect(findDecisionLines(text)).toEqual(['Decision: a', 'Decided: b', 'Decision: c', 'Decision: e']);
    expect(findDecisionLines('Decision')).toEqual([]);
    const call = (given: string) => ({ id: 'c', name: 'note', arguments: given });
    const messages: readonly Message[] = [
      { role: 'user', content: 'Decision: x' },
      {
        ...{ role: 'assistant', content: '' },
        toolCalls: [
          call('{"a": ["Decision: y", {"b": "Decision: x", "n": 1}]}'),
          call('no JSON'),
          call('"Decided: z"'),
        ],
      },
    ];
    expect(collectDecisions(messages)).toEqual(['Decision: x', 'Decision: y', 'Decided: z']);
    expect([formatDecisionLine(' Decided:\n  x'), formatDecisionLine('go  on')]).toEqual([
      'Decided: x',
      'Decision: go on',
    ]);
  });

  it('is each error once: of tools, and those that an earlier digest kept', () => {
    const tool = (content: string, isError?: boolean): Message => ({
      ...{ role: 'tool', toolCallId: 'c', name: 'read', content },
      ...(isError !== undefined && { isError }),
    });
    const messages: readonly Message[] = [tool('no\nsuch  file', true), tool('fine'), tool('Error: old', false)];
    expect(collectErrors([...messages, ...messages])).toEqual(['Error: read: no such file', 'Error: old']);
    expect(findErrorLines('  Error: a \nAn Error: b\nError: a')).toEqual(['Error: a']);
    expect(formatErrorLine(`Error: ${'x'.repeat(600)}`)).toBe(`Error: ${'x'.repeat(500)}`);
  });
});

describe('a digest that is fitted', () => {
  const texts = fc.array(
    fc.integer({ min: 0, max: 900 }).map((length) => 'x'.repeat(length)),
    { maxLength: 5 },
  );
  const none = { outputs: 0, errors: 0, decisions: 0 };
  const digests = fc
    .record({ outputs: texts, errors: texts, decisions: texts })
    .map((kept) => ({ title: 'T', gone: none, ...kept }) as unknown as Digest);
  const kinds = ['outputs', 'errors', 'decisions'] as const;

  it('fits where anything does, drops the oldest first, and counts what it drops', () => {
    fc.assert(
      fc.property(digests, fc.integer({ min: 20, max: 6000 }), (digest, room) => {
        const fits = (text: string) => text.length <= room;
        const fitted = fitDigest(digest, fits);
        const bare = { ...digest, outputs: [], errors: [], decisions: [] };
        for (const kind of kinds) {
          const [before, after] = [digest[kind], fitted[kind]];
          expect(fitted.gone[kind]).toBe(before.length - after.length);
          for (const [index, text] of after.entries()) {
            const whole = before[before.length - after.length + index] ?? '';
            expect(whole.startsWith(text.replace(/ \[…\]$/, ''))).toBe(true);
          }
        }
        if (fits(writeDigest(digest))) expect(fitted).toEqual(digest);
        const isBare = kinds.every((kind) => fitted[kind].length === 0);
        if (!isBare) expect(fits(writeDigest(fitted))).toBe(true);
        if (!fits(writeDigest(fitted))) expect(fits(writeDigest({ ...bare, gone: fitted.gone }))).toBe(false);
        // Errors go only after all outputs have, and decisions after all errors.
        if (fitted.gone.errors > 0) expect(fitted.outputs).toEqual([]);
        if (fitted.gone.decisions > 0) expect(fitted.errors).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps the last output as long as it can, and decisions in the room that they alone may take', () => {
    const digest = {
      title: 'T',
      gone: none,
      outputs: ['a'.repeat(600), 'b'.repeat(600)],
      errors: [],
      decisions: ['d'],
    };
    const at = (room: number, more = room) =>
      fitDigest(
        digest as unknown as Digest,
        (text) => text.length <= room,
        (text) => text.length <= more,
      );
    const size = writeDigest(digest as unknown as Digest).length;
    const lengths = ({ outputs }: Digest) => outputs.map((text) => text.replace(/ \[…\]$/, '').length);
    expect(lengths(at(size))).toEqual([600, 600]);
    expect(lengths(at(size - 1))).toEqual([500, 600]);
    expect(lengths(at(size - 100))).toEqual([240, 600]);
    expect(lengths(at(size - 470))).toEqual([120, 600]);
    expect(lengths(at(size - 550))).toEqual([600]);
    expect(lengths(at(size - 700))).toEqual([240]);
    expect(at(1, 1)).toMatchObject({ outputs: [], decisions: [], gone: { outputs: 2, decisions: 1 } });
    expect(at(1, size)).toMatchObject({ outputs: [], decisions: ['d'] });
  });

  it('marks a text that was cut, once, however often it is cut', () => {
    expect([shortenTo('abc', 3), shortenTo('abcd', 3)]).toEqual(['abc', 'abc […]']);
    expect([shortenTo('abc […]', 3), shortenTo('abc […]', 2)]).toEqual(['abc […]', 'ab […]']);
  });
});

describe('what a task leaves in a history', () => {
  const journal = { read: async ({ text }: { readonly text: string }) => text } as never;
  const event = (kind: string, data: object, more: object = {}) =>
    ({ kind, path: 'task/m/attempt/1/item/2/task/i', result: 'out', full_result_len: 3, data, ...more }) as never;

  it('is its conversation, or its output, or its error', async () => {
    const messages = [{ role: 'user', content: 'q' }];
    const transcript = { text: JSON.stringify(messages), length: 5 };
    const talked = buildTaskRange(event('task.completed', { transcript }), 7);
    expect(talked).toMatchObject({ name: 'm[2]/i', order: 7, transcript });
    expect(await readRangeMessages(talked, journal)).toEqual(messages);
    const failed = buildTaskRange(event('task.failed', { transcript }, { error: { message: 'No' } }), 8);
    expect(failed).toMatchObject({ error: 'No' });
    expect(failed).not.toHaveProperty('transcript');
    expect(await readRangeMessages(failed, journal)).toEqual([{ role: 'assistant', content: 'out' }]);
    const empty = buildTaskRange(event('task.completed', {}, { result: '', full_result_len: 0 }), 9);
    expect(await readRangeMessages(empty, journal)).toEqual([]);
    expect(empty).not.toHaveProperty('error');
  });

  it('has of its prompt only its own parts', () => {
    const part = (kind: string, text: string) => ({ kind, text, from: [] }) as never;
    const reply = { role: 'assistant', content: 'r' } as const;
    const prompt = { role: 'user', content: 'all' } as const;
    const parts = [part('context', 'c'), part('inputs', 'i'), part('description', 'd')];
    expect(selectOwnMessages([prompt, reply], parts)).toEqual([{ role: 'user', content: 'i\n\nd' }, reply]);
    expect(selectOwnMessages([prompt, reply], [part('context', 'c')])).toEqual([reply]);
    expect(selectOwnMessages([reply], parts)).toEqual([reply]);
  });

  it('lies in the tasks around it, the nearest first', () => {
    const path = 'task/a/attempt/1/task/b/iter/2/attempt/1/task/c';
    expect([...listEnclosingPaths(path)]).toEqual(['task/a/attempt/1/task/b', 'task/a']);
    expect([...listEnclosingPaths('task/a')]).toEqual([]);
  });
});
