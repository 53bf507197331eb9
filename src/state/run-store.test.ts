import { expect, it } from 'vitest';
import type { RunUpdate } from '@/run/runner';
import { isRunning } from './run-actions';
import { followOwner } from './run-owner';
import { createRunStore, isThinkingAt, showRun, takeUpdate } from './run-store';
import { eventsOf, runStarted, storedRuns } from './stored-run.testing';
import { endTravel, travelToEvent } from './time-travel';

const turn = 'task/a/attempt/1/turn/1';
const drafts = [
  runStarted,
  { kind: 'task.started', path: 'task/a', data: { type: 'atomic' } },
  ...Array.from({ length: 30 }, (_, index) => ({
    kind: 'task.started' as const,
    path: `task/m/attempt/1/item/${index}/task/inner_task`,
    data: { type: 'script' },
  })),
] as const;

const update = (part: Partial<RunUpdate>): RunUpdate => ({
  executionId: 'one',
  workflowId: 'w',
  events: [],
  deltas: [],
  ...part,
});

/** A store of workflow `w` that shows no run, and the run `one` with its first `stored` events. */
function storeOf(stored = drafts.length) {
  const store = createRunStore();
  store.setState({ workflowId: 'w' });
  const log = [...eventsOf(drafts)].slice(0, stored);
  return { store, log, ...storedRuns({ one: log, two: [...eventsOf([runStarted])] }) };
}

it('opens a run by its state, in one call however long it is, and then reads only what came after', async () => {
  const { store, runner, asked } = storeOf();
  await showRun(store, runner, 'one');
  expect(store.getState().run).toMatchObject({ seq: 32, status: 'running' });
  expect(asked).toEqual(['stateAt one', 'readEvents one 33']);
});

it('folds what is told while a run is opened once, and reads what a gap has left out', async () => {
  const { store, runner, log } = storeOf(5);
  const opened = showRun(store, runner, 'one');
  takeUpdate(store, runner, update({ events: eventsOf([runStarted]) }), 'one');
  await opened;
  log.push(...eventsOf(drafts.slice(5, 10), 6));
  takeUpdate(store, runner, update({ events: log.slice(8, 10) }), 'one');
  await expect.poll(() => store.getState().run.seq).toBe(10);
  expect(store.getState().run.instances.get('m/inner_task')).toHaveLength(8);
});

it('shows the newest run that is left when another tab has removed the one that is shown', async () => {
  const { store, runner } = storeOf();
  await showRun(store, runner, 'one');
  takeUpdate(store, runner, update({ executionId: 'two', gone: true }), 'one');
  expect(store.getState().executionId).toBe('one');
  const left = { ...runner, executions: async () => [{ id: 'two' }] } as unknown as typeof runner;
  takeUpdate(store, left, update({ gone: true }), 'one');
  await expect.poll(() => store.getState().run.seq).toBe(1);
  expect(store.getState().executionId).toBe('two');
});

it('reads a run anew that was taken up at an event that was shown as past: its log was cut there', async () => {
  const { store, runner, log } = storeOf(10);
  await showRun(store, runner, 'one');
  const resumed = eventsOf([{ kind: 'run.resumed', path: '', data: { reason: 'reload' } }], 4);
  log.splice(3, log.length, ...resumed);
  takeUpdate(store, runner, update({ events: resumed }), 'one');
  await expect.poll(() => store.getState().run.seq).toBe(4);
});

it('shows a run that has just started in the place of the newest, but not of an older one or of a look back', async () => {
  const { store, runner } = storeOf();
  await showRun(store, runner, 'one');
  const second = update({ executionId: 'two', events: eventsOf([runStarted]) });
  takeUpdate(store, runner, second, 'another');
  expect(store.getState().executionId).toBe('one');
  await travelToEvent(store, runner, 3);
  takeUpdate(store, runner, second, 'one');
  expect(store.getState().executionId).toBe('one');
  endTravel(store);
  takeUpdate(store, runner, second, 'one');
  expect(store.getState()).toMatchObject({ executionId: 'two', run: { seq: 1 } });
});

it('holds what streams until its reply is there', () => {
  const { store, runner } = storeOf();
  takeUpdate(store, runner, update({ events: eventsOf([runStarted]) }), undefined);
  takeUpdate(store, runner, update({ deltas: [{ executionId: 'one', path: turn, text: 'Once' }] }), 'one');
  expect([...store.getState().live.values()]).toEqual([{ path: turn, text: 'Once', reasoning: '' }]);
  takeUpdate(
    store,
    runner,
    update({ events: eventsOf([{ kind: 'task.cancelled', path: 'task/a', data: {} }], 2) }),
    'one',
  );
  expect(store.getState().live.size).toBe(0);
});

it('begins the text of a call anew that is made again', () => {
  const { store, runner } = storeOf();
  takeUpdate(store, runner, update({ events: eventsOf([runStarted]) }), undefined);
  const stream = (text: string, call: string, sort: { readonly isReasoning?: true } = {}) =>
    takeUpdate(store, runner, update({ deltas: [{ executionId: 'one', path: turn, text, call, ...sort }] }), 'one');
  stream('Hm.', '1', { isReasoning: true });
  stream('Once ', '1');
  stream('upon', '1');
  stream('On', '2');
  stream('ce', '2');
  expect([...store.getState().live.values()]).toEqual([{ path: turn, text: 'Once', reasoning: '', call: '2' }]);
});

