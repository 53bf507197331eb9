import { describe, expect, it } from 'vitest';
import { planOf } from '../plan.testing';
import type { EarlierRun, EarlierTask, RunForecast, WrittenTasks } from './forecast';
import { forecastAfter, forecastFork, forecastRun } from './forecast-run';

const ends: EarlierTask = { status: 'completed', hasFailed: false, told: [] };
const step = (description: string) => ({ type: 'atomic', description });
const pinned = { ...step('Greet {{who}}'), pinned: 'Hello' };

const tasks = {
  a: { description: 'Do it in {{WHERE}}' },
  b: { description: 'Use {{a}}', dependsOn: ['a'] },
  c: { type: 'script', script: { content: 'echo' } },
  g: { type: 'group', subtasks: { x: step('x'), y: { ...step('{{x}}'), dependsOn: ['x'] }, z: step('z') } },
  s: {
    type: 'sequential',
    steps: [
      { ...step('one'), id: 'one' },
      { ...step('two'), id: 'two' },
    ],
  },
  l: {
    type: 'sequential',
    loop: { type: 'repeat', count: 2 },
    steps: [
      { ...step('1'), id: 'one' },
      { ...step('2'), id: 'two' },
    ],
  },
  m: { type: 'map', items: [1, 2], innerTask: step('Of {{item}}') },
  k: {
    type: 'cond',
    cases: [{ test: 'true', task: { ...step('yes'), id: 'yes' } }],
    else: { ...step('no'), id: 'no' },
  },
  f: { type: 'call', ref: 'greet', args: { who: 'Ada' } },
  r: { description: 'Remember', rebuildMemory: true },
  h: { description: 'Go on', agent: 'teller', dependsOn: ['a'] },
  d: { disabled: true },
  e: { condition: 'false' },
};
const settings = {
  variables: { WHERE: 'Leiden', OTHER: 'x' },
  agents: { teller: { contextTransfer: 'full' } },
  memory: { index: { '/a.md': 'one' } },
  library: {
    greet: { description: 'G', parameters: [{ name: 'who', type: 'string' }], task: step('Greet {{who}}') },
    other: { description: 'O', task: step('Other') },
  },
};
const paths = [
  ...['a', 'b', 'c', 'g', 'g/x', 'g/y', 'g/z', 's', 's/one', 's/two', 'l', 'l/one', 'l/two', 'm', 'm/inner_task'],
  ...['k', 'k/case:1', 'f', 'f/call:greet/task', 'r', 'h'],
];
const known = (more: Readonly<Record<string, Partial<EarlierTask> | undefined>> = {}) =>
  new Map(
    [...new Set([...paths, ...Object.keys(more)])].flatMap((path): [string, EarlierTask][] => {
      const part = path in more ? more[path] : {};
      return part === undefined ? [] : [[path, { ...ends, ...part }]];
    }),
  );
const skipped = { d: { status: 'skipped' }, e: { status: 'skipped' } } as const;
const base = planOf(tasks, settings);
const run = (more: Parameters<typeof known>[0] = {}, rest: Partial<EarlierRun> = {}): EarlierRun => ({
  id: 'r',
  plan: base,
  tasks: known({ ...skipped, ...more }),
  ...rest,
});

/** What is not simply kept: how, and why. */
function doubts({ tasks: found }: RunForecast): readonly string[] {
  return [...found].flatMap(([path, { forecast, why }]) => {
    if (forecast === 'kept') return [];
    const of = why === undefined ? '' : 'fields' in why ? why.fields.join('+') : 'task' in why ? why.task : '';
    return [`${path} ${forecast}: ${why?.kind}${of === '' ? '' : ` ${of}`}`];
  });
}
const edited = (edit: object, more: object = {}) => planOf({ ...tasks, ...edit }, { ...settings, ...more });
const foreseen = (edit: object, earlier = run(), taking = {}, more: object = {}) =>
  doubts(forecastRun(edited(edit, more), earlier, taking));
const wrote = (path: string, what: 'output' | 'result' | 'prompt'): WrittenTasks => new Map([[path, what]]);

