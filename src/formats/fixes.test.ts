import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import { addDependency } from '@/workflow/commands/edges/add-dependency';
import { type Diagnostic, type Fix, formatPath } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { constantHabits, keyHabits, nestedHabits, operatorHabits, typeHabits } from '@/workflow/habits';
import { nestedDocument } from '@/workflow/nested.testing';
import { replaceAt } from '@/workflow/replace-at';
import { validateDocument } from '@/workflow/validate/validate';
import { checkText } from './check-text';
import { writeYaml } from './yaml/write-yaml';

/** What the document of a fix becomes; undefined: the fix is one of the text. */
function fixedDocument(document: WorkflowDocument, fix: Fix): WorkflowDocument | undefined {
  if (fix.kind === 'add_agent') return { ...document, agents: { ...document.agents, [fix.name]: {} } };
  if (fix.kind === 'add_dependency') {
    const added = addDependency(document, fix);
    if (!added.ok) throw new Error(added.error.message);
    return added.value;
  }
  if (fix.kind !== 'replace') return undefined;
  const patch = replaceAt(document, fix.path, fix.text);
  if (patch === undefined) throw new Error(`Nothing is at ${formatPath(fix.path)}.`);
  return { ...document, ...patch };
}

const nameOf = ({ code, path }: Diagnostic): string => `${code} ${formatPath(path)}`;
const problemsOf = (document: WorkflowDocument) => validateDocument(document, []);

/** The problems of which a fix makes more than there were, or that it was for and leaves. */
function harmOf(problem: Diagnostic, before: readonly Diagnostic[], after: readonly Diagnostic[]): readonly string[] {
  const left = before.filter((one) => one !== problem).map(nameOf);
  return after.map(nameOf).filter((name) => {
    const index = left.indexOf(name);
    if (index < 0) return true;
    left.splice(index, 1);
    return false;
  });
}

/** A text in which a fix was made, and its problems. */
function fixText(text: string, fix: Fix): { readonly text: string; readonly problems: readonly Diagnostic[] } {
  const read = checkText(text, [], 'yaml');
  const document = read.document && fixedDocument(read.document, fix);
  const next =
    fix.kind === 'replace_text'
      ? text.slice(0, fix.range.from) + fix.text + text.slice(fix.range.to)
      : document === undefined
        ? text
        : writeYaml(document);
  return { text: next, problems: checkText(next, [], 'yaml').diagnostics };
}

/** All that is wrong with a text, with what each fix would be, once made. */
function fixesOf(text: string) {
  const before = checkText(text, [], 'yaml').diagnostics;
  return before.map((problem) => ({
    code: problem.code,
    message: problem.message,
    title: problem.fix?.title,
    harm: problem.fix && harmOf(problem, before, fixText(text, problem.fix).problems),
  }));
}

const echo = 'script: { content: "echo 1" }';
const afterFetch = (more: string) => `tasks:\n  fetch: { ${echo} }\n  b: { ${echo}, depends_on: [fetch], ${more} }\n`;
const only = (more: string) => `default_model: sim:echo\ntasks:\n  a: { description: Do, ${more} }\n`;

