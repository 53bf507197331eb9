import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '@/plan/message';
import { type Digest, nothingGone, readDigest, writeDigest } from './digest';
import { fitDigest, shortenTo } from './fit-digest';
import { collectDecisions, collectErrors, findDecisionLines } from './kept-lines';
import { formatMessages, groupTurns } from './message-text';
import { splitParts } from './split-parts';

const line = fc.string({ maxLength: 30 }).map((text) => text.replace(/[\r\n]/g, ' ').trim());
const lines = (prefix: string) =>
  fc.uniqueArray(
    line.map((text) => `${prefix}: ${text}`.trim()),
    { maxLength: 5 },
  );
const count = fc.integer({ min: 0, max: 99 });
const digests: fc.Arbitrary<Digest> = fc.record({
  title: fc.constant('[Turns]'),
  outputs: fc.array(
    line.map((text) => `Turn 1: ${text}`),
    { maxLength: 5 },
  ),
  errors: lines('Error'),
  decisions: lines('Decision'),
  gone: fc.record({ outputs: count, errors: count, decisions: count }),
});

describe('what is left of messages', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(digests, (digest) => {
        expect(readDigest(writeDigest(digest), /^Turn \d+: /)).toEqual(digest);
      }),
    );
  });

  it('takes the words of a head in an output for what they are', () => {
    const digest: Digest = {
      title: '[Turns]',
      outputs: ['Turn 1: I list\nDecisions so far:\nnone yet'],
      errors: [],
      decisions: [],
      gone: nothingGone,
    };
    expect(readDigest(writeDigest(digest), /^Turn \d+: /)).toEqual(digest);
  });

  it('fits wherever its title and its counts do, and loses decisions last and the oldest first', () => {
    fc.assert(
      fc.property(digests, fc.integer({ min: 180, max: 600 }), (digest, most) => {
        const fitted = fitDigest(digest, (text) => text.length <= most);
        expect(writeDigest(fitted).length).toBeLessThanOrEqual(most);
        expect(digest.decisions.slice(fitted.gone.decisions - digest.gone.decisions)).toEqual(fitted.decisions);
        if (fitted.gone.decisions > digest.gone.decisions) expect([...fitted.outputs, ...fitted.errors]).toEqual([]);
      }),
    );
  });

  it('says how much is gone', () => {
    const decisions = ['Decision: one', 'Decision: two', 'Decision: three'];
    const digest = {
      title: 'Task a completed: success',
      outputs: ['x'.repeat(900)],
      errors: [],
      decisions,
      gone: nothingGone,
    };
    expect(writeDigest(fitDigest(digest, (text) => text.length < 165))).toBe(
      [
        'Task a completed: success',
        '[1 older outputs left out for want of room]',
        'Decisions so far:',
        ...decisions,
      ].join('\n'),
    );
    const many = Array.from({ length: 20 }, (_, index) => `Decision: number ${index}`);
    expect(writeDigest(fitDigest({ ...digest, decisions: many }, (text) => text.length < 180))).toBe(
      [
        'Task a completed: success',
        '[1 older outputs left out for want of room]',
        'Decisions so far:',
        '[18 older decisions left out for want of room]',
        'Decision: number 18',
        'Decision: number 19',
      ].join('\n'),
    );
  });
});

describe('a text', () => {
  it('is shortened to so many characters and a mark, once, and splits no character', () => {
    expect(shortenTo('abcdef', 6)).toBe('abcdef');
    expect(shortenTo('abcdef', 4)).toBe('abcd […]');
    expect(shortenTo(shortenTo('abcdef', 4), 4)).toBe('abcd […]');
    expect(shortenTo(shortenTo('abcdef', 4), 2)).toBe('ab […]');
    expect(shortenTo('abc😀', 4)).toBe('abc […]');
  });

  it('tells decisions by lines that start with the word, be it in a list or in bold type', () => {
    const text =
      'Decision: a\n- Decision: b\n2. **Decided:** no\n  Decided: c\nThe Decision: d\nDecision: a\nDecisions: e';
    expect(findDecisionLines(text)).toEqual(['Decision: a', 'Decision: b', 'Decided: no', 'Decided: c']);
  });
});

describe('messages', () => {
  const messages: readonly Message[] = [
    { role: 'user', content: 'Start' },
    {
      role: 'assistant',
      content: '',
      toolCalls: [
        { id: '1', name: 'note', arguments: '{"text":"Decision: use UTC\\nand more"}' },
        { id: '2', name: 'read_file', arguments: 'no JSON' },
      ],
    },
    { role: 'tool', toolCallId: '1', name: 'note', content: 'Noted.' },
    { role: 'tool', toolCallId: '2', name: 'read_file', content: 'There is\nno such file.', isError: true },
    { role: 'assistant', content: 'Decided: done' },
  ];

  it('tell decisions in notes too, and errors of tools', () => {
    expect(collectDecisions(messages)).toEqual(['Decision: use UTC', 'Decided: done']);
    expect(collectErrors(messages)).toEqual(['Error: read_file: There is no such file.']);
  });

  it('are taken apart between turns only', () => {
    expect(groupTurns(messages).map((turn) => turn.map(({ role }) => role))).toEqual([
      ['user'],
      ['assistant', 'tool', 'tool'],
      ['assistant'],
    ]);
  });

  it('are split into parts that fit, with nothing left out', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z ]{0,80}$/), { maxLength: 8 }),
        fc.integer({ min: 20, max: 120 }),
        (said, most) => {
          const long: readonly Message[] = said.map((content) => ({ role: 'assistant', content }));
          const parts = splitParts(long, (text) => text.length <= most);
          expect(parts.every((part) => part.length <= most)).toBe(true);
          const bare = (text: string) => text.replace(/\n/g, '');
          expect(bare(parts.join(''))).toBe(bare(formatMessages(long)));
        },
      ),
    );
  });
});
