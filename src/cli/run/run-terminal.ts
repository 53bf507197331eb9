import type { Failure } from '@/base/errors';
import type { Person } from '@/engine/ports/person';
import type { ActiveRun } from '@/host/active-run';
import { addSimulatedAnswers } from '@/host/dry-run/simulated-answers';
import type { RunListener, RunName } from '@/host/host-options';
import type { RunEvent } from '@/run/events';
import type { RunState } from '@/run/run-state';
import type { WaitingCalls } from '@/run/runner';
import type { Io } from '../io';
import { printEvents } from '../print-events';
import type { Follower } from '../progress/follower';
import { createLineFollower, createQuietFollower } from '../progress/line-follower';
import { createLiveFollower } from '../progress/live-follower';
import { createRunProgress, type RunProgress } from '../progress/run-progress';
import { formatSentence } from '../sentence';
import { type AbsentPerson, createAbsentPerson } from './absent-person';
import { formatKeyVariable } from './env-variables';
import type { StoredKeeper } from './keep-stored';
import { isKept } from './open-journal';
import type { RunFlags } from './run-wishes';
import { createTerminalPerson } from './terminal-person';
import { addAnswers } from './with-answers';

/** The terminal of one run: it shows the progress and asks the person. Until `open` it only prints messages. */
export class RunTerminal implements RunListener {
  readonly person: Person;
  readonly #io: Io;
  readonly #isJson: boolean;
  #follower: Follower;
  /** Set with `json`, once the earlier state of the run is known. */
  #progress: RunProgress | undefined;
  /** Set if there is no terminal on which to ask. */
  readonly #absent?: AbsentPerson;
  /** They receive the events too, once the earlier state of the run is known. */
  #takers: readonly Pick<StoredKeeper, 'events'>[] = [];
  #run: Pick<ActiveRun, 'pause'> | undefined;

  constructor(io: Io, { json = false, answers = new Map(), ...wishes }: RunFlags) {
    this.#io = io;
    this.#isJson = json;
    this.#follower = createQuietFollower(io.err);
    const { ask } = io.machine;
    const sayText = (text: string) => this.say(text);
    if (ask !== undefined) {
      this.person = addAnswers(createTerminalPerson(ask, this), answers, sayText);
      return;
    }
    this.#absent = createAbsentPerson({ isKept: isKept(wishes), say: sayText, pause: () => this.#run?.pause() });
    this.person = addAnswers(
      wishes.simulate === true ? addSimulatedAnswers(this.#absent) : this.#absent,
      answers,
      sayText,
    );
  }

  /**
   * Starts to show progress, from the state that earlier processes left. With `json`, its events on standard output are
   * enough.
   */
  open(before: RunState): void {
    this.#absent?.open(before);
    const { err } = this.#io;
    if (this.#isJson) this.#progress = createRunProgress(before);
    else this.#follower = err.columns === undefined ? createLineFollower(err, before) : createLiveFollower(err, before);
  }

  /** Passes the events of a run to others too, and pauses the run if it cannot continue while the process runs. */
  follow(run: Pick<ActiveRun, 'pause'>, takers: readonly Pick<StoredKeeper, 'events'>[]): void {
    this.#run = run;
    this.#takers = takers;
  }

  say(text: string): void {
    this.#follower.say(text);
  }

  suspend(): () => void {
    return this.#follower.suspend();
  }

  /** Restores the terminal. Afterwards only messages are printed. */
  end(): void {
    this.#follower.end();
  }

  events(_run: RunName, events: readonly RunEvent[]): void {
    if (this.#isJson) this.#print(events);
    this.#follower.events(events);
    for (const taker of this.#takers) taker.events(events);
    this.#absent?.events(events);
    const missing = events.map(findMissingKey).find((provider) => provider !== undefined);
    if (missing === undefined) return;
    this.say(`${missing} needs a key: set ${formatKeyVariable(missing)} in the environment.`);
    this.#run?.pause();
  }

  /** Prints events as JSONL; on standard error, after a task of the workflow itself, how many of these have ended. */
  #print(events: readonly RunEvent[]): void {
    printEvents(this.#io.out, events);
    const progress = this.#progress;
    if (progress === undefined) return;
    const { done: before } = progress;
    for (const event of events) progress.take(event);
    const { done, total } = progress;
    if (done > before) this.#io.err.write(`${JSON.stringify({ progress: { done, total } })}\n`);
  }

  delta(): void {}

  waits(_run: RunName, waits: readonly WaitingCalls[]): void {
    this.#follower.waits(waits);
  }

  hindered(_run: RunName, failure: Failure | null): void {
    this.say(failure === null ? 'There is room again.' : formatSentence(failure));
  }

  /** Reported at the end, with how to resume the run. */
  gaveUp(): void {}

  annotated(): void {}

  gone(): void {}
}

/** The provider whose missing key stops the run. No key can be added while the process runs. */
function findMissingKey(event: RunEvent): string | undefined {
  return event.kind === 'run.paused' && event.data.reason === 'key' ? event.data.provider : undefined;
}
