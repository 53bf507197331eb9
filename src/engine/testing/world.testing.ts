import { AppError } from '@/base/errors';
import type { ModelFacts } from '@/plan/model-facts';
import { catalogueOf } from '@/plan/model-facts.testing';
import type { ModelRef, Plan } from '@/plan/plan';
import type { TokenCounter } from '@/plan/ports';
import type { RunEvent } from '@/run/events';
import type { RunStatus } from '@/run/run-state';
import type { StreamDelta } from '@/run/runner';
import type { RunWatch } from '../attempt';
import type { EngineDeps } from '../deps';
import type { Recording } from '../log/recording';
import type { BlobStore } from '../ports/blob-store';
import type { ModelRequest } from '../ports/model-client';
import type { CallScriptTool, ScriptExit, ScriptRequest } from '../ports/script-runner';
import type { ToolClient } from '../ports/tool-client';
import { runPlan } from '../run-plan';
import { createMemoryFiles } from './memory-files.testing';
import {
  createMemoryBlobs,
  createMemoryCheckpoints,
  createMemoryEvents,
  type MemoryCheckpoints,
  type MemoryEvents,
} from './memory-stores.testing';
import { createScriptedModels, type Scripted, type ScriptedModels } from './scripted-models.testing';
import { createScriptedPerson, type ScriptedPerson } from './scripted-person.testing';
import { createVirtualClock, type VirtualClock } from './virtual-clock.testing';

/** Doubles of all ports, and a run that uses them. */
export interface World {
  readonly clock: VirtualClock;
  readonly models: ScriptedModels;
  readonly scripts: ScriptRequest[];
  readonly files: ReturnType<typeof createMemoryFiles>;
  readonly person: ScriptedPerson;
  readonly log: MemoryEvents;
  readonly checkpoints: MemoryCheckpoints;
  readonly emitted: RunEvent[];
  readonly deltas: StreamDelta[];
  readonly stop: AbortController;
  readonly pause: AbortController;
  readonly deps: EngineDeps;
  /** Runs the plan to its end, or resumes it where the log ends. `watch` sees what its tasks are given. */
  run(plan: Plan, recording?: Recording, watch?: RunWatch): Promise<RunStatus>;
}

/** The output and the end of a script; left out: no output, and success. */
interface ScriptedScript extends Partial<ScriptExit> {
  readonly stdout?: string | Uint8Array;
  readonly stderr?: string | Uint8Array;
}

interface WorldOptions {
  readonly answer?: (request: ModelRequest) => Scripted;
  readonly script?: (request: ScriptRequest, callTool?: CallScriptTool) => ScriptedScript | Promise<ScriptedScript>;
  readonly person?: Parameters<typeof createScriptedPerson>[0];
  readonly files?: Readonly<Record<string, string>>;
  readonly tools?: Partial<ToolClient>;
  readonly secrets?: Readonly<Record<string, string>>;
  /** Context window of every model. Default: not known. */
  readonly windowTokens?: number;
  /** Other facts about models. Default: each costs $1 for a million tokens of input, and $2 of output. */
  readonly facts?: (model: ModelRef) => Partial<ModelFacts>;
  /** Default: one token for four characters, as if by the model's own tokenizer. */
  readonly tokens?: TokenCounter;
  readonly log?: readonly RunEvent[];
  readonly checkpoints?: MemoryCheckpoints;
  readonly blobs?: BlobStore;
}

/** Doubles of all ports. `answer` and `script` define how models and scripts reply. */
export function createWorld({
  answer = () => 'ok',
  script = (): ScriptedScript => ({}),
  person: answers,
  files: texts,
  tools = {},
  secrets = {},
  windowTokens,
  facts = () => ({ price: { inputPerMillion: 1, outputPerMillion: 2 } }),
  tokens = fourCharacters,
  log: before,
  checkpoints = createMemoryCheckpoints(),
  blobs,
}: WorldOptions = {}): World {
  const clock = createVirtualClock();
  const window = windowTokens === undefined ? {} : { window: windowTokens };
  const catalogue = catalogueOf((model) => ({ ...window, ...facts(model) }));
  const models = createScriptedModels(clock, answer);
  const log = createMemoryEvents(before);
  const scripts: ScriptRequest[] = [];
  const emitted: RunEvent[] = [];
  const deltas: StreamDelta[] = [];
  const files = createMemoryFiles(texts);
  const person = createScriptedPerson(answers);
  const stop = new AbortController();
  const pause = new AbortController();
  const deps: EngineDeps = {
    events: log,
    blobs: blobs ?? createMemoryBlobs(),
    checkpoints,
    models,
    clock,
    random: () => 0.5,
    files,
    person,
    tools: {
      http: noServer,
      mcpTools: noServer,
      mcpCall: noServer,
      mcpResources: noServer,
      mcpRead: noServer,
      close: async () => {},
      ...tools,
    },
    secretOf: (name) => secrets[name],
    tokens: async () => tokens,
    catalogue: async () => catalogue,
    scripts: {
      async run(request, sink, _signal, callTool) {
        scripts.push(request);
        const { stdout = '', stderr = '', ...exit } = await script(request, callTool);
        await sink('stdout', bytesOf(stdout));
        await sink('stderr', bytesOf(stderr));
        return { exitCode: 0, said: '', ...exit };
      },
    },
  };
  return {
    clock,
    models,
    scripts,
    files,
    person,
    log,
    checkpoints,
    emitted,
    deltas,
    stop,
    pause,
    deps,
    run: (plan, recording, watch) =>
      clock.runUntil(
        runPlan({
          executionId: 'run1',
          workflowId: 'flow1',
          plan,
          deps,
          signal: stop.signal,
          pause: pause.signal,
          ...(recording === undefined ? {} : { recording }),
          ...(watch === undefined ? {} : { watch }),
          onEvents: (events) => emitted.push(...events),
          onDelta: (delta) => deltas.push(delta),
        }),
      ),
  };
}

const fourCharacters: TokenCounter = { count: (text) => ({ tokens: Math.ceil(text.length / 4), exact: true }) };

function noServer(): Promise<never> {
  return Promise.reject(new AppError('TASK_FAILURE', 'No such server.', { details: { reason: 'tool' } }));
}

function bytesOf(printed: string | Uint8Array): Uint8Array {
  return typeof printed === 'string' ? new TextEncoder().encode(printed) : printed;
}
