import { z } from 'zod';
import type { ContextState } from './context-state';
import type { PipelineFigures, RunState } from './run-state';

/** Version of the form. One that is not known is not read: the state is folded out of the log then. */
const version = 1;

type MapsOf<T> = { readonly [K in keyof T as T[K] extends ReadonlyMap<string, unknown> ? K : never]-?: true };

/** All fields that are maps. */
const maps: MapsOf<RunState> = {
  named: true,
  tasks: true,
  instances: true,
  calls: true,
  retries: true,
  warnings: true,
  rounds: true,
  votes: true,
  progress: true,
  reparsed: true,
  questions: true,
  byModel: true,
  pipelines: true,
};
const contextMaps: MapsOf<ContextState> = { plans: true, outputs: true, compactions: true };

const record = z.looseObject({});
const amount = z.number();

/** A map as its entries. */
const mapOf = (value: z.ZodType) => z.array(z.tuple([z.string(), value])).transform((entries) => new Map(entries));
const listsOf = (value: z.ZodType) => mapOf(z.array(value));
const listsByPath = listsOf(z.looseObject({ path: z.string() }));

const pipelineSchema = z.looseObject({
  margins: z.array(z.tuple([amount, amount])).transform((entries) => new Map(entries)),
  noted: z.array(record),
});

/**
 * The form as it is stored. What lies deeper was made by the fold, and is kept whole by the checksum of the snapshot.
 */
const stateSchema = z.looseObject({
  seq: z.number().int(),
  status: z.enum(['running', 'waiting', 'completed', 'failed', 'cancelled']),
  waits: z.array(record),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  taskCount: amount,
  named: mapOf(record),
  /** An entry that is one of `instances` as its position there. */
  tasks: z.array(z.tuple([z.string(), z.union([z.number().int(), z.looseObject({ path: z.string() })])])),
  instances: listsByPath,
  calls: listsByPath,
  retries: listsByPath,
  warnings: listsOf(z.string()),
  rounds: listsByPath,
  votes: listsByPath,
  progress: mapOf(record),
  reparsed: mapOf(record),
  questions: mapOf(record),
  totals: record,
  byModel: mapOf(record),
  iterations: record,
  pipelines: mapOf(pipelineSchema),
  checkpoints: z.array(record),
  forkedFrom: record.optional(),
  context: z.looseObject({
    plans: listsByPath,
    outputs: listsByPath,
    compactions: listsByPath,
    metrics: record,
    told: amount,
  }),
});
const stored = z.strictObject({ version: z.literal(version), state: stateSchema });

/** The state of a run as JSON, for a snapshot. */
export function writeRunState(state: RunState): string {
  const { context, tasks, instances, pipelines } = state;
  const written = {
    ...withEntries(state, maps),
    tasks: [...tasks].map(([taskPath, task]) => {
      const position = instances.get(taskPath)?.lastIndexOf(task) ?? -1;
      return [taskPath, position < 0 ? task : position];
    }),
    pipelines: [...pipelines].map(([taskPath, figures]) => [taskPath, { ...figures, margins: [...figures.margins] }]),
    context: withEntries(context, contextMaps),
  };
  return JSON.stringify({ version, state: written });
}

/** The way back from {@link writeRunState}; undefined: it is of another version or form. */
export function readRunState(json: string): RunState | undefined {
  const read = stored.safeParse(parsed(json));
  if (!read.success) return undefined;
  const { tasks, ...rest } = read.data.state;
  const state = rest as unknown as Omit<RunState, 'tasks'> & {
    readonly pipelines: ReadonlyMap<string, PipelineFigures>;
  };
  const standing = new Map<string, unknown>();
  for (const [taskPath, task] of tasks) {
    const found = typeof task === 'number' ? state.instances.get(taskPath)?.[task] : task;
    if (found === undefined) return undefined;
    standing.set(taskPath, found);
  }
  return { ...state, tasks: standing as RunState['tasks'] };
}

function withEntries<T extends object>(value: T, fields: object): Record<string, unknown> {
  const entries = Object.entries(value).map(([name, field]) => [name, name in fields ? [...field] : field]);
  return Object.fromEntries(entries);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
