import type { Json } from '@/base/json';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import { NotHereError, type SpreadEffect } from './run-machines';
import { type CallMeans, type OwnedRuns, performCall } from './spread-models';
import { performScript } from './spread-scripts';

/** What effects are performed with. */
interface Means extends CallMeans {
  /** Left out: this machine runs no scripts for others. */
  readonly sandbox: ScriptRunner | undefined;
}

/** This machine as one of several: what is known of the runs that run here, and what it performs for all. */
export class MachineHere implements OwnedRuns {
  /** Effects that are under way, and all that began. */
  readonly performed = { underWay: 0, begun: 0 };
  /** Runs that are being left to other machines. */
  readonly leaving = new Set<string>();
  /** Labels of the runs that run here, by run. */
  readonly labels = new Map<string, readonly string[]>();

  labelsOf(executionId: string): readonly string[] {
    return this.labels.get(executionId) ?? [];
  }

  isLeft(executionId: string): boolean {
    return this.leaving.has(executionId);
  }

  /** Performs an effect of a run of any machine. See `MachineWork.perform`. */
  async perform(effect: SpreadEffect, { sandbox, ...means }: Means, signal: AbortSignal): Promise<Json> {
    this.performed.begun += 1;
    this.performed.underWay += 1;
    try {
      if (effect.kind === 'model') return await performCall(effect, means, signal);
      if (sandbox === undefined) throw new NotHereError('This machine runs no scripts for others.');
      return await performScript(effect, sandbox, signal);
    } finally {
      this.performed.underWay -= 1;
    }
  }
}
