import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventVersion, type RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { buildShortId } from '@/run/short-id';
import type { Output } from '../io';
import type { Follower } from './follower';
import { createLineFollower } from './line-follower';
import { createLiveFollower } from './live-follower';

type Bare = RunEvent extends infer E ? (E extends RunEvent ? Pick<E, 'kind' | 'data' | 'path'> : never) : never;

const start = Date.parse('2026-11-01T10:00:00.000Z');
let seq = 0;

/** An event `second` seconds after the start. */
function event(second: number, bare: Bare, more: Partial<RunEvent> = {}): RunEvent {
  const t = new Date(start + second * 1000).toISOString();
  seq += 1;
  return { v: eventVersion, seq, t, id: buildShortId(bare.path), ...bare, ...more } as RunEvent;
}

const usage = { inputTokens: 1000, outputTokens: 200, cachedTokens: 0, costUsd: 0.25, estimated: false };
const ended = { status: 'COMPLETE', attempts: 1, usage, durationMs: 2000 } as const;
const failure = { code: 'TASK_FAILURE', message: 'It broke \u001b[31mred.', retryable: true } as const;
const item = 'task/m/attempt/1/item/2/task/inner_task';
const begun = [
  event(0, { kind: 'run.started', path: '', data: { planHash: 'h', workflowId: 'w', taskCount: 3 } }),
  event(0, { kind: 'task.started', path: 'task/m', data: { type: 'map' } }),
  event(1, { kind: 'task.started', path: item, data: { type: 'atomic' } }),
];
const reply = { provider: 'sim', finishReason: 'stop', usage, durationMs: 1 } as const;
const further = [
  event(2, { kind: 'model.replied', path: `${item}/attempt/1/turn/1`, data: reply }),
  event(
    2,
    { kind: 'task.retrying', path: item, data: { attempt: 2, delayMs: 1000, transport: false } },
    { error: failure },
  ),
  event(3, { kind: 'task.failed', path: item, data: { attempts: 2, usage, durationMs: 2000 } }, { error: failure }),
  event(4, { kind: 'task.completed', path: 'task/m', data: ended }),
  event(4, { kind: 'task.skipped', path: 'task/n', data: { reason: 'condition' } }),
];

const pipeline = [
  event(0, { kind: 'run.started', path: '', data: { planHash: 'h', workflowId: 'w', taskCount: 2 } }),
  event(0, { kind: 'task.started', path: 'task/p', data: { type: 'pipeline' } }),
];

/** What a pipeline of 100 steps a second writes at a second: a vote, and its progress. */
function stepsAt(second: number, total: number): readonly RunEvent[] {
  const path = 'task/p/attempt/1';
  const done = second * 100;
  const vote = { k: 1, votes: [1], samples: 1, flags: 0, usage, durationMs: 1 };
  return [
    event(second, { kind: 'vote.decided', path: `${path}/step/${done}`, data: vote }),
    event(second, { kind: 'pipeline.progress', path, data: { done, total, leftMs: (total - done) * 10, rate: 100 } }),
  ];
}

const esc = '\u001b';
const codes = new RegExp(`(${esc}\\[\\d*[AJ]|\n)`);
const up = new RegExp(`^${esc}\\[(\\d+)A$`);

/** What a terminal of 40 columns shows of the output: it knows how to go up and to erase from there. */
class Screen implements Output {
  readonly coloured = false;
  lines = [''];
  constructor(readonly columns: number | undefined) {}
  async taken(): Promise<void> {}
  write(text: string | Uint8Array): void {
    for (const part of Buffer.from(text).toString().split(codes)) {
      const moved = part.match(up);
      if (moved) this.lines = [...this.lines.slice(0, -1 - Number(moved[1])), ''];
      else if (part === '\n') this.lines.push('');
      else if (!part.startsWith(esc)) this.lines.push((this.lines.pop() ?? '') + part);
    }
  }
}