it('tells thinking that streams apart from the answer, and that the answer has not begun', () => {
  const { store, runner } = storeOf();
  takeUpdate(store, runner, update({ events: eventsOf([runStarted]) }), undefined);
  const stream = (text: string, sort: { readonly isReasoning?: true } = { isReasoning: true }) =>
    takeUpdate(store, runner, update({ deltas: [{ executionId: 'one', path: turn, text, ...sort }] }), 'one');
  const thinks = (instance: string) => isThinkingAt(store.getState().live, instance);
  expect(thinks('task/a')).toBe(false);
  stream('First I ');
  stream('look.');
  expect([thinks('task/a'), thinks('task/b')]).toEqual([true, false]);
  stream('Once', {});
  expect(thinks('task/a')).toBe(false);
  expect([...store.getState().live.values()]).toEqual([{ path: turn, text: 'Once', reasoning: 'First I look.' }]);
});

it('tells why a run cannot be read', async () => {
  const { store, runner } = storeOf();
  const broken = { ...runner, stateAt: () => Promise.reject(new Error('no disk')) };
  await showRun(store, broken, 'one');
  expect(store.getState().unread?.message).toContain('no disk');
  // It is not known whether it runs, so it keeps nobody from running the workflow.
  expect(isRunning(store.getState())).toBe(false);
  await showRun(store, runner, 'one');
  expect(store.getState().unread).toBeUndefined();
});

it('shows a run as it stood at an event, while it goes on underneath', async () => {
  const { store, runner, log } = storeOf(20);
  await showRun(store, runner, 'one');
  await travelToEvent(store, runner, 2);
  expect(store.getState()).toMatchObject({ run: { seq: 2 }, travel: { seq: 2, event: { kind: 'task.started' } } });
  log.push(...eventsOf(drafts.slice(20, 25), 21));
  takeUpdate(store, runner, update({ events: log.slice(20) }), 'one');
  expect(store.getState()).toMatchObject({ run: { seq: 2 }, present: { seq: 25 } });
  endTravel(store);
  expect(store.getState()).toMatchObject({ run: { seq: 25 }, travel: undefined });
});

it('reads the newest of many wishes, and none that has been passed over', async () => {
  const { store, runner, asked } = storeOf();
  await showRun(store, runner, 'one');
  asked.length = 0;
  await Promise.all([30, 20, 10, 5].map((seq) => travelToEvent(store, runner, seq)));
  await expect.poll(() => store.getState().run.seq).toBe(5);
  expect(asked.filter((call) => call.startsWith('stateAt'))).toEqual(['stateAt one 30', 'stateAt one 5']);
});

it('goes a few events ahead by reading only these, to the same state', async () => {
  const { store, runner, asked } = storeOf();
  await showRun(store, runner, 'one');
  await travelToEvent(store, runner, 3);
  asked.length = 0;
  await travelToEvent(store, runner, 9);
  expect(asked).toEqual(['readEvents one 4']);
  expect(store.getState().run).toEqual(await runner.stateAt('one', 9));
  expect(store.getState().travel?.event?.seq).toBe(9);
});

it('knows who runs what is shown, when another tab has taken it, and takes it up when that tab has gone', async () => {
  const { store, runner, setOwner, log, asked } = storeOf(5);
  let ask = () => {};
  const stop = followOwner(store, runner, (given) => {
    ask = given;
    return () => {};
  });
  await showRun(store, runner, 'one');
  await expect.poll(() => store.getState().owner).toBe('here');
  setOwner('elsewhere');
  log.push(...eventsOf(drafts.slice(5, 8), 6));
  ask();
  await expect.poll(() => store.getState()).toMatchObject({ owner: 'elsewhere', takenAway: true, run: { seq: 8 } });
  setOwner('here');
  ask();
  await expect.poll(() => store.getState()).toMatchObject({ owner: 'here', takenAway: false });
  setOwner('elsewhere');
  ask();
  await expect.poll(() => store.getState().owner).toBe('elsewhere');
  setOwner('nobody');
  ask();
  await expect.poll(() => store.getState()).toMatchObject({ owner: 'here', takenAway: false });
  expect(asked).toContain('takeUp');
  // Without an owner for a moment, or for good.
  setOwner('nobody');
  ask();
  await new Promise((resolve) => setTimeout(resolve));
  expect(store.getState().owner).toBe('here');
  ask();
  await expect.poll(() => store.getState().owner).toBe('nobody');
  stop();
});

it('keeps a text that came before the start of its task was read from the storage', async () => {
  const { store, runner, log } = storeOf(1);
  await showRun(store, runner, 'one');
  takeUpdate(store, runner, update({ deltas: [{ executionId: 'one', path: turn, text: 'two and ' }] }), 'one');
  log.push(...eventsOf(drafts.slice(1, 2), 2));
  takeUpdate(store, runner, update({ events: log.slice(1, 2) }), 'one');
  expect([...store.getState().live.values()].map(({ text }) => text)).toEqual(['two and ']);
});
