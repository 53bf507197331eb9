import { describe, expect, it } from 'vitest';
import { formatPath } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import { documentOf } from '../sample.testing';
import { validateDocument } from './validate';

type Tasks = Readonly<Record<string, Record<string, unknown>>>;

/** `CODE path` of each problem of tasks that have a prompt and a model. */
function problems(tasks: Tasks, rest: Omit<WorkflowDocument, 'tasks'> = {}): string[] {
  return diagnosticsOf(tasks, rest).map(({ code, path }) => `${code} ${formatPath(path)}`);
}
function diagnosticsOf(tasks: Tasks, rest: Omit<WorkflowDocument, 'tasks'> = {}) {
  const withPrompt = Object.entries(tasks).map(([id, task]) => [id, { description: 'Do', ...task }] as const);
  return validateDocument(documentOf(Object.fromEntries(withPrompt), { defaultModel: 'sim:echo', ...rest }), []);
}
const messages = (tasks: Tasks, rest: Omit<WorkflowDocument, 'tasks'> = {}) =>
  diagnosticsOf(tasks, rest).map(({ message }) => message);

describe('dependencies', () => {
  it('must exist; a guess comes with the fix', () => {
    expect(diagnosticsOf({ fetch_issues: {}, review: { dependsOn: ['fetch_isues'] } })).toEqual([
      {
        code: 'HED301',
        severity: 'error',
        message: 'No task “fetch_isues”. Did you mean fetch_issues?',
        path: ['tasks', 'review', 'depends_on', 0],
        fix: {
          kind: 'replace',
          title: 'Change to fetch_issues',
          path: ['tasks', 'review', 'depends_on', 0],
          text: 'fetch_issues',
        },
      },
    ]);
  });

  it('must not go round: every task of the circle is told, and what waits for it can never run', () => {
    expect(
      problems({
        a: { dependsOn: ['x', 'c'] },
        b: { dependsOn: ['a'] },
        c: { dependsOn: ['b'] },
        d: { dependsOn: ['a'] },
        x: {},
      }),
    ).toEqual([
      'HED302 tasks.a.depends_on[1]',
      'HED302 tasks.b.depends_on[0]',
      'HED302 tasks.c.depends_on[0]',
      'HED506 tasks.d.depends_on',
    ]);
    expect(messages({ a: { dependsOn: ['a'] } })).toEqual([
      '“a” waits for itself, so it can never start. Remove this dependency.',
    ]);
  });

  it('name a few of a large circle', () => {
    const ring = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`t${n}`, { dependsOn: [`t${(n + 1) % 6}`] }]));
    expect(messages(ring)[1]).toMatch(/^“t1” waits for t0, t2, t3 and 2 more,/);
  });

  it('stand once', () => {
    expect(problems({ a: {}, b: { dependsOn: ['a', 'a'] } })).toEqual(['HED303 tasks.b.depends_on[1]']);
  });
});

