import { describe } from 'vitest';
import { checkRows, type Row, task } from './problems.testing';

const ask = (form: object, more: object = {}) => task({ type: 'ask', form, ...more });
const http = { url: 'https://x.org' };

describe('a task that asks a person', () => {
  const rows: readonly Row[] = [
    [
      'has a form, whose choices have options, and whose defaults fit',
      {
        a: ask({
          way: { type: 'choice', options: ['left'], default: 'left' },
          n: { type: 'number', default: 1 },
          t: {},
        }),
        b: task({ type: 'ask' }),
        c: ask({ way: { type: 'choice' }, t: { options: ['x'] } }),
        d: ask(
          {
            way: { type: 'choice', options: ['left'], default: 'up' },
            n: { type: 'number', default: 'two' },
            f: { type: 'file', default: 'a.md' },
            t: { default: '{{a}}' },
          },
          { dependsOn: ['a'] },
        ),
      },
      [
        'HED310 tasks.b',
        'HED310 tasks.c.form.way',
        'HED507 tasks.c.form.t.options',
        'HED314 tasks.d.form.way.default',
        'HED314 tasks.d.form.n.default',
        'HED314 tasks.d.form.f.default',
      ],
    ],
    [
      'says what happens after a deadline only with one, and has an answer to give then',
      {
        a: ask({ t: { required: true } }, { onDeadline: 'skip' }),
        b: ask(
          { t: { required: true }, n: { required: true, default: 'x' } },
          { onDeadline: 'default', deadlineMs: 5 },
        ),
        c: ask({ t: {} }, { message: '{{ghost}}' }),
      },
      ['HED507 tasks.a.on_deadline', 'HED310 tasks.b.form.t', 'HED305 tasks.c.message'],
    ],
  ];
  checkRows(rows);
});

describe('approval', () => {
  const rows: readonly Row[] = [
    [
      'is of tools that exist, and that Heddle performs',
      {
        a: task({ approve: ['post', 'write_file', 'files.drop', 'own'], tools: [{ name: 'own', http }] }),
        b: task({ approve: ['psot'] }),
        c: task({ approve: ['any'], tools: ['files.*'] }),
        d: task({ type: 'script', approve: true }),
      },
      ['HED507 tools.web.approve', 'HED316 tools.post.approve', 'HED311 tasks.b.approve[0]', 'HED507 tasks.d.approve'],
      {
        tools: {
          web: { type: 'provider', approve: true },
          post: { http, approve: ['x'] },
          files: { mcp: { url: 'https://x.org' }, approve: ['drop'] },
        },
      },
    ],
  ];
  checkRows(rows);
});
