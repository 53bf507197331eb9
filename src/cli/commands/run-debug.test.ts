import { describe, expect, it } from 'vitest';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { run } from '../memory-io.testing';

const text = `default_model: sim:fast
tasks:
  read: { description: Read the news }
  write: { description: "Sum up {{read}}", depends_on: [read] }
  check: { description: "Check {{write}}", depends_on: [write] }
`;

/** The events that a run printed. */
function eventsOf(out: string) {
  return out.split('\n').flatMap((line) => (line.startsWith('{"v"') ? [JSON.parse(line)] : []));
}

describe('a pinned task', () => {
  it('asks nobody, gives its output, and its event says so', async () => {
    const files = {
      'a.yaml': text.replace('{ description: Read the news }', '{ description: Read, pinned: Old news }'),
    };
    const { code, out } = await run('run a.yaml --json', { files });
    expect(code).toBe(0);
    const events = eventsOf(out);
    expect(events.filter(({ kind }) => kind === 'model.requested').map(({ path }) => path.split('/')[1])).toEqual([
      'write',
      'check',
    ]);
    const end = events.find(({ kind, path }) => kind === 'task.completed' && path === 'task/read');
    expect(end).toMatchObject({ result: 'Old news', data: { pinned: true, usage: null } });
    const plan = JSON.parse((await run('plan a.yaml --json', { files })).out);
    expect(plan.tasks[0]).toMatchObject({ id: 'read', calls: { low: 0, high: 0 } });
  });

  it('runs nothing of a container, and takes what the last run gave where it says so', async () => {
    const group = `default_model: sim:fast
tasks:
  all: { type: group, subtasks: { a: { description: A }, b: { description: B } } }
  end: { description: "End {{all}}", depends_on: [all] }
`;
    const files: Record<string, string> = { 'a.yaml': group };
    const journal = createRunJournal();
    const first = eventsOf((await run('run a.yaml --json', { files, journal })).out);
    files['a.yaml'] = group.replace('type: group,', 'type: group, pinned: true,').replace('End', 'Finish');
    const alone = await run('run a.yaml', { files });
    expect([alone.code, alone.err]).toEqual([1, expect.stringContaining('pinned to what an earlier run gave')]);
    const { code, out } = await run('run a.yaml --json --from', { files, journal });
    expect(code).toBe(0);
    const given = (events: readonly { kind: string; path: string; result?: string }[]) =>
      events.find(({ kind, path }) => kind === 'task.completed' && path === 'task/all')?.result;
    expect(given(eventsOf(out))).toBe(given(first));
    expect(eventsOf(out).some(({ path }) => path.startsWith('task/all/'))).toBe(false);
  });

  it('is refused, with its place, if its schema does not take it', async () => {
    const schema = 'output_schema: { type: object, required: [title] }';
    const files = {
      'a.yaml': text.replace('description: Read the news', `description: x, ${schema}, pinned: { a: 1 }`),
    };
    const { code, err } = await run('run a.yaml', { files });
    expect([code, err]).toEqual([1, expect.stringMatching(/^a\.yaml:3:\d+: error HED323: The pinned output/)]);
  });
});

describe('a breakpoint', () => {
  const files = { 'a.yaml': text.replace('"Sum up {{read}}"', '"Sum up {{read}}", breakpoint: before') };

  it('is passed over unless it is asked for', async () => {
    expect((await run('run a.yaml', { files })).code).toBe(0);
  });

  it('pauses a run without a terminal, which goes on when it is answered', async () => {
    const journal = createRunJournal();
    const paused = await run('run a.yaml --breakpoints --json', { files, journal });
    expect(paused.code).toBe(3);
    expect(eventsOf(paused.out).filter(({ kind }) => kind === 'model.replied')).toHaveLength(1);
    const stepped = await run('answer a.yaml answer=step', { files, journal });
    expect(stepped.code).toBe(3);
    expect(stepped.err).toContain('before “check”');
    expect(await run('answer a.yaml answer=maybe', { files, journal })).toMatchObject({ code: 2 });
    expect((await run('answer a.yaml answer=c', { files, journal })).code).toBe(2);
    const last = await run('answer a.yaml answer=continue', { files, journal });
    expect(last.code).toBe(0);
  });

  it('asks at a terminal: step, or go on', async () => {
    const asked: string[] = [];
    const answers = ['step', 'continue'];
    const { code } = await run('run a.yaml --breakpoints', {
      files,
      ask: async (question: string) => {
        asked.push(question);
        return answers.shift() ?? '';
      },
    });
    expect(code).toBe(0);
    expect(asked.join('\n')).toContain('The run pauses before “write”');
    expect(asked.join('\n')).toContain('The run pauses before “check”');
  });
});
