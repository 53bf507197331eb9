import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadTokenCounter } from '@/providers/token-counter';
import { type FaultServer, type SeenRequest, startFaultServer } from '../e2e/servers/fault-server';
import { runOverHttp } from './over-http';

const rounds = 5;
const task = 'Write the release notes of version 2.4 for people who do not program.';
const model = { provider: 'openai', model: 'gpt-4o-mini' };

/** About as many words as release notes and their review have. */
function prose(kind: string, round: number, words: number): string {
  const vocabulary = [
    'the',
    'editor',
    'now',
    'opens',
    'files',
    'faster',
    'and',
    'keeps',
    'what',
    'was',
    'typed',
    'while',
  ];
  const text = Array.from({ length: words }, (_, index) => vocabulary[(index * 7 + round) % vocabulary.length]);
  return `${kind} ${round}: ${text.join(' ')}.`;
}

const draft = (round: number) => prose('Draft', round, 400);
const feedback = (round: number) => prose('Feedback', round, 80);

let server: FaultServer;
beforeEach(async () => {
  server = await startFaultServer();
});
afterEach(() => server.close());

/** Answers the nth prompt that contains `match` with the nth reply. */
function answer(match: string, reply: (round: number) => string): void {
  for (let round = rounds; round >= 1; round--) server.on({ match, reply: reply(round), times: 1 });
}

const latestOnly = `
tasks:
  notes:
    type: director_evaluator
    director: { description: ${task} }
    evaluator: { description: Judge these release notes. }
`;

/** The same rounds as steps whose prompts include all earlier outputs. */
const accumulated = `
tasks:
  notes:
    type: sequential
    context_management: { accumulate_data: true, accumulation_format: full_output }
    steps:
${Array.from({ length: rounds }, (_, index) =>
  [
    `      - { id: draft_${index + 1}, subtype: director, description: ${task} }`,
    ...(index + 1 < rounds
      ? [`      - { id: review_${index + 1}, subtype: evaluator, description: Judge these release notes. }`]
      : []),
  ].join('\n'),
).join('\n')}
`;

it('latest-only feedback sends at least 60 % less to the fifth call of a director than an accumulated history', async () => {
  const counter = await loadTokenCounter([]);
  // What fills a window: the messages, and the tools sent with them.
  const tokens = ({ prompt, body }: SeenRequest) =>
    counter.count(`${prompt}\n${JSON.stringify(body['tools'] ?? [])}`, model).tokens;
  const directed = async (text: string, request: string) => {
    const before = server.requests.length;
    answer('Judge these', (round) => JSON.stringify({ success: false, feedback: feedback(round) }));
    answer(task, (round) => (round < rounds ? `${draft(round)}${request}` : draft(round)));
    const { status } = await runOverHttp(text, 'yaml', server.url);
    expect(status).toBe('completed');
    const calls = server.requests.slice(before).filter(({ prompt }) => prompt.includes(task));
    expect(calls).toHaveLength(rounds);
    return { calls, windows: calls.map(tokens) };
  };
  const asking = '\n\n```heddle\n{"type": "review", "criteria": "plain words"}\n```';
  const latest = await directed(latestOnly, asking);
  const history = await directed(accumulated, '');

  expect(latest.calls[4]?.prompt).toContain(draft(4));
  expect(latest.calls[4]?.prompt).not.toContain(draft(3));
  for (const round of [1, 2, 3, 4]) {
    expect(history.calls[4]?.prompt).toContain(draft(round));
    expect(history.calls[4]?.prompt).toContain(feedback(round));
  }
  const sum = (windows: readonly number[]) => windows.reduce((total, window) => total + window, 0);
  const less = (few: number, many: number) => 1 - few / many;
  const fifth = less(latest.windows[4] ?? 0, history.windows[4] ?? 0);
  process.stdout.write(
    [
      'tokens of the director’s calls as the server received them, five rounds',
      `  latest only: ${latest.windows.join(', ')}; in all ${sum(latest.windows)}`,
      `  accumulated: ${history.windows.join(', ')}; in all ${sum(history.windows)}`,
      `  the fifth is ${(fifth * 100).toFixed(1)} % smaller, all five ${(less(sum(latest.windows), sum(history.windows)) * 100).toFixed(1)} %\n`,
    ].join('\n'),
  );
  expect(fifth).toBeGreaterThanOrEqual(0.6);
});
