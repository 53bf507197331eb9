import { expect, it } from 'vitest';
import { readYaml } from '../yaml/read-yaml';
import { writeForm } from '../yaml/write-yaml';
import { readPromptfooTests } from './read-promptfoo';

const read = (text: string, files: Readonly<Record<string, string>> = {}, name = 'promptfooconfig.yaml') =>
  readPromptfooTests(name, text, async (path) => files[path]);

/** Problems as a person reads them. */
const listProblems = ({ problems }: Awaited<ReturnType<typeof read>>) =>
  problems.map(({ file, line, message }) => `${file}:${line}: ${message}`);

it('reads values, assertions, defaults, thresholds, metadata and the judge', async () => {
  const found = await read(`description: Mails
prompts: [file://prompt.txt]
providers:
  - openai:gpt-5
evaluateOptions: { repeat: 3, maxConcurrency: 2 }
defaultTest:
  vars: { language: en }
  options: { provider: "openai:chat:gpt-6-sol" }
  assert:
    - { type: cost, threshold: 0.01 }
    - { type: icontains, value: "{{order}}" }
tests:
  - description: A plain refund!
    vars: { order: A-20418, mail: "Where is {{order}}?" }
    metadata: { category: refund, tags: [smoke, slow] }
    threshold: 0.8
    assert:
      - { type: contains-any, value: "yes, of course", weight: 2, metric: tone }
      - type: llm-rubric
        value: Blames nobody
        provider: { id: anthropic:messages:claude-sonnet-5-5 }
      - { type: assert-set, assert: [{ type: is-json }, { type: not-contains, value: sorry }] }
`);
  expect(found.form).toEqual({
    test_defaults: {
      repeat: 3,
      judge: { model: 'openai:gpt-6-sol' },
      inputs: { language: 'en' },
      expect: [{ type: 'cost', threshold: 0.01 }],
    },
    tests: {
      a_plain_refund: {
        description: 'A plain refund!',
        inputs: { order: 'A-20418', mail: 'Where is A-20418?' },
        tags: ['category=refund', 'tags=smoke', 'tags=slow'],
        threshold: 0.8,
        expect: [
          { type: 'contains-any', value: ['yes', 'of course'], weight: 2, metric: 'tone' },
          { type: 'llm-rubric', value: 'Blames nobody', judge: { model: 'anthropic:claude-sonnet-5-5' } },
          { type: 'is-json' },
          { type: 'not-contains', value: 'sorry' },
          { type: 'icontains', value: 'A-20418' },
        ],
      },
    },
  });
  expect(listProblems(found)).toEqual([
    'promptfooconfig.yaml:2: The workflow has the prompts: those of this file are not taken.',
    'promptfooconfig.yaml:3: The workflow names its models: those of this file are not taken.',
  ]);
  const document = readYaml(
    `default_model: sim:echo\ntasks: { a: { description: "{{mail}}" } }\nvariables: { mail: "", order: "", language: "" }\n${writeForm(found.form)}`,
  );
  expect(document.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(Object.keys(document.document?.tests ?? {})).toEqual(['a_plain_refund']);
});

it('tells each line that it cannot take, and takes the rest', async () => {
  const found = await read(`tests:
  - vars: { q: 1, f: file://a.png }
    assert:
      - { type: perplexity, threshold: 0.8 }
      - { type: containss, value: x }
      - { type: equals, value: file://expected.txt }
      - type: contains
        value: x
        transform: output.text
      - { type: equals, value: "{{ gone | upper }}" }
      - { type: latency }
      - { type: javascript, value: "output.length < context.vars.q" }
      - { type: contains, value: 42 }
      - { type: contains, value: never, negate: true }
    provider: openai:gpt-5
  - file://made.js
  - file://all/*.yaml
  - file://gone.yaml
`);
  expect(listProblems(found).map((one) => one.replace('promptfooconfig.yaml:', ''))).toEqual([
    '2: “f” is a file (file://a.png); give it as an input of type file.',
    '4: “perplexity” is not checked here; it is left out.',
    '5: “containss” is not checked here; it is left out. Did you mean contains?',
    '6: file://expected.txt is a file beside the tests, which is not read; put its content into “value”.',
    '7: “transform” of “contains” has no counterpart here; the assertion is left out.',
    '10: {{ gone | upper }} is not a value of this test; it is left out.',
    '11: “latency” needs a threshold: the most that it may be. It is left out.',
    '12: “context” is not known here: write “row” or “variables”.',
    '15: “provider” of a test has no counterpart here; it is left out.',
    '16: file://made.js is not read: its tests would have to be made or fetched first.',
    '17: file://all/*.yaml is not read: name each file.',
    '18: gone.yaml cannot be read.',
  ]);
  expect(found.form).toEqual({
    tests: {
      case: {
        inputs: { q: 1 },
        expect: [
          { type: 'javascript', value: 'output.length < context.vars.q' },
          { type: 'contains', value: '42' },
          { type: 'not-contains', value: 'never' },
        ],
      },
    },
  });
});

it('reads files of tests: YAML, JSON, JSONL; rows stay in their file, compared by expressions', async () => {
  const files = {
    'more.yaml': '- { vars: { q: a }, assert: [{ type: equals, value: a }] }',
    'lines.jsonl':
      '{"vars":{"q":"b"}}\n\n{"vars":{"q":["c","d"]},"assert":[{"$ref":"#/assertionTemplates/x"}]}\nnot: [json\n',
    './rows/mails.csv': 'q,reference,__expected,__prefix\na,b,contains:a,Say\n',
  };
  const found = await read(
    `defaultTest: { assert: [{ type: not-contains, value: "{{ reference }}" }] }
tests: [file://more.yaml, lines.jsonl, file://./rows/mails.csv]`,
    files,
  );
  expect(found.form['tests']).toMatchObject({
    case: { inputs: { q: 'a' }, expect: [{ type: 'equals', value: 'a' }] },
    case_2: { inputs: { q: 'b' } },
    case_3_1: { inputs: { q: 'c' }, disabled: true },
    case_3_2: { inputs: { q: 'd' } },
    rows_mails: {
      rows: 'file:///rows/mails.csv',
      expect: [{ type: 'cel', value: '!(content.contains(row.reference))' }],
    },
  });
  const problems = listProblems(found);
  expect(problems).toContain('lines.jsonl:3: There is no #/assertionTemplates/x.');
  expect(problems).toContain('lines.jsonl:3: All that it expects was left out, so it is disabled.');
  expect(problems.filter((one) => one.startsWith('lines.jsonl:4'))).toHaveLength(1);
  expect(problems).toContain('./rows/mails.csv:1: The column __prefix has no meaning here.');
});

it('gives an empty form and a sentence for what holds no tests, and does not hang on hostile files', async () => {
  expect(listProblems(await read('prompts: [x]'))).toContain('promptfooconfig.yaml:1: There is no “tests”.');
  expect(listProblems(await read('', {}, 'a.yaml'))).toEqual(['a.yaml:1: There are no tests.']);
  const wide = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`v${index}`, Array(100).fill('x')]));
  expect(listProblems(await read(JSON.stringify({ tests: [{ vars: wide }] })))).toEqual([
    'promptfooconfig.yaml:1: Its lists make more than 100 cases, so it is left out.',
  ]);
  // A file that names itself.
  const circle = await read('tests: [file://a.yaml]', { 'a.yaml': '- file://a.yaml' });
  expect(listProblems(circle).at(-1)).toMatch(/a\.yaml is not read: more than 100 files/);
  const deep = `tests: [{ vars: { q: ${'['.repeat(400)}${']'.repeat(400)} } }]`;
  await expect(read(deep)).resolves.toBeDefined();
  const proto = await read('tests: [{ description: __proto__, vars: { __proto__: 1, constructor: 2 } }]');
  expect(Object.keys(proto.form['tests'] ?? {})).toEqual(['proto']);
});

