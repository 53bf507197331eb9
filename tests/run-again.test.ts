import { describe, expect, it } from 'vitest';
import { emptyRun } from '@/run/reduce-run';
import type { RunEntry } from '@/run/runner';
import type { AppStores } from '@/state/context';
import { createDocumentStore } from '@/state/document-store';
import { createForecastStore } from '@/state/forecast-store';
import { createGivenInputsStore } from '@/state/given-inputs-store';
import { createOutlookStore } from '@/state/outlook-store';
import { createRunStore } from '@/state/run-store';
import { createRunsStore } from '@/state/runs-store';
import type { DocumentReader } from '@/state/services';
import { runOpenWorkflow } from '@/state/start-and-fork';
import { createViewStore } from '@/state/view-store';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createDocumentHost } from '@/worker/documents/document-host';
import { joinDocumentParts } from '@/workflow/document-parts';

const entry = (id: string, status: RunEntry['status']): RunEntry => ({
  id,
  workflowId: 'w',
  name: 'W',
  planHash: 'hash',
  status,
  startedAt: new Date(0).toISOString(),
  lastSeq: 9,
  totals: emptyRun.totals,
  iterations: 0,
  iterationMs: 0,
});

/**
 * The stores of a page with a workflow that is open, over a list of runs that answers only when the test lets it. Every
 * ended run keeps one task and asks one.
 */
async function openPage(stored: RunEntry[]) {
  const started: string[] = [];
  let waiting: (() => void)[] = [];
  const answered: Partial<DocumentReader> = {
    forecast: async () => ({
      ok: true,
      value: { tasks: new Map(), kept: 1, asked: 1, maybe: 0, costUsd: 0 } as never,
    }),
    start: async (_, targets) => {
      started.push(targets === undefined ? 'all anew' : 'a part anew');
      return { ok: true, value: 'new' };
    },
    fork: async (_, { executionId }, targets) => {
      started.push(`${targets === undefined ? 'all' : 'a part'} from ${executionId}`);
      return { ok: true, value: 'new' };
    },
  };
  const documents = new Proxy<DocumentReader>(createDocumentHost(), {
    get: (real, name: keyof DocumentReader) => answered[name] ?? real[name],
  });
  const { workflows } = createMemoryStores({ now: () => 0 });
  const document = createDocumentStore(documents, workflows, joinDocumentParts);
  const summary = { id: 'w', name: 'W', updatedAt: '', taskCount: 1, revision: 0 };
  await document.actions.open({
    ...summary,
    text: 'tasks: { a: { description: Hello } }\n',
    history: { past: [], future: [] },
  });
  const runs = createRunsStore(
    {
      executions: async () => {
        const found = [...stored];
        await new Promise<void>((answer) => waiting.push(answer));
        return found;
      },
    },
    // The pause in which changes are gathered never ends.
    () => undefined,
  );
  const given = createGivenInputsStore();
  const runner = { executions: async () => [], stateAt: async () => undefined, readEvents: async () => [] };
  const stores: AppStores = {
    document,
    view: createViewStore(),
    run: createRunStore(),
    runs,
    forecast: createForecastStore(document, runs, given, documents),
    outlook: createOutlookStore(),
    given,
    checkpoints: {} as never,
    services: { documents, runner } as never,
  };
  return {
    stores,
    started,
    /** The list of runs answers each read, until something has come about. */
    answers: async (until: () => boolean) => {
      await expect
        .poll(
          () => {
            const due = waiting;
            waiting = [];
            for (const answer of due) answer();
            return until();
          },
          { timeout: 10_000 },
        )
        .toBe(true);
    },
  };
}

const ended = { kind: 'run.completed', path: '', data: { durationMs: 1 }, v: 2, seq: 9, t: '', id: '' } as const;

describe('a run of the open workflow', () => {
  it('takes from a run that ended just before, although the list has not been read since', async () => {
    const stored = [entry('first', 'running')];
    const { stores, started, answers } = await openPage(stored);
    const loaded = stores.runs.actions.load('w');
    await answers(() => stores.runs.getState().status === 'ready');
    await loaded;
    stored[0] = entry('first', 'failed');
    stores.runs.actions.takeUpdate({ executionId: 'first', workflowId: 'w', events: [ended], deltas: [] });
    void runOpenWorkflow(stores);
    await answers(() => started.length === 1);
    expect(started).toEqual(['all from first']);
  });

  it('waits for the runs to be read once a workflow is opened, of which a part runs too', async () => {
    const { stores, started, answers } = await openPage([entry('first', 'completed')]);
    void stores.runs.actions.load('w');
    const only = { kind: 'only', tasks: [{ task: 'a' }] } as const;
    void runOpenWorkflow(stores, { targets: only });
    // Whatever does not wait for the list has come about by then.
    await new Promise((turn) => setTimeout(turn));
    expect(started).toEqual([]);
    await answers(() => started.length === 1);
    void runOpenWorkflow(stores, { anew: true, beside: true });
    await answers(() => started.length === 2);
    expect(started).toEqual(['a part from first', 'all anew']);
  });

  it('reads the runs itself where nothing has yet, and says why it does not start if they cannot be read', async () => {
    const { stores, started, answers } = await openPage([entry('first', 'completed')]);
    void runOpenWorkflow(stores);
    await answers(() => started.length === 1);
    expect(started).toEqual(['all from first']);
    const broken = createRunsStore({ executions: () => Promise.reject(new Error('no disk')) });
    await runOpenWorkflow({ ...stores, runs: broken }, { beside: true });
    expect(started).toHaveLength(1);
    expect(stores.run.getState().failure?.message).toContain('no disk');
  });
});
