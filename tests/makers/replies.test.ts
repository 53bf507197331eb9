import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Makers, startMakers } from '../../e2e/servers/makers/server';
import { type LabRun, lookTool, type MakerCase, makerCases, providerFor, runLab } from './lab';

let makers: Makers;
beforeAll(async () => {
  makers = await startMakers();
});
afterAll(() => makers.close());
beforeEach(() => makers.reset());

/** An imperfect reply, and its consequences. */
interface Case {
  readonly what: string;
  /** In the prompt. */
  readonly directives: string;
  /** Directives for the next requests, instead of those in the prompt. */
  readonly next?: { readonly directives: string; readonly times: number };
  /** YAML in the task. */
  readonly more?: string;
  /** YAML at the top. */
  readonly top?: string;
  readonly gives?: string;
  /** How many requests are made; left out: any number. */
  readonly requests?: number;
  /** Text of the failure; left out: it completes. */
  readonly fails?: RegExp;
  readonly result?: string;
  /** Providers to which it does not apply, and why. */
  readonly not?: Partial<Record<MakerCase['maker'], string>>;
  readonly check?: (run: LabRun) => void;
}

const usage = (run: LabRun) => run.of('model.replied')[0]?.data.usage;
const onlyChat = 'the maker tells thoughts and answers apart by its protocol';
const json =
  ', output_schema: { type: object, properties: { n: { type: integer } }, required: [n], additionalProperties: false }';

