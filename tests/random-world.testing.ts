import { hashText } from '@/base/hash';
import type { ModelRequest } from '@/engine/ports/model-client';
import { providerError, type Scripted } from '@/engine/testing/scripted-models.testing';
import { createWorld, type World } from '@/engine/testing/world.testing';
import type { RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';

const dice = (text: string) => Number.parseInt(hashText(text).slice(0, 8), 16) / 2 ** 32;

/** Depends only on the prompt: one in twelve fails permanently, the others answer briefly. */
export const model = (prompt: string) =>
  dice(`fail ${prompt}`) < 0.08 ? undefined : `<${hashText(prompt).slice(0, 4)}>`;
/** The output of a script, determined by its text. */
export const script = (content: string) => (dice(`fail ${content}`) < 0.08 ? undefined : `"${content}"`);

/** What the person writes into a form. */
export const person = (message: string) => `said ${hashText(message).slice(0, 4)}`;

/**
 * Any order of completion, and failures of the connection to the provider that retries resolve: determined by seed and
 * path of the call.
 */
export function createRandomWorld(seed: number, more: Parameters<typeof createWorld>[0] = {}): World {
  return createWorld({
    answer: ({ messages, idempotencyKey }: ModelRequest): Scripted => {
      const roll = (what: string) => dice(`${seed} ${what} ${idempotencyKey}`);
      if (roll('overloaded') < 0.1 && !idempotencyKey.endsWith('attempt/4/turn/1')) {
        return providerError('overloaded', { retryAfterMs: Math.floor(roll('after') * 500) });
      }
      // The description comes last; before it are inputs that it does not name.
      const said = model(messages.at(-1)?.content.split('\n').at(-1) ?? '');
      return said === undefined ? providerError('auth') : { content: said, latencyMs: Math.ceil(roll('late') * 1000) };
    },
    script: ({ content }) => {
      const out = script(content);
      return out === undefined ? { exitCode: 3 } : { stdout: out };
    },
    person: ({ kind, text }) => JSON.stringify(kind === 'approval' ? { approve: true } : { word: person(text) }),
    ...more,
  });
}

/** How each top-level task ended, and its result. */
export function endsOf(events: readonly RunEvent[]) {
  const { tasks } = reduceRun(emptyRun, events);
  return Object.fromEntries(
    [...tasks]
      .filter(([taskPath]) => !taskPath.includes('/'))
      .map(([id, task]) => [id, task.status === 'ok' ? task.result.text : task.status]),
  );
}