describe('who follows a run in lines', () => {
  it('is told of each task, its start, its end and what went wrong, and of no model what a terminal would obey', () => {
    const screen = new Screen(undefined);
    createLineFollower(screen).events([...begun, ...further]);
    expect(screen.lines).toEqual([
      'm started',
      'm/inner_task (item 3) started',
      'm/inner_task (item 3) tries again in 1.0 s (attempt 2): It broke \\u001b[31mred.',
      'm/inner_task (item 3) failed: It broke \\u001b[31mred.',
      'm completed in 4.0 s (2.0 s at work), 1.2k tok (1 of 3 tasks)',
      'n skipped: its condition is false (2 of 3 tasks)',
      '',
    ]);
  });

  it('is told of a pipeline every few seconds how far it is, and of no step, not even one that was voted on', () => {
    const screen = new Screen(undefined);
    const follower = createLineFollower(screen);
    follower.events(pipeline.slice(0, 2));
    for (let second = 1; second <= 12; second++) follower.events(stepsAt(second, 12_000));
    follower.events(stepsAt(13, 1300));
    expect(screen.lines).toEqual([
      'p started',
      'p: 100 of 12,000 steps, 100 steps a second, 1:59 left',
      'p: 600 of 12,000 steps, 100 steps a second, 1:54 left',
      'p: 1,100 of 12,000 steps, 100 steps a second, 1:49 left',
      '',
    ]);
  });
});

describe('who follows a run in lines, while calls wait for limits', () => {
  const waits = (calls: number, label = 'OpenAI') => [
    { provider: label.toLowerCase(), label, calls, until: start + 40_000 },
  ];
  beforeEach(() => void vi.useFakeTimers({ now: start }));
  afterEach(() => void vi.useRealTimers());

  it('is told how many and how long, once a minute for each provider, and not of what is over at once', () => {
    const screen = new Screen(undefined);
    const follower = createLineFollower(screen);
    follower.waits(waits(1));
    follower.waits([]);
    vi.advanceTimersByTime(1000);
    expect(screen.lines).toEqual(['']);
    follower.waits(waits(1));
    follower.waits(waits(12));
    vi.advanceTimersByTime(1000);
    follower.waits([...waits(11), ...waits(1, 'Lab')]);
    vi.advanceTimersByTime(1000);
    const told = ['12 wait for OpenAI’s limit, about 39 s.', '1 waits for Lab’s limit, about 38 s.'];
    expect(screen.lines).toEqual([...told, '']);
    vi.advanceTimersByTime(60_000);
    follower.waits(waits(2));
    vi.advanceTimersByTime(1000);
    expect(screen.lines).toEqual([...told, '2 wait for OpenAI’s limit.', '']);
    follower.waits(waits(3, 'Other'));
    follower.end();
    vi.advanceTimersByTime(1000);
    expect(screen.lines).toHaveLength(4);
  });
});

