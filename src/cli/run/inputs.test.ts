import { expect, it } from 'vitest';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { run } from '../memory-io.testing';

const flow = `default_model: "sim:echo"
variables: { TONE: dry }
inputs:
  mail: { required: true, label: Mail }
  count: { type: number, min: 1, max: 9, integer: true, required: true }
  orders: { type: json, default: [] }
  invoice: { type: file, accept: [.txt], max_bytes: 100 }
tasks:
  read: { description: Read it, attachments: [{ from: invoice }] }
  say: { type: script, depends_on: [read], inputs: { text: "{{mail}} {{count}} {{orders}} {{TONE}} {{invoice}}" } }
`;
const files = { 'a.yaml': flow, '/mail/bill.txt': 'The bill says 12.' };

it('lists all inputs that are missing or do not fit at once, and starts nothing', async () => {
  const journal = createRunJournal();
  const missing = await run('run a.yaml', { files, journal });
  expect(missing).toMatchObject({
    code: 2,
    out: '',
    err: [
      'heddle: The run does not start. Give each with --var NAME=VALUE:',
      '  mail: It is required. Give a text.',
      '  count: It is required. Give a whole number from 1 to 9.',
      '',
    ].join('\n'),
  });
  const wrong = await run('run a.yaml --var count=12 --var orders={a --var invoice=@gone.txt --var mial=x', { files });
  expect(wrong.code).toBe(2);
  expect(wrong.err.split('\n').slice(1, -1)).toEqual([
    expect.stringMatching(/^ {2}orders: This is not JSON/),
    expect.stringMatching(/^ {2}invoice: gone.txt: /),
    '  mial: There is no such input. Did you mean mail?',
    '  mail: It is required. Give a text.',
    '  count: 12 is more than 9. Give a whole number from 1 to 9.',
  ]);
  expect(await journal.ids()).toEqual([]);
});

it('reads each value by the type of its input, and still sets variables', async () => {
  const { code, out } = await run('run a.yaml --var mail=12 --var count=3 --var orders=[1] --var TONE=1', { files });
  expect(code).toBe(0);
  expect(out).toContain('12 3 [1] 1');
  const set = { ...files, 'in.yaml': 'mail: "{{count}}"\ncount: 4\n' };
  expect((await run('run a.yaml --input in.yaml', { files: set })).out).toContain('{{count}} 4');
});

it('gives a file of this machine to the tasks, also when the run is continued', async () => {
  const journal = createRunJournal();
  const first = await run('run a.yaml --var mail=x --var count=1 --var invoice=@/mail/bill.txt --json', {
    files,
    journal,
  });
  expect(first).toMatchObject({ code: 0 });
  expect(first.out).toContain('/inputs/bill.txt');
  expect(first.out).toContain('"name":"inputs/bill.txt"');
  const [id] = await journal.ids();
  const forked = await run(`run a.yaml --from ${id} --var count=2`, { files, journal });
  expect(forked).toMatchObject({ code: 0 });
  expect(forked.out).toContain('x 2 [] dry /inputs/bill.txt');
});

it('refuses a file that is not there, or of another kind', async () => {
  const base = 'run a.yaml --var mail=x --var count=1';
  expect((await run(`${base} --var invoice=/gone.txt`, { files })).err).toContain(
    'invoice: There is no file /gone.txt.',
  );
  expect((await run(`${base} --var invoice=@a.yaml`, { files })).err).toContain('is none of .txt.');
});

it('checks, plans and runs dry without values, and judges those that are given', async () => {
  expect(await run('validate a.yaml', { files })).toMatchObject({ code: 0 });
  expect(await run('plan a.yaml', { files })).toMatchObject({ code: 0 });
  const judged = await run('validate a.yaml --var count=0', { files });
  expect(judged.code).toBe(1);
  expect(judged.out).toContain('a.yaml:5:10: error HED314: count: 0 is less than 1. Give a whole number from 1 to 9.');
  const dry = await run('dry-run a.yaml --var count=7', { files });
  expect(dry).toMatchObject({ code: 0 });
  expect((await run('run a.yaml --var mail=x --var count=1 --var x', { files })).code).toBe(2);
});