describe('what is written by habit', () => {
  it.each([
    // Expressions.
    ['condition: "{{fetch}} == 1"', 'Change to tasks.fetch.output == 1'],
    [`condition: "\${{ fetch.output }} == 1"`, 'Change to tasks.fetch.output == 1'],
    ['condition: \'"{{fetch}}" == "x"\'', 'Change to tasks.fetch.output == "x"'],
    ['condition: fetch == 1', 'Change to tasks.fetch.output == 1'],
    ['condition: tasks.fetch.output == 1 and not false', 'Change to tasks.fetch.output == 1 && !false'],
    ['condition: not fetch == 1 or True', 'Change to !(tasks.fetch.output == 1) || true'],
    ['condition: tasks.fetch.output === 1', 'Change to tasks.fetch.output == 1'],
    ['condition: tasks.fetch.output !== 1', 'Change to tasks.fetch.output != 1'],
    ['condition: tasks.fetch.output = 1', 'Change to tasks.fetch.output == 1'],
    ['condition: state.taskResults?.fetch == 1', 'Change to tasks.fetch.output == 1'],
    ['condition: steps.fetch.outputs.x == 1', 'Change to tasks.fetch.output.x == 1'],
    ['condition: size(fetc) > 0', 'Change to size(tasks.fetch.output) > 0'],
    ['condition: tasks.fetc.output == 1', 'Change to tasks.fetch.output == 1'],
    ['condition: tasks.fetch == null', 'Write it so'],
    ['condition: fetch is not None', 'Change to tasks.fetch.output != null'],
    ['inputs: { v: "{{steps.fetch.outputs.x}}" }', 'Change to fetch.output.x'],
    ['inputs: { v: "{{tasks.fetch.output}}" }', 'Change to fetch.output'],
    ['inputs: { v: "{{fetsh}}" }', 'Change to fetch'],
  ])('is told what to write in an expression: %s', (written, title) => {
    const found = fixesOf(afterFetch(written)).filter((one) => one.title !== undefined);
    expect(found).toEqual([expect.objectContaining({ title, harm: [] })]);
  });

  it.each([
    [`tasks:\n  a: { ${echo} }\n  b: { ${echo}, needs: [a] }\n`, 'Change to depends_on'],
    [`tasks:\n  a: { ${echo} }\n  b: { ${echo}, depends_on: [a], if: tasks.a.output == 1 }\n`, 'Change to condition'],
    ['tasks:\n  a: { run: echo 1 }\n', 'Change to script'],
    ['tasks:\n  a:\n    run: |\n      echo 1\n      echo 2\n    output: x.txt\n', 'Change to script'],
    [`tasks:\n  a: { ${echo} }\n  b: { ${echo}, runs_after: [a] }\n`, 'Change to depends_on'],
    ['model: sim:echo\ntasks:\n  a: { description: Do }\n', 'Change to default_model'],
    [`tasks:\n  s: { type: sequential, subtasks: [{ ${echo} }] }\n`, 'Change to steps'],
    [`tasks:\n  m: { type: map, items: [1], body: { ${echo} } }\n`, 'Change to inner_task'],
    [`tasks:\n  g:\n    type: group\n    tasks:\n      a: { ${echo} }\n`, 'Change to subtasks'],
    [`tasks:\n  m: { type: map, items: [1], task: { ${echo} } }\n`, 'Change to inner_task'],
    [`tasks:\n  m: { type: map, items: [1], each: { ${echo} } }\n`, 'Change to inner_task'],
    [`tasks:\n  g: { type: group, members: { a: { ${echo} } } }\n`, 'Change to subtasks'],
    [`tasks:\n  s:\n    type: sequence\n    steps: [{ ${echo} }]\n`, 'Change to sequential'],
    [
      `tasks:\n  a: { ${echo} }\n  m: { type: map, items: "{{a}}", inner_task: { ${echo} }, depends_on: [a] }\n`,
      'Change to { from: a }',
    ],
    [
      `tasks:\n  a: { ${echo} }\n  m: { type: map, items: {{a}}, inner_task: { ${echo} }, depends_on: [a] }\n`,
      'Change to { from: a }',
    ],
    [only('system: "Speculate, and flag it."').replaceAll('"', ''), 'Put it in quotes'],
    [only('inputs: { a: Speculate, and flag it, or not }'), 'Put it in quotes'],
    [only('agent: worker'), 'Add an agent worker'],
    [`tasks:\n  a: { ${echo} }\n  b: { ${echo}, depends_on: [a], trigger_rule: always }\n`, 'Change to all_done'],
  ])('is told what to write, with a fix that leaves nothing: %s', (text, title) => {
    expect(fixesOf(text)).toEqual([expect.objectContaining({ title, harm: [] })]);
  });

  it('keeps what a program or a text is where it is put elsewhere', () => {
    const text = 'tasks:\n  a:\n    run: |\n      echo "a b"\n      echo 2\n    output: x.txt\n';
    const [problem] = checkText(text, [], 'yaml').diagnostics;
    const fixed = checkText(fixText(text, problem?.fix as Fix).text, [], 'yaml').document?.tasks;
    expect(fixed).toEqual({ a: { type: 'script', script: { content: 'echo "a b"\necho 2\n' }, output: 'x.txt' } });
    const commas = only('system: Speculate, and flag it., and stop');
    const [told] = checkText(commas, [], 'yaml').diagnostics;
    expect(fixText(commas, told?.fix as Fix).text).toContain('system: "Speculate, and flag it., and stop"');
  });

  it('writes a word in the quotes that were there, and no reference that YAML reads otherwise', () => {
    const fixed = (text: string) => fixText(text, checkText(text, [], 'yaml').diagnostics[0]?.fix as Fix).text;
    const json = `{"tasks": {"a": {${echo.replace('script', '"script"').replace('content', '"content"')}, "trigger_rule": "always"}}}`;
    expect(fixed(json)).toBe(json.replace('always', 'all_done'));
    expect(fixed(json.replace('always', 'all_done').replace('trigger_rule', 'triger_rule'))).toContain(
      '"trigger_rule":',
    );
    expect(fixed(afterFetch("trigger_rule: 'always'"))).toContain("trigger_rule: 'all_done'");
    expect(fixed(only('interactive: "yes"'))).toContain('interactive: true');
    const map = (items: string) =>
      `tasks:\n  a: { ${echo} }\n  m: { type: map, items: ${items}, inner_task: { ${echo} }, depends_on: [a] }\n`;
    expect(fixed(map('"{{a.output[0].x}}"'))).toBe(map('{ "from": "a.output[0].x" }'));
    expect(fixed(map("'{{a.output[0]}}'"))).toBe(map('{ from: "a.output[0]" }'));
    expect(checkText(map('{ from: "a.output[0]" }'), [], 'yaml').document).toBeDefined();
  });

  it('of a whole type is read as what was meant, with the keys that it has', () => {
    const text = `tasks:\n  a: { ${echo} }\n  c:\n    type: conditional\n    depends_on: [a]\n    conditions:\n      - if: tasks.a.output == 1\n        then: { ${echo} }\n    else: { ${echo} }\n`;
    const titles = ['cond', 'cases', 'test', 'task'].map((to) =>
      expect.objectContaining({ title: `Change to ${to}`, harm: [] }),
    );
    expect(fixesOf(text)).toEqual(titles);
  });

  it('is told in words where it can mean more than one thing, or takes more than a word', () => {
    const told = (text: string) => fixesOf(text).map(({ title, message }) => [title, message]);
    expect(told(`tasks:\n  r: { type: reduce, items: [1], task: { ${echo} } }\n`)[0]).toEqual([
      undefined,
      expect.stringContaining('Write "inner_task" or "reduction_task".'),
    ]);
    expect(told(afterFetch('condition: always()'))).toEqual([
      [undefined, expect.stringContaining('trigger_rule: all_done')],
    ]);
    expect(told(afterFetch('trigger_rule: all_failed'))).toEqual([[undefined, expect.stringContaining('one_failed')]]);
    expect(told('tasks:\n  m: { type: map, items: fetch, inner_task: { script: { content: a } } }\n')).toEqual([
      [undefined, expect.stringContaining('{ from: NAME }')],
    ]);
    const step = `{ ${echo} }`;
    for (const [text, words] of [
      [`tasks:\n  g: { type: group, steps: [${step}] }\n`, 'A group has subtasks'],
      [`tasks:\n  m: { type: map, items: [1], steps: [${step}] }\n`, 'a map one inner_task'],
      [`tasks:\n  m: { type: map, items: [1], tasks: { a: ${step} } }\n`, 'one of type: group'],
      [`steps:\n  a: ${step}\n`, 'the workflow tasks'],
      [`tasks:\n  r: { type: reduce, items: [1], each: ${step} }\n`, 'Write "inner_task" or "reduction_task".'],
      [`tasks:\n  m: { type: map, items: [1], meta: { a: 1 } }\n`, 'Keys of your own start with x-.'],
      [only('temperature: 0.2'), 'Write options: { temperature: … }.'],
      [only('run_if: always'), 'trigger_rule: all_done'],
    ] as const) {
      expect(told(text)[0]).toEqual([undefined, expect.stringContaining(words)]);
    }
    expect(told(only('retries: 3'))).toEqual([[undefined, expect.stringContaining('max_retries')]]);
    expect(told(afterFetch('condition: tickets > 2'))).toEqual([
      [undefined, expect.stringContaining('tasks.ID.output')],
    ]);
    expect(told(afterFetch('needs: [fetch]'))).toEqual([[undefined, expect.stringContaining('depends_on')]]);
  });

  it('has no fix that makes it worse', () => {
    const told = (text: string) => fixesOf(text).map(({ code, title }) => [code, title]);
    // “ask” alone is close, and is itself.
    expect(told(`tasks:\n  ask: { ${echo}, depends_on: [aks] }\n`)).toEqual([['HED301', undefined]]);
    // “late” waits for the task already.
    expect(
      told(`tasks:\n  early: { ${echo}, depends_on: [lats] }\n  late: { ${echo}, depends_on: [early] }\n`)[0],
    ).toEqual(['HED301', undefined]);
    // There is a condition already.
    expect(told(afterFetch('condition: "true", conditon: "false"'))).toEqual([['HED201', undefined]]);
    // A text is no limits.
    expect(told(only('limit: 3'))).toEqual([['HED201', undefined]]);
    // A whole path belongs to the path of an address, in the settings too.
    const tool = (url: string) =>
      `tools: { t: { parameters: { type: object, properties: { b: {} } }, http: { url: "${url}" } } }\n`;
    expect(told(`${tool('https://example.com/{+b}')}${afterFetch('')}`)).toEqual([['HED405', 'Write {{b*}}']]);
    expect(told(`${tool('https://example.com/?a={+b}')}${afterFetch('')}`)).toEqual([['HED405', undefined]]);
    // What is beside a task is written without their container.
    expect(
      fixesOf(
        `tasks:\n  research:\n    type: group\n    subtasks:\n      web: { ${echo} }\n      sum: { type: atomic, model: sim:echo, description: "{{research.web}}", depends_on: [web] }\n`,
      ),
    ).toEqual([expect.objectContaining({ code: 'HED305', title: 'Change to web', harm: [] })]);
  });
});

