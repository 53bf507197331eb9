import type { Person } from '@/engine/ports/person';
import { ActiveRun, type RunOptions } from './active-run';
import type { EquippedHost } from './host-options';
import type { TakenRun } from './ownership';

/** The runs that this process is running, by id. */
export class ActiveRuns {
  readonly #options: EquippedHost;
  readonly #person: Person;
  readonly #onOver: (executionId: string) => void;
  readonly #runs = new Map<string, ActiveRun>();

  /** `onOver` is called with each run that is over or rests. */
  constructor(options: EquippedHost, person: Person, onOver: (executionId: string) => void) {
    this.#options = options;
    this.#person = person;
    this.#onOver = onOver;
  }

  get(id: string): ActiveRun | undefined {
    return this.#runs.get(id);
  }

  has(id: string): boolean {
    return this.#runs.has(id);
  }

  ofWorkflow(workflowId: string): readonly ActiveRun[] {
    return [...this.#runs.values()].filter(({ execution }) => execution.workflowId === workflowId);
  }

  /** A run that is running. If it is being paused or released, this waits until that is done and returns undefined. */
  async steady(id: string): Promise<ActiveRun | undefined> {
    const run = this.#runs.get(id);
    if (run?.isComingToRest === true) await run.over;
    return this.#runs.get(id);
  }

  /** Continues a run. The caller releases it when it is over. */
  go(taken: TakenRun, wish: RunOptions = {}): ActiveRun {
    const { id } = taken.execution;
    const onOver = () => {
      this.#runs.delete(id);
      this.#onOver(id);
    };
    const run = new ActiveRun({ options: this.#options, person: this.#person, onOver }, taken, wish);
    this.#runs.set(id, run);
    return run;
  }

  /** As {@link go}, but releases the run when it is over. */
  goOn(taken: TakenRun, wish?: RunOptions): ActiveRun {
    const run = this.go(taken, wish);
    void run.over.then(taken.hold.release);
    return run;
  }
}
