import type { Failure } from '@/base/errors';
import type { Json } from '@/base/json';
import type { McpResourceList, OfferedTool } from '@/engine/ports/tool-client';
import type { TakingFork } from '@/host/earlier-runs';
import type { TextFilling } from '@/host/look-at-texts';
import type { PlannedFile } from '@/plan/attachments/planned-files';
import type { EarlierRun } from '@/plan/forecast/forecast';
import type { ModelFacts } from '@/plan/model-facts';
import type { ModelOffer } from '@/plan/model-offer';
import type { ModelRef, Plan } from '@/plan/plan';
import type { DescribedFact } from '@/providers/catalogue/catalogue';
import type { LearnedEntry, LearnedKey } from '@/providers/catalogue/learned-facts';
import type { OwnEntry, OwnFacts } from '@/providers/catalogue/own-facts';
import type { ServedModels } from '@/providers/list-models';
import type { ProviderConfig } from '@/providers/provider-config';
import type { PlanRunner, Runner, RunUpdate } from '@/run/runner';
import type { SecretGrants } from '@/run/secret-grants';
import type { SignIns } from '@/run/sign-ins';
import type { WorkflowDocument } from '@/workflow/document';
import type { FileRepository } from '@/workflow/file-repository';
import type { DefinitionRepository } from '@/workflow/library/saved-definition';
import type { WorkflowRepository } from '@/workflow/repository';
import type { Tool } from '@/workflow/tasks/tools';
import type { ModelEnd } from '@/workflow/validate/model-ends';
import type { ConnectionTest } from '../models/test-connection';
import type { KeptModels } from './documents-api';
import type { ServersApi } from './servers-api';
import type { TestsApi } from './tests-api';

/** What was found out about a provider since the page was opened. */
export interface Connection {
  /** The last list it returned. `at`: an ISO date with time. */
  readonly list?: ServedModels & { readonly at: string };
  /** Why its last answer failed; undefined: it did not fail. */
  readonly failed?: { readonly at: string; readonly failure: Failure } | undefined;
  /** Whether its key or address changed since then. */
  readonly isOutdated?: boolean;
  /** Connection tests by the name of the model. */
  readonly tests: Readonly<Record<string, ConnectionTest>>;
}

/** A model with its known facts. */
export interface ModelRow {
  readonly model: string;
  readonly facts: ModelFacts;
  /** When the model is retired. `window`: the context window of its replacement, in tokens. */
  readonly end: (ModelEnd & { readonly window?: number | undefined }) | undefined;
}

/** Facts about models: the layers of the catalogue (`providers/catalogue`). */
export interface ModelsApi {
  /** The stored part of the catalogue, for the document worker. */
  kept(): Promise<KeptModels>;
  /**
   * Asks a provider for the models it serves, with its key if there is one. Errors: those of a call, `VALIDATION_ERROR`
   * if there is no such provider.
   */
  served(provider: string): Promise<ServedModels>;
  /** What providers listed since the page was opened, and the results of connection tests; by provider id. */
  connections(): Promise<Readonly<Record<string, Connection>>>;
  /**
   * Asks the provider for its list, the model for a word, and the model to use a tool. Failures are part of the result.
   */
  test(model: ModelRef): Promise<ConnectionTest>;
  /**
   * All models that are known or were listed: by provider, those that can be called first; of each provider the newest
   * first.
   */
  offers(): Promise<readonly ModelOffer[]>;
  /** The known facts of some models of a provider, at most 500. */
  rows(provider: string, models: readonly string[]): Promise<readonly ModelRow[]>;
  /** Names of the known models of a provider, in alphabetical order. */
  modelsOf(provider: string): Promise<readonly string[]>;
  /** Each known fact of a model, with its source and date. */
  describe(model: ModelRef): Promise<readonly DescribedFact[]>;
  /** What was learned from refusals, oldest first. */
  learned(): Promise<readonly LearnedEntry[]>;
  forget(entry: LearnedKey): Promise<void>;
  /** The facts that the person set. */
  own(): Promise<readonly OwnEntry[]>;
  /** Replaces the facts that the person set for a model; undefined removes them. */
  setOwn(model: ModelRef, facts: OwnFacts | undefined): Promise<void>;
  /** The price list in use: its ISO date, and whether it was fetched. */
  prices(): Promise<{ readonly asOf: string; readonly isRefreshed: boolean }>;
  /**
   * Fetches the newest price list. Errors: `PROVIDER_ERROR`, `VALIDATION_ERROR`; the previous list stays in use then.
   */
  refresh(): Promise<void>;
  /** Drops the fetched price list, so that the shipped one is used. */
  backToShipped(): Promise<void>;
}

