import type { z } from 'zod';
import { AppError, type Failure, toFailure } from '@/base/errors';
import { isNestedDeeper, isSameJson, type Json, maxNesting } from '@/base/json';
import { decodeJson } from '@/base/json-text';
import type { Clock } from '@/engine/ports/machine';
import type { RunListener, RunName } from '@/host/host-options';
import { createRunRecord } from '@/host/new-run';
import { type RunEvent, runEventSchema } from '@/run/events';
import { isUnfinished } from '@/run/is-unfinished';
import type { RunHold } from '@/storage/run-locks';
import type { RunStores } from '@/storage/stores';
import type { FollowingState } from '../border/servers-api';
import { readFeed } from './event-feed';
import { keepPayloads } from './keep-payloads';
import { planOfRun } from './plan-of-run';
import { deltaAnswer, eventsAnswer, runAnswer } from './server-answers';
import { isGoneThere, type ServerClient } from './server-client';

/** What following a run needs. */
export interface FollowWorld {
  readonly stores: Pick<RunStores, 'executions' | 'events' | 'blobs'>;
  readonly listener: RunListener;
  readonly clock: Clock;
  /** The server as it is reached now: its token may have changed. */
  readonly client: () => ServerClient;
  /**
   * A place for a connection that stays open, which is given back by calling it; undefined: all are taken. A browser
   * has six connections to a server, and other requests need some.
   */
  readonly place: () => (() => void) | undefined;
}

/** How long to wait before a server that is away is asked again, in ms: doubled each time. */
const patience = { first: 500, longest: 30_000 } as const;

/** How often a run is asked for that has no place for a connection, in ms. */
const pollMs = 2000;

/** How often it is asked whether anybody runs a run that is silent, at most, in ms. */
const lookMs = 10_000;

/** A server sends a sign of life every 15 s. */
const silentMs = 45_000;

/** Why a stream is begun again although nothing failed. */
class FeedBroke extends Error {}

/**
 * A run at a server that is followed: its events are stored here as they come, each once and in order, with the
 * payloads that they name before them. It goes on by itself when the server was away, until the run has ended.
 */
export class FollowedRun {
  readonly run: RunName;
  /** Resolves once its first events are stored here; rejects if it is not followed before that. */
  readonly begun: Promise<void>;
  /** Resolves when it has ended, or is no longer followed. */
  readonly over: Promise<void>;
  readonly #world: FollowWorld;
  readonly #stop = new AbortController();
  #state: FollowingState = 'live';
  #failure: Failure | undefined;
  #last = 0;
  #wake = () => {};
  readonly #waiting = new Set<() => void>();

