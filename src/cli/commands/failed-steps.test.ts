import { beforeAll, describe, expect, it } from 'vitest';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { run } from '../memory-io.testing';

const files = {
  'p.yaml': `default_model: "sim:fast"
tasks:
  p:
    type: pipeline
    pipeline_id: hanoi-001
    plan: [one, two]
    options: { reply: "I will not." }
    output_schema: { type: integer }
    max_retries: 2
    error_handling: { on_error: fail, backoff: none }
`,
};
const journal = createRunJournal();
const print = (line: string) => run(line, { journal });
let ended = { code: 0, out: '', err: '' };

beforeAll(async () => {
  ended = await run('run p.yaml --metrics', { files, journal });
});

describe('a pipeline whose step fails for good', () => {
  it('is told of with all calls that were made', async () => {
    expect(ended.err).toMatch(/Failed in .*, 3 calls, \d+ tok, \$/);
    expect(ended.err).toMatch(/\n {2}sim:fast: 3 calls, \d+ tok, \$/);
    const [listed] = JSON.parse((await print('runs --json')).out);
    expect(listed).toMatchObject({ calls: 3, iterations: 3, byModel: { 'sim:fast': { calls: 3 } } });
    expect(listed.byModel['sim:fast'].costUsd).toBe(listed.costUsd);
  });

  it('lists each failed try with why it failed and what the model said', async () => {
    const { out } = await print('iterations');
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/exit 1 .* p \(.*\) {2}try 2 {2}The output is not what was asked for.* {2}I will not\./);
    const [first] = (await print('iterations --json')).out.split('\n');
    expect(JSON.parse(first ?? '')).toMatchObject({
      kind: 'step',
      pipeline: 'hanoi-001',
      step: 0,
      round: 1,
      stdout: 'I will not.',
      error: { code: 'INVALID_OUTPUT' },
    });
    const shown = await print('iterations --show 3');
    expect(shown.out).toBe('I will not.\n');
    expect(shown.err).toContain('Error: The output is not what was asked for.');
  });

  it('has them in its trail', async () => {
    const { out } = await print('log --pipeline hanoi-001 --kind iteration');
    expect(out.trimEnd().split('\n')).toHaveLength(3);
    expect(out).toMatch(
      /iteration\.logged .*try 1 failed: The output is not what was asked for\. The reply is not JSON/,
    );
  });
});