describe('who follows a run on a terminal', () => {
  it('sees what waits for limits, as long as it does', () => {
    const { follower, screen } = live();
    follower.waits([{ provider: 'lab', label: 'Lab', calls: 3, until: start + 9000 }]);
    follower.events(begun);
    follower.say('Now.');
    expect(screen.lines).toContain('         3 wait for Lab’s limit, about…');
    follower.waits([]);
    follower.say('Then.');
    expect(screen.lines.join()).not.toContain('limit');
    follower.end();
  });

  function live(
    before: readonly RunEvent[] = [],
    columns = 40,
  ): { follower: Follower; screen: Screen; now: { ms: number } } {
    const screen = new Screen(columns);
    const now = { ms: start };
    return { follower: createLiveFollower(screen, reduceRun(emptyRun, before), () => now.ms), screen, now };
  }

  it('sees what runs, and the sums, drawn in their place, and above them what should not be missed', () => {
    const { follower, screen, now } = live();
    follower.events(begun);
    now.ms = start + 61_000;
    follower.say('Something is up.');
    expect(screen.lines).toEqual([
      'Something is up.',
      '   1:01  m',
      '   1:00  m/inner_task (item 3)',
      '0/3 tasks · 2 running · 1:01',
      '',
    ]);
    follower.events(further);
    follower.say('That was it.');
    expect(screen.lines).toEqual([
      'Something is up.',
      'm/inner_task (item 3) tries again in 1.0 s (attempt 2): It broke \\u001b[31mred.',
      'm/inner_task (item 3) failed: It broke \\u001b[31mred.',
      'n skipped: its condition is false',
      'That was it.',
      '2/3 tasks · 1.2k tok · $0.25 · 1:01',
      '',
    ]);
    follower.end();
    expect(screen.lines.slice(-2)).toEqual(['That was it.', '']);
  });

  it('reads no cost where the price of no call is known', () => {
    const { follower, screen } = live(begun);
    const free = { ...usage, costUsd: null };
    const replied = (second: number, known: typeof usage | typeof free) =>
      event(second, {
        kind: 'model.replied',
        path: `${item}/attempt/1/turn/${second}`,
        data: { ...reply, usage: known },
      });
    follower.events([replied(1, free)]);
    follower.say('Unknown.');
    expect(screen.lines.at(-2)).toContain('1.2k tok · pri…');
    follower.events([replied(2, usage), replied(3, free)]);
    follower.say('In part.');
    expect(screen.lines.at(-2)).toContain('3.6k tok · $0.');
    follower.end();
    const resumed = live([...begun, replied(1, free)]);
    resumed.follower.say('Again.');
    expect(resumed.screen.lines.at(-2)).toContain('1.2k tok · pri…');
    resumed.follower.end();
  });

  it('sees how far a pipeline is', () => {
    const { follower, screen, now } = live();
    follower.events([...pipeline, ...stepsAt(3, 1000)]);
    now.ms = start + 3000;
    follower.say('Now.');
    expect(screen.lines).toContain('   0:03  p  300 of 1,000 steps, 100 st…');
    follower.end();
    const resumed = live([...pipeline, ...stepsAt(3, 900)]);
    resumed.follower.say('Now.');
    expect(resumed.screen.lines.join()).toContain('p  300 of 900 steps');
    resumed.follower.end();
  });

  it('counts what was done before the run was taken up', () => {
    const { follower, screen } = live([...begun, ...further]);
    follower.say('On we go.');
    expect(screen.lines).toContain('2/3 tasks · 1.2k tok · $0.25 · 0:00');
    follower.end();
  });

  it('sees no line that is wider than the terminal, and no more tasks than there is room for', () => {
    const { follower, screen } = live();
    const many = Array.from({ length: 20 }, (_, index) => {
      return event(0, { kind: 'task.started', path: `task/${'long'.repeat(20)}_${index}`, data: { type: 'atomic' } });
    });
    follower.events(many);
    follower.say('Many.');
    expect(screen.lines).toHaveLength(1 + 8 + 1 + 1 + 1);
    expect(screen.lines).toContain('         and 12 more');
    for (const line of screen.lines) expect(line.length).toBeLessThan(40);
    follower.end();
  });

  it('sees a clock of a task that does not go back when it is tried again', () => {
    const { follower, screen, now } = live();
    now.ms = start + 3000;
    follower.events([...begun, ...further.slice(0, 2)]);
    follower.say('Now.');
    expect(screen.lines).toContainEqual(expect.stringContaining('0:02  m/inner_task (item 3) (waits'));
    follower.end();
  });

  it('sees whole lines of a usual width where the terminal does not say how wide it is', () => {
    const { follower, screen } = live([], 0);
    follower.events(begun);
    follower.say('Now.');
    expect(screen.lines).toContain('   0:00  m/inner_task (item 3)');
    follower.end();
  });

  it('gives way to a question, and comes back', () => {
    const { follower, screen } = live();
    follower.events(begun);
    follower.say('Now.');
    const goOn = follower.suspend();
    expect(screen.lines).toEqual(['Now.', '']);
    follower.say('Said meanwhile.');
    expect(screen.lines).toEqual(['Now.', 'Said meanwhile.', '']);
    goOn();
    follower.say('Back.');
    expect(screen.lines.at(-2)).toBe('0/3 tasks · 2 running · 0:00');
    follower.end();
  });
});
