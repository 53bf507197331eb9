import { createCancelledError } from '@/base/cancelled';
import { defined } from '@/base/defined';
import type { ModelClient } from '@/engine/ports/model-client';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import type { ToolClient } from '@/engine/ports/tool-client';

/** How long the results of the last effects may take to be logged, in ms. */
const settleMs = 100;

/**
 * Lets a process stop where nothing is lost: once it is closed, no call of a model, a script or a tool begins, and
 * those that are under way may end and be logged.
 */
export class DrainGate {
  #isClosed = false;
  #underWay = 0;
  readonly #waiting = new Set<() => void>();

  /** Effects that are under way. */
  get underWay(): number {
    return this.#underWay;
  }

  /** Lets no further effect begin. Resolves when all that are under way have ended, at the latest after `ms`. */
  async close(ms: number): Promise<void> {
    this.#isClosed = true;
    if (this.#underWay > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#waiting.add(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(ms, settleMs)));
  }

  /** Models whose calls go through the gate. */
  models(models: ModelClient): ModelClient {
    return {
      generate: (request, follower) => this.#pass(follower.signal, () => models.generate(request, follower)),
      keyState: (provider) => models.keyState(provider),
      whenReady: (provider, signal) => models.whenReady(provider, signal),
    };
  }

  /** Scripts that go through the gate. */
  scripts(scripts: ScriptRunner): ScriptRunner {
    const over = scripts.over?.bind(scripts);
    return {
      run: (request, sink, signal, callTool) => this.#pass(signal, () => scripts.run(request, sink, signal, callTool)),
      ...defined({ over }),
    };
  }

  /** Tools whose calls go through the gate. */
  tools(tools: ToolClient): ToolClient {
    return {
      ...tools,
      http: (request, signal) => this.#pass(signal, () => tools.http(request, signal)),
      mcpCall: (server, tool, args, signal) => this.#pass(signal, () => tools.mcpCall(server, tool, args, signal)),
    };
  }

  async #pass<T>(signal: AbortSignal, effect: () => Promise<T>): Promise<T> {
    if (this.#isClosed) await awaitAbort(signal);
    this.#underWay += 1;
    try {
      return await effect();
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) for (const resolve of this.#waiting) resolve();
    }
  }
}

/** Rejects on abort, and does nothing until then. */
function awaitAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const rejectAsCancelled = () => reject(createCancelledError('The call'));
    if (signal.aborted) rejectAsCancelled();
    else signal.addEventListener('abort', rejectAsCancelled, { once: true });
  });
}
