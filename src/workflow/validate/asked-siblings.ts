import { isSameJson } from '@/base/json';
import { Siblings } from '../graph/siblings';
import type { Misfit, ValueShape } from '../graph/value-shape';
import type { TaskId } from '../names';
import { findStall, type Stall } from './find-stall';

/** A question that a check asks about siblings. */
type Question =
  | readonly ['has' | 'returning', string]
  | readonly ['ids' | 'returnedNames']
  | readonly ['circle' | 'stall', TaskId]
  | readonly ['waits', TaskId, TaskId]
  | readonly ['misfit', TaskId, readonly string[], (ref: string) => ValueShape];

/** A question with its answer. */
export interface Asked {
  readonly question: Question;
  readonly answer: unknown;
}

/** Siblings that record the questions they are asked. */
export class AskedSiblings extends Siblings {
  #asked: Asked[] = [];

  /** The questions since the last call. */
  takeAsked(): readonly Asked[] {
    const asked = this.#asked;
    this.#asked = [];
    return asked;
  }

  /** Whether these siblings give the same answers. */
  agrees(asked: readonly Asked[]): boolean {
    return asked.every(({ question, answer }) => isSameJson(this.#answer(question), answer));
  }

  override has(id: string): id is TaskId {
    return this.#ask(['has', id], super.has(id));
  }

  override ids(): readonly TaskId[] {
    return this.#ask(['ids'], super.ids());
  }

  override returning(name: string): readonly TaskId[] | undefined {
    return this.#ask(['returning', name], super.returning(name));
  }

  override returnedNames(): readonly string[] {
    return this.#ask(['returnedNames'], super.returnedNames());
  }

  override circle(id: TaskId): readonly TaskId[] | undefined {
    return this.#ask(['circle', id], super.circle(id));
  }

  /** Why a task can never run; see {@link findStall}. */
  stall(id: TaskId): Stall | undefined {
    return this.#ask(['stall', id], findStall(this, id));
  }

  override waits(id: TaskId, other: TaskId): boolean {
    return this.#ask(['waits', id, other], super.waits(id, other));
  }

  override misfit(id: TaskId, steps: readonly string[], returned: (ref: string) => ValueShape): Misfit | undefined {
    return this.#ask(['misfit', id, steps, returned], super.misfit(id, steps, returned));
  }

  #ask<T>(question: Question, answer: T): T {
    this.#asked.push({ question, answer });
    return answer;
  }

  #answer(question: Question): unknown {
    switch (question[0]) {
      case 'has':
        return super.has(question[1]);
      case 'returning':
        return super.returning(question[1]);
      case 'ids':
        return super.ids();
      case 'returnedNames':
        return super.returnedNames();
      case 'circle':
        return super.circle(question[1]);
      case 'stall':
        return findStall(this, question[1]);
      case 'waits':
        return super.waits(question[1], question[2]);
      case 'misfit':
        return super.misfit(question[1], question[2], question[3]);
    }
  }
}
