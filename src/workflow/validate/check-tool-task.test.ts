import { describe, expect, it } from 'vitest';
import { documentOf } from '../sample.testing';
import { checkRows, type Row, sequence, task } from './problems.testing';
import { validateDocument } from './validate';

const http = { url: 'https://x.org' };
const tools = {
  post: {
    http,
    parameters: {
      type: 'object',
      properties: { title: { type: 'string' }, n: { type: 'integer' } },
      required: ['title'],
    },
  },
  files: { mcp: { url: 'https://x.org', tool: '*' } },
  page: { mcp: { url: 'https://x.org' } },
  search: { type: 'provider' as const },
  save: { builtin: 'write_file' },
};
const perform = (tool: string, args: object = {}, more: object = {}) => task({ type: 'tool', tool, args, ...more });

describe('a tool task', () => {
  const rows: readonly Row[] = [
    [
      'performs a tool of the workflow, of a server, of a task, its own, or one that comes with Heddle',
      {
        a: perform('post', { title: 'one' }),
        b: perform('files.read', { any: 1 }),
        c: perform('page.other'),
        d: perform('own', {}, { tools: [{ name: 'own', http }] }),
        e: perform('task.d.own'),
        f: perform('recall'),
        g: perform('save', { path: '/a', content: '{{a}}' }, { dependsOn: ['a'] }),
      },
      [],
      { tools },
    ],
    [
      'names a tool that exists, and that needs no conversation',
      {
        a: task({ type: 'tool' }),
        s: sequence(perform('pots')),
        b: perform('ask_user', { question: 'x' }),
        c: perform('search'),
        d: perform('files'),
      },
      [
        'HED310 tasks.a',
        'HED311 tasks.s.steps[0].tool',
        'HED316 tasks.b.tool',
        'HED316 tasks.c.tool',
        'HED316 tasks.d.tool',
      ],
      { tools },
    ],
    [
      'gives a tool the arguments that it declares',
      {
        a: perform('post', { titel: 'one', n: 'two' }),
        b: perform('post', { title: { from: 'a' }, n: '{{a}}' }, { dependsOn: ['a'] }),
        c: perform('write_file', { path: 7 }),
      },
      [
        'HED314 tasks.a.args',
        'HED314 tasks.a.args.titel',
        'HED314 tasks.a.args.n',
        'HED314 tasks.c.args',
        'HED314 tasks.c.args.path',
      ],
      { tools },
    ],
  ];
  checkRows(rows);

  it('with a misspelt tool gets a fix', () => {
    const [problem] = validateDocument(documentOf({ a: perform('write_fil', { path: '/a.md', content: 'A' }) }), []);
    expect(problem).toMatchObject({
      message: 'No tool “write_fil”. Did you mean write_file?',
      fix: { kind: 'replace', text: 'write_file' },
    });
  });
});
