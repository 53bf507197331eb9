import { expect, it } from 'vitest';
import type { Json, JsonObject } from '@/base/json';
import { setTaskFields } from '@/workflow/commands/set-fields';
import type { WorkflowDocument } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';
import type { Task } from '@/workflow/tasks';
import { validateDocument } from '@/workflow/validate/validate';
import { readAny } from '../read-any';
import { writeAny } from '../write-any';
import { importForeign } from './import-foreign';

const app = (
  nodes: readonly JsonObject[],
  edges: readonly (readonly [string, string, string?])[],
  more: JsonObject = {},
) =>
  JSON.stringify({
    app: { name: 'A', mode: 'workflow' },
    kind: 'app',
    version: '0.3.0',
    ...more,
    workflow: {
      graph: {
        nodes,
        edges: edges.map(([source, target, sourceHandle = 'source']) => ({ source, target, sourceHandle })),
      },
    },
  });

const node = (
  id: string,
  type: string,
  data: Readonly<Record<string, Json>> = {},
  more: JsonObject = {},
): JsonObject => ({
  id,
  position: { x: 0, y: 0 },
  data: { type, title: id, ...data },
  ...more,
});

const start = node('start', 'start', { variables: [{ variable: 'q', type: 'paragraph', required: true }] });
const template = (id: string, text: string, variables: readonly Json[] = []) =>
  node(id, 'template-transform', { template: text, variables });

function importApp(...given: Parameters<typeof app>) {
  const imported = importForeign(app(...given));
  if (imported?.ok !== true) throw new Error(JSON.stringify(imported));
  return imported.value;
}

it('is nothing for a file of Heddle, or of a program that no reader is for', () => {
  expect(importForeign('tasks: { a: { description: Hi } }')).toBeUndefined();
  expect(importForeign('{"nodes": [{"typeVersion": 1}], "connections": {}}')).toBeUndefined();
});

it('a node that several branches lead to runs if one of them was taken', () => {
  const condition = {
    cases: [
      {
        case_id: 'true',
        logical_operator: 'and',
        conditions: [{ variable_selector: ['start', 'q'], comparison_operator: 'is', value: 'x' }],
      },
    ],
  };
  const { document, report } = importApp(
    [
      start,
      node('if', 'if-else', condition),
      template('a', 'A'),
      node('end', 'end', { outputs: [{ variable: 'r', value_selector: ['a', 'output'] }] }),
    ],
    [
      ['start', 'if'],
      ['if', 'a', 'true'],
      ['if', 'end', 'false'],
      ['a', 'end'],
    ],
  );
  expect(document.tasks).toMatchObject({
    if: { type: 'cond', cases: [{ test: 'inputs.q == "x"' }] },
    a: { condition: 'tasks.if.output.case == "true"' },
    end: {
      condition: '(tasks.if.status != "SKIPPED" && tasks.if.output.case == "false") || tasks.a.status != "SKIPPED"',
    },
  });
  expect(report.counts).toEqual({ exact: 4, adapted: 0, dropped: 0 });
  expect(report.lines.filter(({ place }) => place.startsWith('edge:')).map(({ place }) => place)).toEqual([
    'edge:if/true/a',
    'edge:if/false/end',
  ]);
});

// What takes time that grows with the square of its length does not end before the test is over.
it('Jinja without an end, and comments without one, are read', () => {
  const { report } = importApp(
    [start, template('a', '{#'.repeat(500_000)), template('b', `{% for i in range(10**9) %}${'{{ a'.repeat(200_000)}`)],
    [['start', 'a']],
  );
  expect(report.counts).toMatchObject({ dropped: 1 });
});

it('braces of a text stay braces', () => {
  const { document } = importApp(
    [start, template('a', 'x'), node('end', 'answer', { answer: '{{q}} {{#start.q#}} {{' })],
    [
      ['start', 'a'],
      ['a', 'end'],
    ],
  );
  expect(document.tasks).toMatchObject({ end: { inputs: { answer: '\\{{q}} {{q}} \\{{' } } });
});

it('is drawn whatever the graph is: circles, parents in circles, ids of objects, edges to nowhere, two of one id', () => {
  const { report, document } = importApp(
    [
      start,
      template('__proto__', '<script>alert(1)</script>'),
      template('constructor', 'b'),
      template('a', 'c', [{ variable: 'x', value_selector: ['constructor', 'output'] }]),
      template('a', 'again'),
      node('p', 'iteration', {}, { parentId: 'r' }),
      node('r', 'iteration', {}, { parentId: 'p' }),
    ],
    [
      ['start', '__proto__'],
      ['__proto__', 'constructor'],
      ['constructor', 'a'],
      ['a', '__proto__'],
      ['a', 'gone'],
    ],
  );
  expect(report.lines.some(({ why }) => /leads back/.test(why))).toBe(true);
  expect(Object.keys(document.tasks)).toContain('a');
  expect(new Set(report.lines.map(({ place }) => place)).size).toBe(report.lines.length);
});

it('refuses more nodes than it draws, and reads a newer version with a warning', () => {
  const many = Array.from({ length: 5001 }, (_, index) => template(`n${index}`, ''));
  expect(importForeign(app(many, []))).toEqual({ ok: false, error: 'It has 5,001 nodes: at most 5,000 are read.' });
  const { report } = importApp([start, template('a', 'x')], [['start', 'a']], { version: '0.9.0' });
  expect(report.warnings).toEqual([
    'Its DSL is 0.9.0, newer than 0.7, the newest that is known: something may be missing.',
  ]);
});

