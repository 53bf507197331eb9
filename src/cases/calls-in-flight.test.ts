import { expect, it } from 'vitest';
import { createWorld } from '@/engine/testing/world.testing';
import { planOf } from '@/plan/plan.testing';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createMemoryRunLocks } from '@/storage/memory/run-locks';
import { openCaseStore } from './case-store';
import type { CaseWorld } from './case-world';
import { runCasePart } from './run-case-part';

/** Runs parts of cases at once. Nobody is answered before all have looked for an answer. */
async function runAtOnce(repeats: readonly number[]) {
  const { deps } = createWorld();
  const stores = createMemoryStores({ now: () => 0 });
  const store = await openCaseStore({
    ...{ runs: { ...createMemoryStores({ now: () => 0 }), locks: createMemoryRunLocks() }, others: stores },
    ...{ owner: 'w', clock: deps.clock, addressOf: () => undefined },
  });
  let looked = 0;
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const openCalls: typeof store.openCalls = (...args) => {
    const calls = store.openCalls(...args);
    const find: typeof calls.answers.find = (...call) => {
      const found = calls.answers.find(...call);
      looked += 1;
      if (looked === repeats.length) open();
      return found;
    };
    return { ...calls, answers: { ...calls.answers, find } };
  };
  let made = 0;
  const world = { ...deps, newRunId: () => `run-${made++}`, store: { ...store, openCalls } } as unknown as CaseWorld;
  const plan = planOf({ a: { description: 'Say' } }, { defaultModel: 'openai:gpt-6-luna' });
  let asked = 0;
  const generate = async () => {
    asked += 1;
    await gate;
    return {
      content: `Said ${asked}`,
      finishReason: 'stop' as const,
      inputTokens: 1,
      outputTokens: 1,
      cachedTokens: 0,
    };
  };
  const models = { generate, keyState: () => 'ready' as const, whenReady: async () => {} };
  const { scripts, tools, person } = deps;
  const reached = { models, scripts, tools, person, plan, isKept: true, signal: new AbortController().signal };
  const ran = await Promise.all(
    repeats.map((repeat, index) => runCasePart({ ...reached, repeat, name: `w/case-${index}@${repeat}` }, world)),
  );
  return { asked, texts: ran.map(({ evidence }) => evidence.content), failures: ran.map(({ failure }) => failure) };
}

it('a call that two cases make at once is asked once, and answers both', async () => {
  const { asked, texts } = await runAtOnce([1, 1]);
  expect(asked).toBe(1);
  expect(new Set(texts)).toEqual(new Set(['Said 1']));
});

it('each repeat asks for itself', async () => {
  expect((await runAtOnce([1, 2])).asked).toBe(2);
});
