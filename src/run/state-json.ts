import { z } from 'zod';
import { encodeJson, tryDecodeJson } from '@/base/json-text';
import type { ContextState } from './context-state';
import { noTotals } from './run-figures';
import type { PipelineFigures, RunState } from './run-state';

/** Version of the format. An unknown version is not read; the state is then folded from the log. */
const version = 1;

type MapsOf<T> = { readonly [K in keyof T as T[K] extends ReadonlyMap<string, unknown> ? K : never]-?: true };

/** Every field that is a map. */
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
  byTask: true,
  takenByTask: true,
  pipelines: true,
};
const contextMaps: MapsOf<ContextState> = { plans: true, outputs: true, compactions: true };

const record = z.looseObject({});
const amount = z.number();

/** A map, stored as its entries. */
const createMapSchema = (value: z.ZodType) =>
  z.array(z.tuple([z.string(), value])).transform((entries) => new Map(entries));
const createListsSchema = (value: z.ZodType) => createMapSchema(z.array(value));
const listsByPath = createListsSchema(z.looseObject({ path: z.string() }));

const pipelineSchema = z.looseObject({
  margins: z.array(z.tuple([amount, amount])).transform((entries) => new Map(entries)),
  noted: z.array(record),
});

/** The stored form. Deeper values are not checked: the fold made them, and the snapshot's checksum protects them. */
const stateSchema = z.looseObject({
  seq: z.number().int(),
  status: z.enum(['running', 'waiting', 'completed', 'failed', 'cancelled']),
  waits: z.array(record),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  durationMs: amount.optional(),
  taskCount: amount,
  named: createMapSchema(record),
  /** An instance that is also in `instances` is stored as its position there. */
  tasks: z.array(z.tuple([z.string(), z.union([z.number().int(), z.looseObject({ path: z.string() })])])),
  instances: listsByPath,
  calls: listsByPath,
  retries: listsByPath,
  warnings: createListsSchema(z.string()),
  rounds: listsByPath,
  votes: listsByPath,
  progress: createMapSchema(record),
  reparsed: createMapSchema(record),
  questions: createMapSchema(record),
  totals: record,
  takenOver: record.default({ ...noTotals }),
  byModel: createMapSchema(record),
  byTask: createMapSchema(record).default(() => new Map()),
  takenByTask: createMapSchema(record).default(() => new Map()),
  iterations: record,
  pipelines: createMapSchema(pipelineSchema),
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
    ...listEntries(state, maps),
    tasks: [...tasks].map(([taskPath, task]) => {
      const position = instances.get(taskPath)?.lastIndexOf(task) ?? -1;
      return [taskPath, position < 0 ? task : position];
    }),
    pipelines: [...pipelines].map(([taskPath, figures]) => [taskPath, { ...figures, margins: [...figures.margins] }]),
    context: listEntries(context, contextMaps),
  };
  return encodeJson({ version, state: written });
}

/** The inverse of {@link writeRunState}; undefined: another version or format. */
export function readRunState(json: string): RunState | undefined {
  const read = stored.safeParse(tryDecodeJson(json));
  if (!read.success) return undefined;
  const { tasks, ...rest } = read.data.state;
  const state = rest as unknown as Omit<RunState, 'tasks'> & {
    readonly pipelines: ReadonlyMap<string, PipelineFigures>;
  };
  const restoredTasks = new Map<string, unknown>();
  for (const [taskPath, task] of tasks) {
    const found = typeof task === 'number' ? state.instances.get(taskPath)?.[task] : task;
    if (found === undefined) return undefined;
    restoredTasks.set(taskPath, found);
  }
  return { ...state, tasks: restoredTasks as RunState['tasks'] };
}

function listEntries<T extends object>(value: T, fields: object): Record<string, unknown> {
  const entries = Object.entries(value).map(([name, field]) => [name, name in fields ? [...field] : field]);
  return Object.fromEntries(entries);
}