describe('a forecast', () => {
  it.each([
    ['nothing', {}, []],
    [
      'a prompt',
      { a: { description: 'Else' } },
      ['a asked: changed prompt', 'b maybe: follows a', 'h maybe: follows a'],
    ],
    [
      'what is only kept elsewhere',
      { a: { ...tasks.a, priority: 'high', output: 'a.md', limits: { timeoutMs: 9 } } },
      [],
    ],
    [
      'the limit of a reply',
      { a: { ...tasks.a, limits: { maxOutputTokens: 9 } } },
      ['a asked: changed limits.maxOutputTokens', 'b maybe: follows a', 'h maybe: follows a'],
    ],
    [
      'another limit',
      { a: { ...tasks.a, limits: { maxTurns: 9 } } },
      ['a maybe: changed limits.maxTurns', 'b maybe: follows a', 'h maybe: follows a'],
    ],
    [
      'a script',
      { c: { type: 'script', script: { content: 'date', timeoutMs: 9 } } },
      ['c asked: changed script.content'],
    ],
    ['how long a script may take', { c: { type: 'script', script: { content: 'echo', timeoutMs: 9 } } }, []],
    ['a type', { c: { type: 'sequential', steps: [step('c')] } }, ['c/step_1 asked: new', 'c asked: changed type']],
    [
      'a condition',
      { a: { ...tasks.a, condition: 'true' } },
      ['a maybe: changed condition', 'b maybe: follows a', 'h maybe: follows a'],
    ],
    ['when it starts', { b: { ...tasks.b, triggerRule: 'all_done' } }, ['b maybe: changed triggerRule']],
    ['what it runs after', { b: { description: 'Use {{a}}', dependsOn: ['a', 'c'] } }, ['b maybe: changed needs']],
    ['a task that is new', { n: {} }, ['n asked: new']],
    ['a task that is disabled', { a: { ...tasks.a, disabled: true } }, ['b maybe: follows a', 'h maybe: follows a']],
    ['a task that is no longer disabled', { d: {} }, ['d asked: changed disabled']],
    ['a pin', { a: { ...tasks.a, pinned: 'pinned' } }, ['b maybe: follows a', 'h maybe: follows a']],
    [
      'a task in a group',
      { g: { ...tasks.g, subtasks: { ...tasks.g.subtasks, x: step('X') } } },
      ['g/x asked: changed prompt', 'g/y maybe: follows g/x', 'g asked: part g/x'],
    ],
    [
      'a group itself',
      { g: { ...tasks.g, completionMode: 'any' } },
      [
        'g/x maybe: changed completionMode',
        'g/y maybe: changed completionMode',
        'g/z maybe: changed completionMode',
        'g maybe: changed completionMode',
      ],
    ],
    [
      'the first step',
      { s: { ...tasks.s, steps: [{ ...step('ONE'), id: 'one' }, tasks.s.steps[1]] } },
      ['s/one asked: changed prompt', 's/two maybe: follows s/one', 's asked: part s/one'],
    ],
    [
      'the last step',
      { s: { ...tasks.s, steps: [tasks.s.steps[0], { ...step('TWO'), id: 'two' }] } },
      ['s/two asked: changed prompt', 's asked: part s/two'],
    ],
    [
      'the last step in a loop',
      { l: { ...tasks.l, steps: [tasks.l.steps[0], { ...step('TWO'), id: 'two' }] } },
      ['l/one maybe: part l/two', 'l/two asked: changed prompt', 'l asked: part l/two'],
    ],
    [
      'the items of a map',
      { m: { ...tasks.m, items: [1, 2, 3] } },
      ['m/inner_task maybe: changed items', 'm maybe: changed items'],
    ],
    ['a case that was not taken', { k: { ...tasks.k, else: { ...step('NO'), id: 'no' } } }, []],
    [
      'what a call gives',
      { f: { ...tasks.f, args: { who: 'Bob' } } },
      ['f/call:greet/task maybe: changed args', 'f maybe: changed args'],
    ],
  ])('of a run after a change of %s', (_what, edit, expected) => {
    expect(foreseen(edit)).toEqual(expected);
  });

  it.each([
    [
      'a variable that one names',
      { variables: { WHERE: 'Delft', OTHER: 'x' } },
      [
        'a maybe: changed visibleVariables',
        'g/x maybe: changed visibleVariables',
        'g/y maybe: changed visibleVariables',
        'g/z maybe: changed visibleVariables',
        'g maybe: changed variables.WHERE',
        's/one maybe: changed visibleVariables',
        's/two maybe: changed visibleVariables',
        's maybe: changed variables.WHERE',
        'l/one maybe: changed visibleVariables',
        'l/two maybe: changed visibleVariables',
        'l maybe: changed variables.WHERE',
        'm/inner_task maybe: changed visibleVariables',
        'm maybe: changed variables.WHERE',
        'k/case:1 maybe: changed visibleVariables',
        'k/else maybe: changed variables.WHERE',
        'k maybe: changed variables.WHERE',
        'f/call:greet/task maybe: changed visibleVariables',
        'f maybe: part f/call:greet/task',
        'r maybe: changed visibleVariables',
        'e maybe: changed visibleVariables',
        'b maybe: changed visibleVariables',
        'h maybe: changed visibleVariables',
      ],
    ],
    [
      'a variable that none names',
      { variables: { WHERE: 'Leiden', OTHER: 'y' } },
      [
        'a maybe: changed visibleVariables',
        'g/x maybe: changed visibleVariables',
        'g/y maybe: changed visibleVariables',
        'g/z maybe: changed visibleVariables',
        'g maybe: changed variables.OTHER',
        's/one maybe: changed visibleVariables',
        's/two maybe: changed visibleVariables',
        's maybe: changed variables.OTHER',
        'l/one maybe: changed visibleVariables',
        'l/two maybe: changed visibleVariables',
        'l maybe: changed variables.OTHER',
        'm/inner_task maybe: changed visibleVariables',
        'm maybe: changed variables.OTHER',
        'k/case:1 maybe: changed visibleVariables',
        'k/else maybe: changed variables.OTHER',
        'k maybe: changed variables.OTHER',
        'f/call:greet/task maybe: changed visibleVariables',
        'f maybe: part f/call:greet/task',
        'r maybe: changed visibleVariables',
        'e maybe: changed visibleVariables',
        'b maybe: changed visibleVariables',
        'h maybe: changed visibleVariables',
      ],
    ],
    ['the memory', { memory: { index: { '/a.md': 'two' } } }, ['r maybe: changed memoryIndex']],
    ['how histories are compacted', { compaction: { trigger: 'manual' } }, ['h maybe: changed compaction']],
    [
      'the task of a definition',
      { library: { ...settings.library, greet: { ...settings.library.greet, task: step('Hi {{who}}') } } },
      ['f/call:greet/task asked: changed prompt', 'f asked: part f/call:greet/task'],
    ],
    [
      'the parameters of a definition',
      {
        library: {
          ...settings.library,
          greet: { ...settings.library.greet, parameters: [{ name: 'who', type: 'string', default: 'Eve' }] },
        },
      },
      ['f maybe: part f/call:greet/task'],
    ],
    [
      'a pin in a definition',
      { library: { ...settings.library, greet: { ...settings.library.greet, task: pinned } } },
      ['f maybe: part f/call:greet/task'],
    ],
    [
      'a definition that none calls',
      { library: { ...settings.library, other: { description: 'O', task: step('New') } } },
      [],
    ],
  ])('of a run after a change of %s', (_what, more, expected) => {
    expect(foreseen({}, run(), {}, more)).toEqual(expected);
  });

  it.each([
    [
      'did not end',
      { a: { status: 'unfinished' } },
      ['a asked: unfinished', 'b maybe: follows a', 'h maybe: follows a'],
    ],
    ['failed', { a: { hasFailed: true } }, ['a asked: unfinished', 'b maybe: follows a', 'h maybe: follows a']],
    ['is not known', { a: undefined }, ['a asked: unfinished', 'b maybe: follows a', 'h maybe: follows a']],
    ['is no longer stored', { a: { isLost: true } }, ['a asked: lost', 'b maybe: follows a', 'h maybe: follows a']],
    ['was skipped', { a: { status: 'skipped' } }, []],
    [
      'was told of one that failed',
      { a: { hasFailed: true }, c: { told: ['a'] } },
      ['a asked: unfinished', 'c maybe: follows a', 'b maybe: follows a', 'h maybe: follows a'],
    ],
    [
      'has a part that failed',
      { 'g/x': { hasFailed: true }, g: { hasFailed: true } },
      ['g/x asked: unfinished', 'g/y maybe: follows g/x', 'g asked: part g/x'],
    ],
    ['has a part that was not reached', { 'g/x': undefined }, []],
    [
      'did not end in its last round',
      { l: { status: 'unfinished' } },
      ['l/one maybe: unfinished', 'l/two maybe: follows l/one', 'l maybe: part l/one'],
    ],
    [
      'failed in one of its parts in a loop',
      { 'l/one': { hasFailed: true } },
      ['l/one asked: unfinished', 'l/two maybe: follows l/one', 'l asked: part l/one'],
    ],
    [
      'did not reach its last item',
      { m: { status: 'unfinished' } },
      ['m/inner_task maybe: unfinished', 'm maybe: part m/inner_task'],
    ],
    [
      'did not reach a part',
      { s: { status: 'unfinished' }, 's/two': undefined },
      ['s/two maybe: unfinished', 's maybe: part s/two'],
    ],
    [
      'lost a part',
      { 's/one': { isLost: true } },
      ['s/one asked: lost', 's/two maybe: follows s/one', 's asked: part s/one'],
    ],
    [
      'failed in a definition',
      { 'f/call:greet/task': { hasFailed: true } },
      ['f/call:greet/task asked: unfinished', 'f asked: part f/call:greet/task'],
    ],
  ] as const)('of a run of which a task %s', (_what, more, expected) => {
    expect(foreseen({}, run(more))).toEqual(expected);
  });

  it.each([
    ['an output', wrote('a', 'output'), ['b maybe: follows a', 'h maybe: follows a']],
    ['a reply', wrote('a', 'result'), ['a maybe: written', 'b maybe: follows a', 'h maybe: follows a']],
    ['a prompt', wrote('a', 'prompt'), ['a asked: written', 'b maybe: follows a', 'h maybe: follows a']],
    ['an output in a group', wrote('g/x', 'output'), ['g/y maybe: follows g/x', 'g maybe: part g/x']],
    ['an output in a definition', wrote('f/call:greet/task', 'output'), ['f maybe: part f/call:greet/task']],
    [
      'a prompt in a loop',
      wrote('l/one', 'prompt'),
      ['l/one asked: written', 'l/two maybe: follows l/one', 'l asked: part l/one'],
    ],
  ] as const)('of a run in which a person wrote %s', (_what, written, expected) => {
    expect(foreseen({}, run(), { written })).toEqual(expected);
  });

  it.each([
    ['result', 'be maybe: written'],
    ['prompt', 'be asked: written'],
  ] as const)('of a run in which a person wrote a %s in a try asks the evaluator that reads it', (of, expected) => {
    const tries = { be: { description: 'Try', bestOf: { n: 2, evaluator: step('Choose') } } };
    const earlier = { id: 'run', plan: planOf(tries, {}), tasks: known({ be: {}, 'be/best_of': {} }) };
    expect(doubts(forecastRun(earlier.plan, earlier, { written: wrote('be', of) }))).toEqual([
      'be/best_of maybe: written',
      expected,
    ]);
  });

  it('of a run in which a person wrote an output in a container that tries again may ask for it anew', () => {
    const tries = {
      t: { type: 'group', subtasks: { x: step('x') }, errorHandling: { onError: 'retry', maxRetries: 1 } },
    };
    const earlier = { id: 'run', plan: planOf(tries, {}), tasks: known({ t: {}, 't/x': {} }) };
    const found = doubts(forecastRun(earlier.plan, earlier, { written: wrote('t/x', 'output') }));
    expect(found).toEqual(['t/x maybe: written', 't maybe: part t/x']);
  });

  it('of a run of tasks of other kinds goes by how often they ask, and by what they read', () => {
    const kinds = {
      de: { type: 'director_evaluator', director: step('Write'), evaluator: step('Judge') },
      re: { type: 'reduce', items: [1, 2], innerTask: step('Of {{item}}'), reductionTask: step('Join') },
      me: { type: 'associative_memory', query: 'Which?' },
      be: { description: 'Try', bestOf: { n: 2, evaluator: step('Choose') } },
      we: { description: 'Late', dependsOn: ['be'] },
    };
    const paths = [
      'de',
      'de/director',
      'de/evaluator',
      're',
      're/inner_task',
      're/reduction_task',
      'me',
      'be',
      'be/best_of',
      'we',
    ];
    const plan = planOf(kinds, settings);
    const earlier = (more: Readonly<Record<string, Partial<EarlierTask>>> = {}): EarlierRun => ({
      id: 'r',
      plan,
      tasks: new Map(paths.map((path) => [path, { ...ends, ...more[path] }])),
    });
    const foresee = (edit: object, run = earlier(), more: object = {}) =>
      doubts(forecastRun(planOf({ ...kinds, ...edit }, { ...settings, ...more }), run));
    expect(foresee({})).toEqual([]);
    expect(foresee({ de: { ...kinds.de, evaluator: step('Judge well') } })).toEqual([
      'de/director maybe: part de/evaluator',
      'de/evaluator asked: changed prompt',
      'de asked: part de/evaluator',
    ]);
    expect(foresee({ re: { ...kinds.re, reductionTask: step('Join well') } })).toEqual([
      're/inner_task maybe: part re/reduction_task',
      're/reduction_task asked: changed prompt',
      're asked: part re/reduction_task',
    ]);
    expect(foresee({}, earlier(), { memory: { index: {} } })).toEqual([
      'de/director asked: changed tools',
      'de/evaluator asked: changed tools',
      'de asked: part de/director',
      're/inner_task asked: changed tools',
      're/reduction_task asked: changed tools',
      're asked: part re/inner_task',
      'me maybe: changed memoryIndex',
    ]);
    expect(foresee({}, earlier({ be: { status: 'unfinished' } }))).toEqual([
      'be/best_of maybe: unfinished',
      'be maybe: part be/best_of',
      'we maybe: follows be',
    ]);
    expect(foresee({}, earlier({ be: { hasOpenTry: true } }))).toEqual([
      'be/best_of maybe: unfinished',
      'be maybe: part be/best_of',
      'we maybe: follows be',
    ]);
    expect(foresee({}, earlier({ de: { hasFailed: true } }))).toEqual([
      'de/director maybe: unfinished',
      'de/evaluator maybe: unfinished',
      'de maybe: part de/director',
    ]);
    expect(
      foresee({}, earlier({ de: { hasFailed: true }, re: { hasFailed: true }, 're/inner_task': { hasFailed: true } })),
    ).toEqual([
      'de/director maybe: unfinished',
      'de/evaluator maybe: unfinished',
      'de maybe: part de/director',
      're/inner_task asked: unfinished',
      're/reduction_task maybe: follows re/inner_task',
      're asked: part re/inner_task',
    ]);
    expect(foresee({ we: { ...kinds.we, dependsOn: ['me'] } })).toEqual(['we asked: changed tools']);
    expect(foresee({ we: { ...kinds.we, description: 'Later' } }, earlier({ we: { status: 'skipped' } }))).toEqual([
      'we maybe: changed prompt',
    ]);
    expect(foresee({ de: { ...kinds.de, director: step('Else') } }, earlier({ de: { status: 'skipped' } }))).toEqual([
      'de/director asked: changed prompt',
      'de/evaluator maybe: follows de/director',
      'de asked: part de/director',
    ]);
    expect(foresee({ we: { ...kinds.we, condition: 'true', description: 'Later' } })).toEqual([
      'we maybe: changed prompt+condition',
    ]);
  });

  it.each([
    [undefined, []],
    ['skipped', []],
    ['completed', ['f maybe: follows d']],
  ] as const)(
    'of a run in which a task is disabled as before goes by whether it had a result: %s',
    (status, expected) => {
      const plan = planOf({ d: { disabled: true }, f: { dependsOn: ['d'] } });
      const tasks = new Map([['f', ends], ...(status === undefined ? [] : [['d', { ...ends, status }] as const])]);
      expect(doubts(forecastRun(plan, { id: 'r', plan, tasks }))).toEqual(expected);
    },
  );

  it('of a run in which a task was disabled asks it where nothing else may skip it', () => {
    const off = { disabled: true };
    const before = planOf({
      a: off,
      b: { ...off, condition: 'true' },
      c: { ...off, dependsOn: ['x'] },
      x: {},
      d: off,
      e: off,
    });
    const skippedAll = new Map(
      ['a', 'b', 'c', 'x', 'd', 'e'].map((id): [string, EarlierTask] => [
        id,
        { ...ends, status: id === 'x' ? 'completed' : 'skipped' },
      ]),
    );
    const plan = planOf({
      ...{ a: {}, b: { condition: 'true' }, c: { dependsOn: ['x'] }, x: off, d: off, e: off },
      ...{ f: { dependsOn: ['d'] }, y: { dependsOn: ['x'] } },
    });
    expect(doubts(forecastRun(plan, { id: 'r', plan: before, tasks: skippedAll }))).toEqual([
      'a asked: changed disabled',
      'b maybe: changed disabled',
      'c maybe: changed disabled',
      'f asked: new',
      'y asked: new',
    ]);
    const ran = new Map(
      [...skippedAll].map(([id, task]): [string, EarlierTask] => [id, { ...task, status: 'completed' }]),
    );
    expect(doubts(forecastRun(before, { id: 'r', plan: before, tasks: ran }))).toEqual([]);
  });

  it('of a run that holds what was recorded goes by what changes how it is used alone', () => {
    const holds = { holds: true };
    expect(foreseen({ a: { description: 'Else' }, b: { ...tasks.b, dependsOn: ['a', 'c'] } }, run(), holds)).toEqual(
      [],
    );
    expect(foreseen({}, run(), holds, { memory: { index: {} } })).toEqual([]);
    expect(foreseen({ a: { ...tasks.a, validate: 'true' } }, run(), holds)).toEqual([
      'a maybe: changed validate',
      'b maybe: follows a',
      'h maybe: follows a',
    ]);
  });
});

