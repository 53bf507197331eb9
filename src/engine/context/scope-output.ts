import { computeUtf8Length } from '@/base/bytes';
import { type EarlierOutput, findAgentName } from '@/plan/context/earlier-outputs';
import type { PlannedTask } from '@/plan/plan';
import type { Capture } from '@/run/event-data';
import type { ResultRecord } from '@/workflow/expressions/environment';
import type { Completed } from '../task-end';

/** The output of a task in a graph, for later tasks. Its size is computed on demand. */
export class ScopeOutput implements EarlierOutput {
  readonly id: string;
  readonly index: number;
  readonly agent?: string;
  readonly endedAt: number;
  readonly order: number;
  readonly truncated: boolean;
  readonly type: Capture['type'];
  /** Set if `record` holds a view, or the whole is a file too. */
  readonly capture: Capture | undefined;
  readonly record: ResultRecord;
  #bytes: number | undefined;

  private constructor(
    { id, index, type, output }: Pick<PlannedTask, 'id' | 'index'> & Partial<Pick<PlannedTask, 'type' | 'output'>>,
    { record, seq, endedAt, capture }: Pick<Completed, 'record' | 'seq' | 'endedAt' | 'capture'>,
    agent: string | undefined,
  ) {
    this.id = id;
    this.index = index;
    if (agent !== undefined) this.agent = agent;
    this.endedAt = endedAt;
    this.order = seq;
    this.truncated = capture?.truncated ?? false;
    this.capture = capture;
    this.type = capture?.type ?? (type === 'script' ? 'stdout' : output === undefined ? 'combined' : 'file');
    this.record = record;
  }

  /** The output of a task in the graph. */
  static of(task: PlannedTask, end: Completed): ScopeOutput {
    return new ScopeOutput(task, end, findAgentName(task));
  }

  /** The output of a task in an enclosing scope. Only its name and result are known. */
  static outer(id: string, record: ResultRecord): ScopeOutput {
    return new ScopeOutput({ id, index: -1 }, { record, seq: 0, endedAt: 0 }, undefined);
  }

  get text(): string {
    return this.record.content;
  }

  get bytes(): number {
    this.#bytes ??= computeUtf8Length(this.record.content);
    return this.#bytes;
  }
}