  /** `hold`: the right to write the run here, which it gives back. */
  constructor(world: FollowWorld, run: RunName, hold: RunHold) {
    this.#world = world;
    this.run = run;
    hold.lost.addEventListener('abort', () => this.#stop.abort(), { once: true });
    let markBegun = () => {};
    let ignoreFailure: (error: unknown) => void = () => {};
    this.begun = new Promise((resolve, reject) => {
      markBegun = resolve;
      ignoreFailure = reject;
    });
    this.begun.catch(() => undefined);
    this.over = this.#follow(markBegun, ignoreFailure).finally(() => {
      ignoreFailure(new Error('It is not followed.'));
      this.#wakeWaiting();
      hold.release();
    });
  }

  get state(): FollowingState {
    return this.#state;
  }

  /** Why it is away or refused. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  /** Asks a server that is away again, now. */
  tryNow(): void {
    this.#wake();
  }

  /** Ends the following. Resolves once nothing more is written. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wake();
    await this.over;
  }

  /** Resolves once the event `seq` is stored here, or it is no longer followed. */
  async has(seq: number): Promise<void> {
    while (this.#last < seq && !this.#stop.signal.aborted && this.#state !== 'gone') {
      await Promise.race([
        new Promise<void>((resolve) => {
          this.#waiting.add(resolve);
        }),
        this.over,
      ]);
      if (await isOver(this.over)) return;
    }
  }

  async #follow(begun: () => void, fail: (error: unknown) => void): Promise<void> {
    let wait: number = patience.first;
    let isFirst = true;
    while (!this.#stop.signal.aborted) {
      const before = this.#last;
      try {
        const outcome = await this.#connect(begun);
        if (outcome === 'ended') return;
        wait = pollMs;
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        if (isFirst) fail(error);
        this.#failure = error instanceof FeedBroke ? this.#failure : toFailure(error);
        if (isGoneThere(error)) this.#state = 'gone';
        else if (!(error instanceof FeedBroke)) this.#state = isRefused(this.#failure) ? 'refused' : 'away';
      }
      isFirst = false;
      if (this.#last > before) wait = Math.min(wait, pollMs);
      await this.#pause(wait);
      wait = this.#last > before ? patience.first : Math.min(wait * 2, patience.longest);
    }
  }

  /** Takes what has happened. `ended`: all of the run is here. `more`: it is to be asked for again. */
  async #connect(begun: () => void): Promise<'ended' | 'more'> {
    const { executions } = this.#world.stores;
    const { executionId: id } = this.run;
    const there = await this.#there();
    if ((await executions.get(id)) === undefined) await this.#create();
    this.#last = (await executions.get(id))?.lastSeq ?? 0;
    if (this.#last > 0) begun();
    this.#tell(getFollowingState(there));
    const leave = this.#world.place();
    try {
      return await (leave === undefined ? this.#poll(begun) : this.#listen(begun));
    } finally {
      leave?.();
    }
  }

  /** Listens until the run has ended. Throws when the connection breaks. */
  async #listen(begun: () => void): Promise<'ended'> {
    const { clock, client } = this.#world;
    const { signal } = this.#stop;
    const body = await client().pages(`${this.#path}/events/stream?from=${this.#from}&live=true`, signal);
    if (body === undefined) throw new FeedBroke();
    let looked = clock.now();
    for await (const messages of readFeed(body, silentMs)) {
      const batch: RunEvent[] = [];
      let hasEnded = false;
      for (const { event, data } of messages) {
        if (event === 'delta') this.#takeDelta(data);
        else if (event === 'end') hasEnded = true;
        else batch.push(parseEvent(decodeJson(data) as Json));
      }
      await this.#take(batch, begun);
      if (hasEnded) return 'ended';
      signal.throwIfAborted();
      if (batch.length > 0) this.#tell('live');
      else if (clock.now() - looked > lookMs) {
        // Of a run that rests, only its record says whether anybody runs it.
        looked = clock.now();
        this.#tell(getFollowingState(await this.#there()));
      }
    }
    throw new FeedBroke();
  }

  /** Takes what has happened since, once. */
  async #poll(begun: () => void): Promise<'ended' | 'more'> {
    for (;;) {
      const { events, next } = await this.#ask(`/events?from=${this.#from}&limit=1000`, eventsAnswer);
      await this.#take(events.map(parseEvent), begun);
      if (next !== null) continue;
      const { status, lastSeq } = await this.#there();
      return !isUnfinished(status) && this.#last >= lastSeq ? 'ended' : 'more';
    }
  }

  get #path(): string {
    return `/runs/${this.run.executionId}`;
  }

  /** The last event that is here is asked for again: if it is another one there, the log was cut before it. */
  get #from(): number {
    return Math.max(1, this.#last);
  }

  #there() {
    return this.#ask('', runAnswer);
  }

  #ask<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    return this.#world.client().json(`${this.#path}${path}`, schema, { signal: this.#stop.signal });
  }

  async #create(): Promise<void> {
    const { executionId: id, workflowId } = this.run;
    const [there, plan] = await Promise.all([this.#there(), planOfRun(this.#world.client(), id, this.#stop.signal)]);
    const { executions } = this.#world.stores;
    await executions.create({
      ...createRunRecord({ id, workflowId, plan, now: Date.parse(there.startedAt) }),
      name: there.name,
    });
  }

  async #take(batch: readonly RunEvent[], begun: () => void): Promise<void> {
    const { stores, listener } = this.#world;
    const { executionId: id } = this.run;
    const [again] = batch;
    if (again === undefined) return;
    if (again.seq === this.#last && this.#last > 0) {
      const [own] = await stores.events.read(id, this.#last, 1);
      if (!isSameJson(own, again)) return this.#beginAnew();
    }
    const fresh = batch.filter(({ seq }) => seq > this.#last);
    for (const [index, { seq }] of fresh.entries()) if (seq !== this.#last + 1 + index) throw new FeedBroke();
    const last = fresh.at(-1);
    if (last === undefined) return;
    await keepPayloads(this.#world, id, fresh, this.#stop.signal);
    this.#stop.signal.throwIfAborted();
    await stores.events.append(id, fresh, 'relaxed');
    this.#last = last.seq;
    listener.events(this.run, fresh);
    begun();
    this.#wakeWaiting();
  }

  /** The log there was damaged and cut. What is here of it is no longer so. */
  async #beginAnew(): Promise<never> {
    await this.#world.stores.executions.remove(this.run.executionId);
    this.#last = 0;
    await this.#create();
    throw new FeedBroke();
  }

  /** Lets those look again who wait for an event. */
  #wakeWaiting(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  #takeDelta(data: string): void {
    const delta = deltaAnswer.safeParse(decodeJson(data)).data;
    if (delta !== undefined) this.#world.listener.delta(this.run, { executionId: this.run.executionId, ...delta });
  }

  #tell(state: FollowingState): void {
    this.#state = state;
    this.#failure = undefined;
  }

  async #pause(ms: number): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    const signal = AbortSignal.any([woken.signal, this.#stop.signal]);
    await this.#world.clock.sleep(ms, signal).catch(() => undefined);
    this.#wake = () => {};
  }
}

function getFollowingState({ status }: z.infer<typeof runAnswer>): FollowingState {
  return status === 'interrupted' ? 'unowned' : 'live';
}

function parseEvent(value: Json): RunEvent {
  const read = isNestedDeeper(value, maxNesting * 2) ? undefined : runEventSchema.safeParse(value);
  if (read?.success) return read.data;
  throw new AppError('NEWER_VERSION', 'The server tells what this page does not know.', {
    advice: 'Get the newest version of Heddle for both.',
  });
}

function isRefused(failure: Failure | undefined): boolean {
  const kind = failure?.details?.['kind'];
  return kind === 'auth' || kind === 'cors';
}

async function isOver(over: Promise<void>): Promise<boolean> {
  return Promise.race([over.then(() => true), Promise.resolve(false)]);
}