describe('every fix that is offered', () => {
  it('removes its problem and adds none, in any document', () => {
    fc.assert(
      fc.property(nestedDocument, (document) => {
        const before = problemsOf(document);
        for (const problem of before) {
          const fixed = problem.fix && fixedDocument(document, problem.fix);
          if (fixed !== undefined)
            expect([problem.fix?.title, ...harmOf(problem, before, problemsOf(fixed))]).toEqual([problem.fix?.title]);
        }
      }),
      { numRuns: samples('FIXED_TEXTS', 20, 400) },
    );
  });

  const good = `default_model: sim:echo
variables: { base: x, full: "{{base}}/y" }
tasks:
  fetch: { script: { content: "echo 1" }, output: fetch.txt }
  choose:
    type: cond
    depends_on: [fetch]
    cases:
      - test: tasks.fetch.output == 1 && !(tasks.fetch.status == "FAILED") || false
        task: { description: "Read {{fetch}} of {{full}}" }
    else: { description: Do nothing }
  each:
    type: map
    items: { from: fetch }
    depends_on: [fetch]
    max_concurrency: 2
    inner_task: { description: "Look at {{item}}", model: sim:echo, system: Be brief }
  all:
    type: group
    trigger_rule: all_done
    depends_on: [each, choose]
    condition: tasks.each.output != "" && variables.base == "x"
    subtasks:
      one: { description: One, output_schema: { type: object, properties: { score: { type: number } } } }
      two: { description: "{{one.output.score}}", depends_on: [one], variables: { label: "{{full}}" } }
  line:
    type: sequential
    steps:
      - { id: first, description: First }
      - { id: second, description: "{{first}}", priority: high }
`;

  /** The text with one thing written by habit, or misspelt. */
  const broken: fc.Arbitrary<string> = fc.oneof(
    fc
      .constantFrom(...[...keyHabits].flatMap(([habit, keys]) => keys.map((key) => [key, habit] as const)))
      .map(([key, habit]) => good.replace(new RegExp(`\\b${key}:`), `${habit}:`)),
    fc
      .constantFrom(...Object.entries(nestedHabits))
      .map(([habit]) => good.replace('script: { content: "echo 1" }', `${habit}: "echo 1"`)),
    fc
      .constantFrom(...Object.entries(typeHabits))
      .map(([habit, type]) => good.replace(`type: ${type}`, `type: ${habit}`)),
    fc.constantFrom(...[...operatorHabits]).map(([habit, sign]) => good.replace(` ${sign} `, ` ${habit} `)),
    fc.constantFrom(...[...constantHabits]).map(([habit, value]) => good.replace(`|| ${value}`, `|| ${habit}`)),
    fc
      .tuple(fc.constantFrom(...(good.match(/[a-z_]{4,}/g) ?? [])), fc.nat(3))
      .map(([word, at]) => good.replace(word, word.slice(0, at) + word.slice(at + 1))),
    fc
      .constantFrom(...(good.match(/tasks\.\w+\.output|variables\.\w+/g) ?? []))
      .map((path) => good.replace(path, path.split('.')[1] ?? '')),
  );

  it('removes its problem and adds none in a text with one thing that is wrong', () => {
    expect(checkText(good, [], 'yaml').diagnostics).toEqual([]);
    fc.assert(
      fc.property(broken, (text) => {
        for (const { code, title, harm } of fixesOf(text))
          expect([code, title, ...(harm ?? [])]).toEqual([code, title]);
      }),
      { numRuns: samples('FIXED_TEXTS', 20, 400) },
    );
  });
});