const cases: readonly Case[] = [
  {
    what: 'only thoughts are sent back once',
    directives: '',
    next: { directives: '[only-thinking]', times: 1 },
    requests: 2,
    result: 'ok',
  },
  {
    what: 'only thoughts again are a failure that says so',
    directives: '',
    next: { directives: '[only-thinking]', times: 2 },
    requests: 2,
    fails: /It thought \(\d+ tokens\), and gave no answer/,
  },
  {
    what: 'an empty reply is sent back once',
    directives: '',
    next: { directives: '[empty]', times: 1 },
    requests: 2,
    result: 'ok',
  },
  {
    what: 'an empty reply again is a failure that says so',
    directives: '',
    next: { directives: '[empty]', times: 2 },
    requests: 2,
    fails: /The reply is empty/,
  },
  {
    what: 'a stream that is cut in thinking is asked for again',
    directives: '[cut:thinking]',
    requests: 2,
    result: 'ok',
  },
  { what: 'a stream that is cut in the text is asked for again', directives: '[cut:text]', requests: 2, result: 'ok' },
  {
    what: 'a call that is cut is made again, and never half',
    directives: '[tools:1][cut:call]',
    top: lookTool,
    requests: 3,
    check: (run) => expect(run.of('tool.called')).toHaveLength(1),
  },
  {
    what: 'a connection that is reset before the answer is tried again',
    directives: '[reset]',
    requests: 2,
    result: 'ok',
  },
  { what: 'an overloaded maker is asked again', directives: '[503]', requests: 2, result: 'ok' },
  {
    what: 'an overloaded maker in the middle of a stream is asked again',
    directives: '[stream-error]',
    requests: 2,
    result: 'ok',
  },
  { what: 'a limit is waited for', directives: '[429:1]', requests: 2, result: 'ok' },
  {
    what: 'a wait longer than the task has is not begun',
    directives: '[429:3600]',
    more: ', limits: { timeout_ms: 5000 }',
    requests: 1,
    fails: /accepts no more calls for now \(429\)/,
  },
  {
    what: 'what was used is estimated where it is not told',
    directives: '[no-usage]',
    requests: 1,
    result: 'ok',
    check: (run) => expect(usage(run)).toMatchObject({ estimated: true, inputTokens: expect.toSatisfy((n) => n > 5) }),
  },
  {
    what: 'a billion tokens are not believed',
    directives: '[huge-usage]',
    requests: 1,
    result: 'ok',
    check: (run) => {
      expect(usage(run)).toMatchObject({ estimated: true });
      expect(usage(run)?.outputTokens).toBeLessThan(1000);
      expect(run.of('resource.warning')[0]?.data.message).toContain('which is impossible');
    },
  },
  {
    what: 'a refusal is a failure that says so, and is not asked again',
    directives: '[refuse]',
    requests: 1,
    fails: /refused/,
  },
  { what: 'what a filter stopped is a failure that says so', directives: '[filter]', requests: 1, fails: /filter/ },
  { what: 'unknown events are passed over', directives: '[unknown-events]', requests: 1, result: 'ok' },
  { what: 'an answer that is not streamed is taken', directives: '[whole]', requests: 1, result: 'ok' },
  {
    what: 'calls in an answer that is not streamed are made',
    directives: '[whole][tools:2]',
    top: lookTool,
    requests: 3,
  },
  {
    what: 'thoughts in tags before JSON are told apart',
    directives: '[think:Deep {"n": 0}][think-tags][reply:{"n": 7}]',
    more: json,
    requests: 1,
    result: '{"n": 7}',
    not: { openai: onlyChat, anthropic: onlyChat, google: onlyChat },
    check: (run) => expect(run.of('model.replied')[0]?.data.reasoning?.text).toContain('Deep {"n": 0}'),
  },
  { what: 'a structured reply', directives: '', more: json, requests: 1, result: '{"n":1}' },
  {
    what: 'a structured reply after tools',
    directives: '[tools:2]',
    top: lookTool,
    more: json,
    requests: 3,
    result: '{"n":3}',
  },
  {
    what: 'a structured reply of an open schema',
    directives: '',
    more: ', output_schema: { type: object, properties: { n: { type: integer } } }',
    requests: 1,
  },
  {
    what: 'a temperature that is written',
    directives: '',
    more: ', options: { temperature: 0.5 }',
    requests: 1,
    result: 'ok',
  },
  {
    what: 'several calls in a turn',
    directives: '[tools:2*3]',
    top: lookTool,
    requests: 3,
    check: (run) => expect(run.of('tool.called')).toHaveLength(6),
  },
  { what: 'a reply that was cut at its limit says so', directives: '[length]', requests: 1, fails: /cut off/ },
  {
    what: 'a prompt that is too long is compacted, and the run goes on',
    directives: 'Look around. [tools:5][window:1500]',
    top: `${lookTool}compaction: {}\n`,
    gives: 'A page that tells much. '.repeat(60),
    check: (run) => {
      expect(run.of('compaction.done').length).toBeGreaterThan(0);
      expect(run.of('tool.called')).toHaveLength(5);
    },
  },
  {
    what: 'a prompt that is too long and cannot be compacted fails with the window',
    directives: '[window:10]',
    requests: 1,
    fails: /too long/,
  },
];

describe.each(makerCases)('$maker', (one) => {
  test.each(cases.filter(({ not = {} }) => !(one.maker in not)))('$what', async (given) => {
    const { directives, more = '', top = '', next, gives } = given;
    const thinking =
      one.maker === 'plain' && !directives.includes('think-tags') ? '[think:Deep][reasoning-content]' : '';
    const text = `default_model: "${one.maker}:${one.model}"
agents: { keen: { system: ${JSON.stringify(directives.includes('window') ? directives + thinking : 'You are brief.')} } }
${top}tasks:
  ask: { agent: keen, description: ${JSON.stringify(`Say it. ${directives}${thinking}`)}${more} }
`;
    if (next !== undefined) makers.next(next.directives + thinking, { times: next.times });
    const run = await runLab(text, {
      providers: [providerFor(one, makers.base[one.maker])],
      ...(gives === undefined ? {} : { gives }),
    });
    expect(makers.refused().map(({ refused }) => refused)).toEqual([]);
    if (given.fails === undefined) expect([run.status, run.failure]).toEqual(['completed', '']);
    else expect([run.status, run.failure]).toEqual(['failed', expect.stringMatching(given.fails)]);
    if (given.requests !== undefined) expect(makers.requests).toHaveLength(given.requests);
    if (given.result !== undefined) expect(run.of('task.completed')[0]?.result).toBe(given.result);
    given.check?.(run);
  });
});