it('a task that is refused becomes a stand-in, and the rest stays', () => {
  // The host of an address with a secret has to be written in it.
  const http = node('get', 'http-request', {
    method: 'get',
    url: '{{#start.q#}}',
    headers: 'X-API-Key: planted-key-1234',
    authorization: { type: 'no-auth' },
  });
  const { report, document, text } = importApp(
    [start, http, node('end', 'end', { outputs: [{ variable: 'b', value_selector: ['get', 'body'] }] })],
    [
      ['start', 'get'],
      ['get', 'end'],
    ],
  );
  expect(report.counts).toEqual({ exact: 2, adapted: 0, dropped: 1 });
  expect(report.lines[0]).toMatchObject({ place: 'node:get', mark: 'dropped' });
  expect(document.tasks).toMatchObject({
    get: { type: 'script' },
    end: { inputs: { b: { from: 'get.output.body' } } },
  });
  expect(text).not.toContain('planted');
});

it('writes out the host that a secret goes to, of variables whose value is in the file', () => {
  const environment = [
    { name: 'shop', value_type: 'string', value: 'https://shop.example/v1' },
    { name: 'host', value_type: 'string', value: 'api.example:8443' },
    { name: 'odd', value_type: 'string', value: 'https://{{#start.q#}}/' },
    { name: 'KEY', value_type: 'secret', value: 'planted-key-5678' },
  ];
  const urlOf = (url: string, headers = 'X-API-Key: {{#env.KEY#}}') => {
    const file = JSON.parse(
      app([start, node('get', 'http-request', { method: 'get', url, headers })], [['start', 'get']]),
    );
    file.workflow.environment_variables = environment;
    const imported = importForeign(JSON.stringify(file));
    if (imported?.ok !== true) throw new Error(JSON.stringify(imported));
    const { get } = imported.value.document.tasks as Readonly<Record<string, Task>>;
    if (get?.type !== 'tool') return imported.value.report.lines.find(({ place }) => place === 'node:get')?.mark;
    return get.tools?.map((tool) => (typeof tool === 'object' && 'http' in tool ? tool.http?.url : tool));
  };
  expect(urlOf('{{#env.shop#}}/orders/{{#start.q#}}')).toEqual(['https://shop.example/v1/orders/{{q}}']);
  expect(urlOf('https://{{#env.host#}}/{{#env.shop#}}')).toEqual(['https://api.example:8443/{{shop}}']);
  // Where no secret goes, the variable stays, so that it can be set for a run.
  expect(urlOf('{{#env.shop#}}/orders', '')).toEqual(['{{shop}}/orders']);
  // A secret that is an address itself is an input, and no longer a secret there.
  expect(urlOf('{{#env.KEY#}}/x', '')).toEqual(['{{KEY}}/x']);
  for (const unwritten of ['{{#env.odd#}}', '{{#env.none#}}/x', 'https://{{#start.q#}}.example'])
    expect(urlOf(unwritten)).toBe('dropped');
});

it('a template is exact for what is never null only: Jinja writes “None” there, and a prompt nothing', () => {
  const markOf = (required: boolean) => {
    const begin = node('start', 'start', { variables: [{ variable: 'q', type: 'paragraph', required }] });
    const say = template('a', 'Say {{ q }}', [{ variable: 'q', value_selector: ['start', 'q'] }]);
    const { report } = importApp([begin, say], [['start', 'a']]);
    return report.lines.find(({ place }) => place === 'node:a')?.mark;
  };
  expect([markOf(true), markOf(false)]).toEqual(['exact', 'adapted']);
});

it('a stand-in is a problem in every notation until it has a body, and its line leads to it', () => {
  const { document, report } = importApp(
    [
      node('start', 'start', { variables: [{ variable: 'list', type: 'json_object', required: true }] }),
      node('each', 'iteration', { iterator_selector: ['start', 'list'], output_selector: ['find', 'text'] }),
      node('find', 'tool', { tool_name: 'search' }, { parentId: 'each' }),
      node('odd', '__proto__'),
    ],
    [
      ['start', 'each'],
      ['each', 'odd'],
    ],
  );
  const find = ['tasks', 'each', 'inner_task', 'subtasks', 'find'];
  const listStandIns = (one: WorkflowDocument) =>
    validateDocument(one, []).flatMap(({ code, path }) => (code === 'HED532' ? [path] : []));
  const both = [
    [...find, 'script'],
    ['tasks', 'odd', 'script'],
  ];
  expect(listStandIns(document)).toEqual(both);
  for (const notation of ['yaml', 'xml'] as const) {
    const read = readAny[notation](writeAny[notation].document(document)).document;
    expect(read && listStandIns(read)).toEqual(both);
  }
  const written = setTaskFields(document, { id: 'odd' as TaskId, patch: { script: { content: 'echo hi' } } as never });
  expect(written.ok && listStandIns(written.value)).toEqual([both[0]]);
  expect(report.lines.filter(({ mark }) => mark === 'dropped')).toMatchObject([
    {
      place: 'node:odd',
      new: ['tasks.odd'],
      todo: { label: 'Write its script', command: { name: 'open_task', path: 'tasks.odd' } },
    },
    {
      place: 'node:find',
      new: [find.join('.')],
      todo: { label: 'Give it a tool', command: { name: 'open_task', path: find.join('.') } },
    },
  ]);
});

it('reads what the API of Dify answers to an export, which has the file in it', () => {
  const file = app([start], []);
  const answer = importForeign(JSON.stringify({ data: file }));
  expect(answer?.ok === true && answer.value.text).toBe(importApp([start], []).text);
  expect(importForeign(JSON.stringify({ data: 'no app' }))).toBeUndefined();
});