it('reads other names of types, counts of words, and asks a judge where promptfoo has a model of its own', async () => {
  const found = await read(`tests:
  - vars: { topic: looms }
    assert:
      - { type: model-graded-factuality, value: Looms weave }
      - { type: word-count, value: { min: 2, max: 5 } }
      - { type: not-word-count, value: 7 }
      - { type: similar, value: "On {{topic}}", threshold: 0.8, provider: "openai:embedding:x", weight: 2 }
      - { type: not-is-refusal }
      - { type: word-count, value: few }
`);
  expect(found.form['tests']).toEqual({
    case: {
      inputs: { topic: 'looms' },
      expect: [
        { type: 'factuality', value: 'Looms weave' },
        {
          type: 'javascript',
          value: String.raw`output.split(/\s+/).filter(Boolean).length >= 2 && output.split(/\s+/).filter(Boolean).length <= 5`,
        },
        { type: 'not-javascript', value: expect.stringMatching(/>= 7 && .*<= 7$/) },
        { type: 'llm-rubric', value: 'It means the same as this: On looms', weight: 2 },
        { type: 'not-llm-rubric', value: 'It refuses to do what it was asked to do.' },
      ],
    },
  });
  expect(listProblems(found)).toEqual([
    'promptfooconfig.yaml:7: “similar” is asked of a judge here.',
    'promptfooconfig.yaml:8: “not-is-refusal” is asked of a judge here.',
    'promptfooconfig.yaml:9: “word-count” is a number, or has min or max.',
  ]);
});