/** The state of a stored or entered key: `locked` and `unlocked` keys are stored, encrypted with the passphrase. */
export type HeldStatus = 'in_memory' | 'locked' | 'unlocked';

/** The state of a provider's key. */
export type KeyStatus = HeldStatus | 'not_needed' | 'missing';

/** Keys in the worker: in memory, or encrypted with a passphrase at the person's wish. */
export interface KeysApi {
  status(): Promise<Readonly<Record<string, KeyStatus>>>;
  /**
   * With `passphrase` the key is also stored, encrypted. Error `VALIDATION_ERROR` if the passphrase differs from the
   * one in use.
   */
  set(provider: string, key: string, passphrase?: string): Promise<void>;
  forget(provider: string): Promise<void>;
  /** False if the passphrase is wrong. */
  unlock(passphrase: string): Promise<boolean>;
}

/**
 * Secrets that tools name as `{{secrets.NAME}}`. They are stored like keys: in memory, or encrypted with the same
 * passphrase, with which {@link KeysApi.unlock} opens them. Their values leave the worker only for the server of the
 * tool.
 */
export interface SecretsApi {
  /** The state of each secret, by name. */
  status(): Promise<Readonly<Record<string, HeldStatus>>>;
  /**
   * With `passphrase` the secret is also stored, encrypted. Error `VALIDATION_ERROR` if the passphrase differs from the
   * one in use.
   */
  set(name: string, value: string, passphrase?: string): Promise<void>;
  forget(name: string): Promise<void>;
}

/** Settings of this machine. */
export interface SettingsApi {
  /**
   * All providers: the built-in ones and the person's own. One of their own replaces a built-in provider with the same
   * id.
   */
  providers(): Promise<readonly ProviderConfig[]>;
  /** Adds a provider, or replaces the one with its id. */
  saveProvider(provider: ProviderConfig): Promise<void>;
  /** Replaces the context windows set for a provider's models; an empty object restores the known ones. */
  saveWindows(id: string, windows: NonNullable<ProviderConfig['windows']>): Promise<void>;
  /** Replaces the limits set for a provider; an empty object removes all limits. */
  saveLimits(id: string, limits: NonNullable<ProviderConfig['limits']>): Promise<void>;
  /** Removes a saved provider and its key; a built-in provider is reset, and keeps its key. */
  removeProvider(id: string): Promise<void>;
}

/** A tool of the open workflow, or a server of its tools, with the variables that its templates may use. */
export interface ToolCallRequest {
  readonly workflowId: string;
  readonly name: string;
  readonly tool: Tool;
  readonly variables: Readonly<Record<string, Json>>;
}

/** A tool in the list of a server. `description`: the start of its description, on one line. */
export type OfferedRow = Pick<OfferedTool, 'name' | 'description' | 'hints'>;

/** What a server currently offers. `problems`: one sentence for each tool that was left out. */
export interface OfferedTools {
  readonly tools: readonly OfferedRow[];
  readonly problems: readonly string[];
  readonly hasResources: boolean;
}

/** The outcome of trying a tool: its result or its error, as a model would receive it. */
export interface TriedCall {
  readonly text: string;
  readonly isError: boolean;
  readonly ms: number;
}

/**
 * Lists and tries tools without a run, with the same client and the same secrets, none of which are returned. Errors:
 * `CANCELLED`, and `TASK_FAILURE` as in a run.
 */