describe('references', () => {
  it('to tasks that are waited for, directly or not, are fine, as are inputs, variables and returns', () => {
    expect(
      problems(
        {
          a: { returns: { title: 'output.title' } },
          b: { dependsOn: ['a'] },
          'c.d': {
            dependsOn: ['b'],
            description: '{{a.output.x[0]}} {{b}} {{title.long}} {{own}} {{given}} {{GLOBAL}}',
            inputs: { given: { from: 'a.output' }, again: '{{title}}' },
            variables: { own: 1 },
          },
          e: { dependsOn: ['c.d'], description: '{{c.d.output}}' },
        },
        { variables: { GLOBAL: 'x' } },
      ),
    ).toEqual([]);
  });

  it('to a task that is not waited for are told with the fix', () => {
    const [problem, ...others] = diagnosticsOf({
      fetch: { returns: { title: 'output' } },
      review: { description: '{{fetch}}' },
    });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      code: 'HED304',
      path: ['tasks', 'review', 'description'],
      fix: { kind: 'add_dependency', title: 'Run review after fetch', task: 'review', on: 'fetch' },
    });
    const places = {
      inputs: { x: { from: 'fetch.output' }, y: { z: ['{{title}}'] } },
      condition: 'tasks.fetch.output == 1',
    };
    expect(problems({ fetch: { returns: { title: 'output' } }, review: places })).toEqual([
      'HED304 tasks.review.inputs.x.from',
      'HED304 tasks.review.inputs.y.z[0]',
      'HED304 tasks.review.condition',
    ]);
  });

  it('to a name that several tasks return need all of them, but for those that come after', () => {
    const returns = { n: 'output' };
    const tasks = { a: { returns }, b: { dependsOn: ['a'], description: '{{n}}' } };
    expect(problems({ ...tasks, later: { dependsOn: ['b'], returns } })).toEqual([]);
    expect(problems({ ...tasks, elsewhere: { returns } })).toEqual(['HED304 tasks.b.description']);
  });

  it('to a task further down cannot be mended by a dependency', () => {
    const [problem] = diagnosticsOf({ a: { description: '{{b}}' }, b: { dependsOn: ['a'] } });
    expect(problem).toMatchObject({ code: 'HED304', message: expect.stringContaining('cannot wait') });
    expect(problem).not.toHaveProperty('fix');
  });

  it('to nothing are told, with what was probably meant', () => {
    expect(messages({ fetch: {}, a: { dependsOn: ['fetch'], description: '{{fetsh.output}}' } })).toEqual([
      '“fetsh.output” is not a task, input or variable. Did you mean fetch?',
    ]);
    expect(messages({ a: { description: '{{secrets.KEY}}' } })[0]).toMatch(/http and mcp/);
    expect(messages({ a: { inputs: { x: 1 }, description: '{{inputs.x}}' } })[0]).toMatch(/\{\{x\}\}/);
    expect(messages({ a: { description: '{{a}}' } })[0]).toMatch(/own result/);
    expect(problems({ a: { inputs: { x: 1, y: '{{x}}' } } })).toEqual(['HED305 tasks.a.inputs.y']);
  });

  it('in the system prompt of an agent must be there for each task that has it', () => {
    const agents = { worker: { system: 'Use {{style}}' } };
    expect(
      problems({ a: { agent: 'worker', variables: { style: 'x' } }, b: { agent: 'worker' }, c: {} }, { agents }),
    ).toEqual(['HED305 tasks.b.agent']);
    expect(problems({}, { agents: { worker: { system: '{{ no way }}' } } })).toEqual(['HED402 agents.worker.system']);
  });

  it('that cannot be read are told', () => {
    expect(problems({ a: { description: '{{if x}}', inputs: { y: { from: 'not a path' } } } })).toEqual([
      'HED402 tasks.a.description',
      'HED402 tasks.a.inputs.y.from',
    ]);
  });
});

describe('expressions', () => {
  it('may name what is there at their place', () => {
    expect(
      problems(
        {
          a: {},
          b: {
            dependsOn: ['a'],
            inputs: { n: 1 },
            condition: 'tasks.a.output > inputs.n && (has(variables.other) || variables.v == 1)',
            validate: 'output.ok && content != "" && status == "COMPLETE"',
            returns: { r: 'output.r' },
          },
        },
        { variables: { v: 1 } },
      ),
    ).toEqual([]);
  });

  it('are checked for names and form', () => {
    expect(problems({ a: { condition: 'output == 1' } })).toEqual(['HED401 tasks.a.condition']);
    expect(problems({ a: { validate: '1 +' } })).toEqual(['HED401 tasks.a.validate']);
    expect(problems({ a: { returns: { x: 'tasks.ghost.output + tasks.ghost.content' } } })).toEqual([
      'HED305 tasks.a.returns.x',
    ]);
    expect(messages({ a: { condition: 'variables.limt == 1' } }, { variables: { limit: 1 } })).toEqual([
      'No variable “limt”. Did you mean limit?',
    ]);
    expect(messages({ a: { condition: 'true && output' } })).toEqual([
      'At character 9: Unknown variable: output. A task is written tasks.ID.output, an input inputs.NAME, a variable variables.NAME.',
    ]);
  });

  it('tell how an id with a dash is written', () => {
    expect(
      messages({ 'fetch-it': {}, a: { dependsOn: ['fetch-it'], condition: 'tasks.fetch-it.output == 1' } }),
    ).toEqual(['As the id has a - or a dot, write tasks["fetch-it"].']);
  });
});

describe('models and agents', () => {
  it('must be told somewhere, for tasks that call one', () => {
    const rest = { defaultModel: undefined } as unknown as WorkflowDocument;
    expect(problems({ a: {}, s: { type: 'script' } }, rest)).toEqual(['HED308 tasks.a']);
    expect(problems({ a: { agent: { model: 'sim:x' } } }, rest)).toEqual([]);
    expect(problems({ a: { agent: 'w' } }, { ...rest, agents: { w: { model: 'sim:x' } } })).toEqual([]);
  });

  it('must exist', () => {
    expect(messages({ a: { agent: 'wroker' } }, { agents: { worker: {} } })).toEqual([
      'No agent “wroker”. Did you mean worker?',
    ]);
  });

  it('must have a known provider, told once where it is written', () => {
    const rest = { defaultModel: 'gpt-4o', agents: { w: { model: 'lab:x' } } };
    expect(problems({ a: {}, b: {}, c: { agent: 'w' }, d: { agent: 'w' }, e: { model: 'llama3:8b' } }, rest)).toEqual([
      'HED309 default_model',
      'HED309 agents.w.model',
      'HED309 tasks.e.model',
    ]);
    expect(validateDocument(documentOf({ a: { description: 'x', model: 'lab:x' } }), ['lab'])).toEqual([]);
    const known = 'Known are openai, anthropic, google, openrouter, ollama, sim.';
    expect(messages({ a: {} }, rest)[0]).toBe(
      `“gpt-4o” names no provider. Write one in front, such as openai:gpt-4o. ${known}`,
    );
    expect(
      messages({ a: { agent: 'w' } }, { ...rest, defaultModel: undefined } as unknown as WorkflowDocument),
    ).toEqual([
      `“lab” is not a known provider. Write a known one in front, or add it in Models, on the command line by --provider. ${known}`,
    ]);
  });
});

