import { beforeEach, describe, expect, it } from 'vitest';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import type { RunJournal } from '@/storage/run-journal';
import { run } from '../memory-io.testing';

const asking = `default_model: "sim:fast"
tasks:
  other: { description: Other, options: { reply: Done } }
  after: { description: "After {{other}}", depends_on: [other], options: { reply: Also } }
  ask:
    description: Ask
    interactive: true
    options:
      tool_calls: [{ name: ask_user, arguments: { question: "Which\\u001b one?" } }]
      reply: Thank you
`;
const budget = `default_model: "sim:fast"
limits: { max_total_tokens: 1 }
tasks:
  a: { description: Say something long, options: { reply: Here it is } }
`;
const files = { 'a.yaml': asking, 'b.yaml': budget };
let journal: RunJournal;
const kinds = async (kind: string) => {
  const { out } = await run(`log --json --kind ${kind}`, { journal });
  return out.trim().split('\n').filter(Boolean).length;
};
const answering = (answer: string) => ({ files, journal, ask: async () => answer });

beforeEach(() => {
  journal = createRunJournal();
});

describe('without a terminal', () => {
  it('a question stays open: what else there is to do is done, then the run pauses, until there is a terminal', async () => {
    for (const line of ['run a.yaml', 'run --resume', 'run --resume --json']) {
      const waited = await run(line, { files, journal });
      expect(waited.code).toBe(3);
      expect(waited.err).toContain('ask asks: Which\\u001b one?\n');
      expect(waited.err).toContain('There is no terminal on which to answer, so the run pauses.\n');
      expect(waited.err).toContain('Paused. Resume it with: heddle run --resume ');
    }
    expect(await kinds('task.completed')).toBe(2);
    expect((await run('runs', { journal })).out).toContain(' waiting ');
    const answered = await run('run --resume', answering('the second'));
    expect(answered).toMatchObject({ code: 0, out: 'Thank you\n' });
  });

  it('a question about money that was open stays open too, and a new one is refused', async () => {
    let stop = () => {};
    const onStart = (stopNow: () => void) => {
      stop = stopNow;
    };
    const ask = (_text: string, signal: AbortSignal) =>
      new Promise<string>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('gone')));
        stop();
      });
    expect((await run('run b.yaml', { files, journal, ask, onStart })).code).toBe(3);
    expect((await run('run --resume', { files, journal })).code).toBe(3);
    expect(await run('run --resume', answering('100000'))).toMatchObject({ code: 0, out: 'Here it is\n' });
    expect((await run('run b.yaml', { files, journal })).code).toBe(1);
  });

  it('a dry run that is not kept fails, because it could not be resumed', async () => {
    expect((await run('dry-run a.yaml', { files, journal })).code).toBe(1);
  });
});