describe('a forecast after several runs', () => {
  const of = (...args: Parameters<typeof forecastAfter>) => doubts(forecastAfter(...args) as RunForecast);
  const partOf = (
    kind: 'only' | 'until',
    task: string,
    held: Readonly<Record<string, string>>,
  ): Partial<EarlierRun> => {
    const part = { targets: { kind, tasks: [{ task }] }, from: 'r', held, left: [], wholeHash: '' };
    return { plan: { ...base, part } };
  };

  it('is none without a run, and takes what any of them has', () => {
    expect(forecastAfter(edited({}), [])).toBeUndefined();
    const [fork, older] = [run({ a: undefined, c: undefined }), run({ g: { isLost: true } })];
    expect(of(edited({}), [fork, older])).toEqual([]);
    expect(of(edited({}), [run({ a: undefined }), run({ a: undefined })])).toEqual([
      'a asked: unfinished',
      'b maybe: follows a',
      'h maybe: follows a',
    ]);
  });

  it('asks again what is to be, and what follows from it', () => {
    expect(of(edited({}), [run()], { again: ['a'] })).toEqual(['b maybe: follows a', 'h maybe: follows a']);
    expect(of(edited({}), [run()], { again: ['s/one'] })).toEqual([
      's/two maybe: follows s/one',
      's maybe: part s/one',
    ]);
  });

  it('goes by what the newer ones asked again, and by the older for what they only held', () => {
    const fork = run({ b: undefined, h: undefined }, partOf('only', 'a', { c: 'r' }));
    expect(of(edited({}), [fork, run()])).toEqual(['b asked: unfinished', 'h asked: unfinished']);
    expect(of(edited({}), [run({ b: undefined, h: undefined }, partOf('until', 'a', {})), run()])).toEqual([]);
    const failed = run({ a: { status: 'unfinished' }, b: undefined }, partOf('only', 'a', { c: 'r' }));
    expect(of(edited({}), [failed, run()])).toEqual([]);
    const held = run({ 'g/x': undefined }, partOf('only', 'g/y', { g: 'r' }));
    expect(of(edited({}), [held])).toEqual([
      'g/x maybe: unfinished',
      'g/z maybe: unfinished',
      'g/y maybe: follows g/x',
      'g maybe: part g/x',
    ]);
    expect(of(edited({}), [held, run()])).toEqual(['g maybe: part g/y']);
  });

  it('of a fork has what a person wrote in it and has not been given yet, and holds what it held', () => {
    const fork = (...args: Parameters<typeof forecastFork>) => doubts(forecastFork(...args) as RunForecast);
    expect(forecastFork([], {})).toBeUndefined();
    expect(fork([run({ a: { status: 'unfinished' } }, { written: wrote('a', 'prompt') })], {})).toEqual([
      'a asked: written',
      'b maybe: follows a',
      'h maybe: follows a',
    ]);
    expect(fork([run({}, { written: wrote('a', 'prompt') })], {})).toEqual([]);
    expect(fork([run()], { written: wrote('c', 'prompt') })).toEqual(['c asked: written']);
    const plan = edited({ a: { description: 'Else' } });
    expect(fork([run({}, { holds: true })], { plan })).toEqual([]);
    expect(fork([run()], { plan, holds: true })).toEqual([]);
    expect(fork([run()], { plan })).toHaveLength(3);
  });
});