describe('fields', () => {
  it('are checked each by itself', () => {
    expect(
      problems({
        a: { returns: { b: 'output' } },
        b: { outputSchema: { type: 'object', properties: { x: { type: 'text' } } } },
        c: { description: '  ' },
        d: { type: 'script', script: { content: 'ls', command: 'ls' } },
      }),
    ).toEqual([
      'HED307 tasks.a.returns.b',
      'HED403 tasks.b.output_schema.properties.x.type',
      'HED503 tasks.c.description',
      'HED504 tasks.d.script.command',
    ]);
  });

  it('that have no effect where they are, are warnings', () => {
    const kept = { contextManagement: { inheritContext: 'full' } };
    const steps = [{ type: 'atomic', description: 'Do' }];
    expect(problems({ a: kept, b: { ...kept, type: 'sequential', steps } })).toEqual([
      'HED525 tasks.a.context_management',
    ]);
    const ruled = {
      a: { type: 'call', ref: 'summarizer' },
      c: { type: 'cond', cases: [{ test: 'true', task: { type: 'atomic' } }] },
    };
    const parts = { ...ruled, p: { type: 'pipeline', plan: ['go'] }, r: { type: 'reparse', failedTask: {} } };
    const voids = Object.entries(parts).map(([id, task]) => [id, { ...kept, ...task }] as const);
    expect(problems(Object.fromEntries(voids)).filter((problem) => problem.startsWith('HED525'))).toEqual([
      'HED525 tasks.c.context_management',
      'HED525 tasks.p.context_management',
      'HED525 tasks.r.context_management',
    ]);
    const of = (description: string) =>
      problems({ s: { type: 'sequential', description, steps } }, { variables: { x: 1 } });
    expect(of('About {{x}}')).toEqual(['HED525 tasks.s.description']);
    expect(of('About x')).toEqual([]);
    const kinds = (compaction: object) => problems({ a: {} }, { compaction });
    expect(kinds({ preserve: ['errors'] })).toEqual(['HED525 compaction.preserve']);
    expect(kinds({ preserve: ['errors', 'outputs', 'decisions'] })).toEqual([]);
    expect(kinds({ preserve: ['errors'], strategy: 'aggressive' })).toEqual([]);
    expect(kinds({ preserve: ['errors'], agent: { model: 'sim:x' } })).toEqual([]);
  });
});

it('an agent that is missing can be added, if none was meant that has nearly its name', () => {
  const fixes = (agent: string) =>
    validateDocument(documentOf({ a: { agent } }, { defaultModel: 'sim:echo', agents: { reader: {} } }), []).flatMap(
      ({ fix }) => fix ?? [],
    );
  expect(fixes('worker')).toEqual([{ kind: 'add_agent', title: 'Add an agent worker', name: 'worker' }]);
  expect(fixes('redaer')).toMatchObject([{ kind: 'replace', text: 'reader' }]);
});

describe('a document of 2,000 tasks', () => {
  it('is checked without looking at every pair, even if each task reads the first', () => {
    let lookups = 0;
    const tasks = Object.fromEntries(
      Array.from({ length: 2000 }, (_, n) => [
        `t${n}`,
        { description: n > 0 ? `{{t${n - 1}}} {{GLOBAL}}` : 'Start', ...(n > 0 ? { dependsOn: [`t${n - 1}`] } : {}) },
      ]),
    );
    const document = documentOf(tasks, { defaultModel: 'sim:echo', variables: { GLOBAL: 1 } });
    const counting = new Proxy(document.tasks, {
      get: (target, key, receiver) => {
        lookups += 1;
        return Reflect.get(target, key, receiver);
      },
    });
    expect(validateDocument({ ...document, tasks: counting }, [])).toEqual([]);
    expect(lookups).toBeLessThan(2000 * 20);
  });
});