export interface ToolsApi {
  /** Asks a server what it offers. */
  offered(server: ToolCallRequest, signal: AbortSignal): Promise<OfferedTools>;
  /** A tool of a server from the last listing; undefined: it was not listed. */
  describe(server: ToolCallRequest, tool: string): Promise<Pick<OfferedTool, 'description' | 'parameters'> | undefined>;
  /** Calls a tool. `args`: JSON. An error of the call is part of the result. */
  call(wish: ToolCallRequest, args: string, signal: AbortSignal): Promise<TriedCall>;
  resources(server: ToolCallRequest, signal: AbortSignal): Promise<McpResourceList>;
  /** The text of a resource. */
  read(server: ToolCallRequest, uri: string, signal: AbortSignal): Promise<string>;
  /** Closes the connections to servers. */
  close(): Promise<void>;
}

/** A request for a workflow, in a person's words. */
export interface DraftPrompt {
  readonly sentence: string;
  /** The workflow to rewrite; left out: a new one. */
  readonly document?: WorkflowDocument;
  /** The model that drafts, as `provider:name`. */
  readonly model: string;
}

/** A workflow that a model wrote. */
export interface DraftedWorkflow {
  readonly yaml: string;
  /** What was repaired when it was read, and its remaining problems. */
  readonly warnings: readonly string[];
}

/** The files of workflows, each read as a whole. */
export type FilesApi = Omit<FileRepository, 'pages'>;

/** What the document worker asks of the engine, over a port between the two workers. */
export interface EngineForPlans extends PlanRunner, TextFilling {
  /**
   * Loads the code that the first run would wait for, and makes a plan ready to be started. Never rejects: what cannot
   * be loaded is loaded by the run.
   */
  prepare(plan?: Plan): Promise<void>;
  /** The files that match paths or patterns, without their bytes. Missing files are left out. */
  inspectFiles(workflowId: string, patterns: readonly string[]): Promise<readonly PlannedFile[]>;
  /**
   * A run and those whose results it would hand on to a fork, the newest first. Without an outline of the fork: one
   * from its end, of the workflow as it is now. Empty: there is no such run, or it was a dry run.
   */
  earlierRuns(executionId: string, outline?: Partial<TakingFork>): Promise<readonly EarlierRun[]>;
  /** Some older runs of the same workflow, the newest first: their answers are found by what was asked. */
  runsBefore(executionId: string): Promise<readonly EarlierRun[]>;
}

/**
 * The worker that runs and stores, as the page sees it. Every rejection is an `AppError`. A signal stops the call that
 * it is passed to, which then rejects; a listener is called until the call that it is passed to resolves.
 */
export interface EngineApi {
  /** Whether the storage could be opened; without it everything stays in memory. */
  opened(): Promise<{ readonly ok: true } | { readonly ok: false; readonly failure: Failure }>;
  readonly runner: Runner;
  readonly workflows: WorkflowRepository;
  readonly files: FilesApi;
  readonly definitions: DefinitionRepository;
  readonly keys: KeysApi;
  readonly secrets: SecretsApi;
  readonly grants: SecretGrants;
  readonly settings: SettingsApi;
  readonly signIns: SignIns;
  readonly models: ModelsApi;
  readonly tools: ToolsApi;
  readonly tests: TestsApi;
  readonly servers: ServersApi;
  /**
   * Lets a model draft a workflow; `onText` receives its text as it streams. Errors: those of the model, `CANCELLED`,
   * `VALIDATION_ERROR` if the model's provider is unknown or its key is missing, `XML_PARSE_ERROR` if the model wrote
   * no workflow.
   */
  draft(wish: DraftPrompt, onText: (text: string) => void, signal: AbortSignal): Promise<DraftedWorkflow>;
  /**
   * Sends the listener what happens in runs from now on, in order and at most once per frame. Resolves once it is
   * stopped.
   */
  follow(listener: (updates: readonly RunUpdate[]) => void, signal: AbortSignal): Promise<void>;
  /** Serves {@link EngineForPlans} on this port from now on. */
  connectPlans(port: MessagePort): Promise<void>;
}
