import { beforeAll, describe, expect, it } from 'vitest';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { run } from '../memory-io.testing';

const files = {
  'a.yaml': `default_model: "sim:fast"
tasks:
  big:
    type: script
    script: { content: x }
    limits: { max_stdout_bytes: 1000, external_storage_threshold: 2000 }
  note: { description: Take a note, depends_on: [big], options: { reply: Noted } }
  inside: { type: group, subtasks: { deep: { description: Deep, options: { reply: "42" } } }, output: deep.txt }
`,
};
const whole = 'a line of output\n'.repeat(1000);
const journal = createRunJournal();
const scripts: ScriptRunner = {
  async run(_request, sink) {
    await sink('stdout', new TextEncoder().encode(whole));
    return { exitCode: 0, said: '' };
  },
};
const print = (line: string) => run(line, { journal });

beforeAll(async () => {
  expect((await run('run a.yaml --allow-scripts', { files, journal, scripts })).code).toBe(0);
});

describe('heddle outputs', () => {
  it('lists each output with its type, size, strategy and file, and when it was last in a prompt', async () => {
    const { code, out } = await print('outputs');
    expect(code).toBe(0);
    const cells = out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(cells[0]).toEqual([
      'TASK',
      'TYPE',
      'SIZE',
      'SHOWN',
      'STRATEGY',
      'RELEVANCE',
      'LAST IN A PROMPT (UTC)',
      'FILE',
    ]);
    const byTask = new Map(cells.map(([task = '', ...rest]) => [task, rest]));
    expect(byTask.get('big')).toEqual([
      'stdout',
      '17 kB',
      '1.0 kB',
      'tail',
      '1.00',
      expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      '.workflow_state/task_outputs/big.log.gz',
    ]);
    expect(byTask.get('note')).toEqual(['combined', '5 B', 'whole']);
    expect(byTask.get('inside/deep')).toEqual(['combined', '2 B', 'whole']);
    expect(byTask.get('inside')?.[0]).toBe('file');
  });

  it('gives a program the same in the words of the seed', async () => {
    const listed = JSON.parse((await print('outputs --json')).out);
    const big = listed.find(({ task_id }: { task_id: string }) => task_id === 'big');
    expect(big).toMatchObject({
      output_type: 'stdout',
      original_size: whole.length,
      truncated: true,
      strategy: 'tail',
      file_path: '.workflow_state/task_outputs/big.log.gz',
      relevance_score: 1,
      depended_by: ['note'],
    });
    expect(Date.parse(big.last_accessed)).toBeGreaterThanOrEqual(Date.parse(big.ended_at));
  });

  it('prints one whole, by the path of its task', async () => {
    expect(await print('outputs --show big')).toMatchObject({ code: 0, out: whole, err: '' });
    expect((await print('outputs --show inside/deep')).out).toBe('42\n');
    expect(await print('outputs --show none')).toMatchObject({ code: 2, out: '' });
  });
});
