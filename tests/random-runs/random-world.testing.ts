import { createDice } from '@/base/dice';
import { hashText } from '@/base/hash';
import type { ModelRequest } from '@/engine/ports/model-client';
import type { RunSnapshot } from '@/engine/ports/run-snapshot-store';
import { createMemoryBlobs, createMemoryCheckpoints } from '@/engine/testing/memory-stores.testing';
import { providerError, type Scripted } from '@/engine/testing/scripted-models.testing';
import { createWorld, type World } from '@/engine/testing/world.testing';
import { answerAsAsked } from '@/providers/simulated/answer-as-asked';
import type { RunEvent } from '@/run/events';
import { noteFiles } from './random-workflow.testing';
import type { Behaviour } from './reference-evaluator.testing';

const dice = (text: string) => Number.parseInt(hashText(text).slice(0, 8), 16) / 2 ** 32;

/** What is chance in a world. Whatever else happens follows from the calls' paths and prompts. */
export interface Chances {
  readonly seed: number;
  /** The share of prompts and scripts that fail, whatever is tried. */
  readonly failures: number;
  /** Whether the provider is overloaded now and then, which a retry resolves. */
  readonly isOverloaded: boolean;
  /** Whether writing to the log takes its time. */
  readonly isSlow: boolean;
}

/** How models, scripts and the person behave, the same for the engine and the reference evaluator. */
export function behaviourOf({ failures }: Pick<Chances, 'failures'>): Behaviour {
  return {
    model: (prompt) => (dice(`fail ${prompt}`) < failures ? undefined : `<${hashText(prompt).slice(0, 4)}>`),
    script: (content) => (dice(`fail ${content}`) < failures ? undefined : `"${content}"`),
    person: (message) => `said ${hashText(message).slice(0, 4)}`,
  };
}

/** What a process leaves behind when it dies. */
export interface Remains {
  readonly log: readonly RunEvent[];
  readonly snapshots: readonly RunSnapshot[];
  /** Texts of blobs; those that were removed, with how long the log was then. */
  readonly blobs: readonly { readonly text: string; readonly removedAt: number | undefined }[];
}

const nothing: Remains = { log: [], snapshots: [], blobs: [] };

/** A world in which a run can die after any event. */
export interface RandomWorld extends World {
  /** What remains if the process dies after the event of this number. */
  readonly left: (lastSeq: number) => Remains;
  /** Numbers of the events of which a snapshot was saved before they were stored. */
  readonly early: readonly number[];
}

/**
 * A world with any order of completion and failures, determined by the seed and the paths of the calls. `remains`: of
 * the process before.
 */
export function createRandomWorld(chances: Chances, remains: Remains = nothing): RandomWorld {
  const { seed, isSlow } = chances;
  const does = behaviourOf(chances);
  const blobs = createMemoryBlobs();
  for (const { text } of remains.blobs) void blobs.put('run1', text);
  /** Texts that were removed, with how long the log was then. */
  const removed = new Map<string, { readonly text: string; readonly removedAt: number }>();
  const saved = createMemoryCheckpoints();
  saved.saved.push(...remains.snapshots);
  const all: RunSnapshot[] = [...remains.snapshots];
  const early: number[] = [];
  const world = createWorld({
    answer: (request) => answer(request, chances, does),
    script: ({ content }) => {
      const out = does.script(content);
      return out === undefined ? { exitCode: 3 } : { stdout: out };
    },
    person: (question) => {
      if (question.kind === 'budget') return String(question.limit + question.needed + 500);
      return JSON.stringify(question.kind === 'approval' ? { approve: true } : { word: does.person(question.text) });
    },
    files: noteFiles,
    log: remains.log,
    checkpoints: {
      ...saved,
      async save(id, snapshot) {
        if (snapshot.seq > world.log.events.length) early.push(snapshot.seq);
        all.unshift(snapshot);
        return saved.save(id, snapshot);
      },
    },
    blobs: {
      ...blobs,
      put: (id, text) => {
        removed.delete(hashText(text));
        return blobs.put(id, text);
      },
      async remove(id, hash) {
        const text = await blobs.get(id, hash);
        if (text !== undefined) removed.set(hash, { text, removedAt: world.log.events.length });
        await blobs.remove(id, hash);
      },
    },
  });
  const { append } = world.log;
  if (isSlow) {
    world.log.append = async (...args) => {
      await world.clock.sleep(dice(`${seed} write ${args[1][0]?.seq}`) * 60, new AbortController().signal);
      return append(...args);
    };
  }
  return {
    ...world,
    early,
    left: (lastSeq) => ({
      log: world.log.events.slice(0, lastSeq),
      snapshots: all.filter(({ seq }) => seq <= lastSeq).slice(0, 3),
      blobs: [
        ...[...blobs.texts.values()].map((text) => ({ text, removedAt: undefined })),
        ...[...removed.values()].filter(({ removedAt }) => removedAt > lastSeq),
      ],
    }),
  };
}

/** Follows from path and prompt, so that a call that is repeated gets the same answer. */
function answer(request: ModelRequest, { seed, isOverloaded }: Chances, { model }: Behaviour): Scripted {
  const { messages, idempotencyKey: key, outputSchema, tools = [] } = request;
  const roll = (what: string) => dice(`${seed} ${what} ${key}`);
  // Of a match whose first call got no answer, a replay and some forks ask again: here each gets one.
  const mayFail = isOverloaded && !key.endsWith('attempt/4/turn/1') && !key.includes('/match/');
  if (mayFail && roll('overloaded') < 0.1) {
    return providerError('overloaded', { retryAfterMs: Math.floor(roll('after') * 500) });
  }
  // What is refused in one attempt may be answered in the next one.
  if (isOverloaded && request.messages.at(-1)?.content.includes('picky') && roll('refused') < 0.1) {
    return providerError('content_filter');
  }
  const latencyMs = Math.ceil(roll('late') * 1000);
  if (outputSchema !== undefined) {
    const isVerdict = JSON.stringify(outputSchema).includes('"success"');
    const verdict = JSON.stringify({ success: roll('good') < 0.3, feedback: 'more' });
    return { content: isVerdict ? verdict : answerAsAsked(request, createDice(key)).reply, latencyMs };
  }
  const [tool] = tools;
  if (tool !== undefined && roll('calls') < 0.5) {
    const args = JSON.stringify(tool.name === 'request_evaluation' ? { type: 'x', criteria: 'good' } : {});
    const toolCalls = [{ id: `call ${key}`, name: tool.name, arguments: args }];
    return { content: 'calls', finishReason: 'tool_calls', toolCalls, latencyMs };
  }
  // The description comes last; before it are inputs that it does not name.
  const asked = messages.at(-1)?.content.split('\n').at(-1) ?? '';
  if (asked.includes('picky') && roll('bad') < 0.4) return { content: 'bad', latencyMs };
  // Some samples of a vote differ.
  const said = model(key.includes('/sample/') && roll('odd') < 0.2 ? `${asked} ${key}` : asked);
  if (said === undefined) return providerError('auth');
  return { content: asked.includes('long') ? said.repeat(400) : said, latencyMs };
}