describe('a task whose model is always asked', () => {
  const real = { defaultModel: 'openai:gpt-6-luna' };
  const flow = (reuse: string | undefined, more: object = {}, sets: object = {}) =>
    planOf(
      {
        a: { description: 'Do it', ...(reuse && { reuse }), ...more },
        b: { description: 'Use {{a}}', dependsOn: ['a'] },
        s: { type: 'sequential', steps: [{ ...step('one'), id: 'one', ...(reuse && { reuse }) }] },
      },
      { ...real, ...sets },
    );
  const ranAs = (plan: ReturnType<typeof flow>, more: Readonly<Record<string, Partial<EarlierTask>>> = {}) => ({
    id: 'r',
    plan,
    tasks: new Map(['a', 'b', 's', 's/one'].map((path) => [path, { ...ends, ...more[path] }])),
  });
  const sequence = ['s/one asked: never', 's asked: part s/one'];
  const asked = ['a asked: never', ...sequence, 'b maybe: follows a'];

  it('is asked, whether it said so before or says so now, and others as it answers', () => {
    const never = flow('never');
    expect(doubts(forecastRun(never, ranAs(never)))).toEqual(asked);
    expect(doubts(forecastRun(never, ranAs(flow(undefined))))).toEqual(asked);
    expect(doubts(forecastRun(flow(undefined), ranAs(never)))).toEqual([]);
    expect(doubts(forecastRun(flow('continued'), ranAs(never)))).toEqual([]);
    const all = flow(undefined, {}, { reuse: 'never' });
    expect(doubts(forecastRun(all, ranAs(all)))).toContain('b asked: never');
    const limited = flow('never', { limits: { maxTurns: 9 } });
    expect(doubts(forecastRun(limited, ranAs(never)))).toEqual(asked);
    expect(doubts(forecastRun(flow('never', { description: 'Else' }), ranAs(never)))[0]).toBe(
      'a asked: changed prompt',
    );
  });

  it('is not where it does not run, gives what is written, is held, or only pretends', () => {
    const never = flow('never');
    const skips = ranAs(never, { a: { status: 'skipped' } });
    expect(doubts(forecastRun(never, skips))).toEqual(sequence);
    const pins = flow('never', { pinned: 'Here' });
    expect(doubts(forecastRun(pins, ranAs(pins)))).toEqual(sequence);
    expect(doubts(forecastRun(never, ranAs(never), { written: wrote('a', 'output') }))).toEqual([
      ...sequence,
      'b maybe: follows a',
    ]);
    expect(doubts(forecastRun(never, ranAs(never), { holds: true }))).toEqual([]);
    const simulated = flow('never', {}, { defaultModel: 'sim:echo' });
    expect(doubts(forecastRun(simulated, ranAs(simulated)))).toEqual([]);
    const part = (kind: 'only', task: string) => ({
      ...never,
      part: { targets: { kind, tasks: [{ task }] }, held: { a: 'r', s: 'r' }, left: [], from: 'r', wholeHash: '' },
    });
    expect(doubts(forecastRun(part('only', 'b'), ranAs(never)))).toEqual([]);
    expect(doubts(forecastRun(part('only', 's/one'), ranAs(never)))).toEqual(sequence);
  });
});
