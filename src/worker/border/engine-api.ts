import type { Failure } from '@/base/errors';
import type { Json } from '@/base/json';
import type { McpResourceList, OfferedTool } from '@/engine/ports/tool-client';
import type { PlannedFile } from '@/plan/attachments/planned-files';
import type { ModelFacts } from '@/plan/model-facts';
import type { ModelRef } from '@/plan/plan';
import type { DescribedFact } from '@/providers/catalogue/catalogue';
import type { LearnedEntry, LearnedKey } from '@/providers/catalogue/learned-facts';
import type { OwnEntry, OwnFacts } from '@/providers/catalogue/own-facts';
import type { ServedModels } from '@/providers/list-models';
import type { ProviderConfig } from '@/providers/provider-config';
import type { PlanRunner, Runner, RunUpdate } from '@/run/runner';
import type { SignIns } from '@/run/sign-ins';
import type { WorkflowDocument } from '@/workflow/document';
import type { FileRepository } from '@/workflow/file-repository';
import type { WorkflowRepository } from '@/workflow/repository';
import type { Tool } from '@/workflow/tasks/tools';
import type { ModelEnd } from '@/workflow/validate/model-ends';
import type { ConnectionTest } from '../models/test-connection';
import type { KeptModels } from './documents-api';

/** How it stands with a provider, as far as it was asked since the page was opened. */
export interface Connection {
  /** The last list that it gave. `at`: an ISO date with time. */
  readonly list?: ServedModels & { readonly at: string };
  /** Why it did not answer the last time it was asked; undefined: it did. */
  readonly failed?: { readonly at: string; readonly failure: Failure } | undefined;
  /** Whether its key or address changed since it was asked. */
  readonly isOutdated?: boolean;
  /** By the name of the model. */
  readonly tests: Readonly<Record<string, ConnectionTest>>;
}

/** A model and what is known of it. */
export interface ModelRow {
  readonly model: string;
  readonly facts: ModelFacts;
  /** When it ends. `window`: that of the model that takes its place, in tokens. */
  readonly end: (ModelEnd & { readonly window?: number | undefined }) | undefined;
}

/** What is known of models: the layers of the catalogue (`providers/catalogue`). */
export interface ModelsApi {
  /** What is stored of them, for the document worker. */
  kept(): Promise<KeptModels>;
  /**
   * Asks a provider for the models that it serves, with its key if there is one. Errors: those of a call,
   * `VALIDATION_ERROR` if there is no such provider.
   */
  served(provider: string): Promise<ServedModels>;
  /** What providers listed, and how tests of them went, since the page was opened; by the id of the provider. */
  connections(): Promise<Readonly<Record<string, Connection>>>;
  /**
   * Asks the provider for its list, the model for a word, and the model to use a tool. Failures are in what it resolves
   * to.
   */
  test(model: ModelRef): Promise<ConnectionTest>;
  /** All models that are known or were listed, as `provider:name`, in the order of the alphabet. */
  names(): Promise<readonly string[]>;
  /** What is known of some models of a provider, at most 500. */
  rows(provider: string, models: readonly string[]): Promise<readonly ModelRow[]>;
  /** Names of the models of a provider that are known, in the order of the alphabet. */
  modelsOf(provider: string): Promise<readonly string[]>;
  /** Each fact that is known of a model, where it comes from, and its date. */
  describe(model: ModelRef): Promise<readonly DescribedFact[]>;
  /** What refusals taught, the oldest first. */
  learned(): Promise<readonly LearnedEntry[]>;
  forget(entry: LearnedKey): Promise<void>;
  /** What the person said of models. */
  own(): Promise<readonly OwnEntry[]>;
  /** What the person says of a model, in the place of what they said before; undefined: nothing any more. */
  setOwn(model: ModelRef, facts: OwnFacts | undefined): Promise<void>;
  /** The price list that holds: its ISO date, and whether it was fetched. */
  prices(): Promise<{ readonly asOf: string; readonly isRefreshed: boolean }>;
  /** Fetches the newest price list. Errors: `PROVIDER_ERROR`, `VALIDATION_ERROR`; what was known before then holds. */
  refresh(): Promise<void>;
  /** Lets go of the price list that was fetched. */
  backToShipped(): Promise<void>;
}

/** Where a key is: `locked` and `unlocked` ones are stored, encrypted with the passphrase. */
export type HeldStatus = 'in_memory' | 'locked' | 'unlocked';

/** How it stands with the key of a provider. */
export type KeyStatus = HeldStatus | 'not_needed' | 'missing';

/** Keys, kept in the worker: in memory, or encrypted with a passphrase when the person asks for it. */
export interface KeysApi {
  status(): Promise<Readonly<Record<string, KeyStatus>>>;
  /**
   * With `passphrase` the key is also stored, encrypted. Error `VALIDATION_ERROR` if it differs from the one in use.
   */
  set(provider: string, key: string, passphrase?: string): Promise<void>;
  forget(provider: string): Promise<void>;
  /** False if the passphrase is wrong. */
  unlock(passphrase: string): Promise<boolean>;
}

/**
 * Secrets that tools name as `{{secrets.NAME}}`, kept like keys: in memory, or encrypted with the same passphrase, by
 * which {@link KeysApi.unlock} opens them. Their values never leave the worker but to the server of the tool.
 */
export interface SecretsApi {
  /** By name. */
  status(): Promise<Readonly<Record<string, HeldStatus>>>;
  /** With `passphrase` it is also stored, encrypted. Error `VALIDATION_ERROR` if it differs from the one in use. */
  set(name: string, value: string, passphrase?: string): Promise<void>;
  forget(name: string): Promise<void>;
}

/** Settings that live on the machine. */
export interface SettingsApi {
  /** All providers: the built-in ones, and those of the person, which take the place of a built-in one of their id. */
  providers(): Promise<readonly ProviderConfig[]>;
  /** Adds or replaces one by its id. */
  saveProvider(provider: ProviderConfig): Promise<void>;
  /** Sets the context windows of a provider's models, in the place of those that were set; none: as they are known. */
  saveWindows(id: string, windows: NonNullable<ProviderConfig['windows']>): Promise<void>;
  /** Sets the limits of a provider, in the place of those that were set; none: its calls are not held back. */
  saveLimits(id: string, limits: NonNullable<ProviderConfig['limits']>): Promise<void>;
  /** Forgets what was saved, and the key with it; a built-in one is again as it came, and keeps its key. */
  removeProvider(id: string): Promise<void>;
}

/** A tool of the open workflow, or a server of its tools, with the variables that its templates may name. */
export interface ToolWish {
  readonly name: string;
  readonly tool: Tool;
  readonly variables: Readonly<Record<string, Json>>;
}

/** A tool in the list of a server. `description`: its start, on one line. */
export type OfferedRow = Pick<OfferedTool, 'name' | 'description' | 'hints'>;

/** What a server offers now. `problems`: what had to be left out, a sentence each. */
export interface OfferedTools {
  readonly tools: readonly OfferedRow[];
  readonly problems: readonly string[];
  readonly hasResources: boolean;
}

/** What came of trying a tool: its result, or its error, as a model would be told. */
export interface TriedCall {
  readonly text: string;
  readonly isError: boolean;
  readonly ms: number;
}

/**
 * Tools as they can be looked at and tried out apart from a run: by the same client, with the same secrets, of which
 * nothing comes back. Errors: `CANCELLED`, and `TASK_FAILURE` as in a run.
 */
export interface ToolsApi {
  /** Asks a server what it offers. */
  offered(server: ToolWish, signal: AbortSignal): Promise<OfferedTools>;
  /** A tool of a server as it was listed last; undefined: it was not. */
  describe(server: ToolWish, tool: string): Promise<Pick<OfferedTool, 'description' | 'parameters'> | undefined>;
  /** Calls a tool. `args`: JSON. What goes wrong with the call is in what it resolves to. */
  call(wish: ToolWish, args: string, signal: AbortSignal): Promise<TriedCall>;
  resources(server: ToolWish, signal: AbortSignal): Promise<McpResourceList>;
  /** The text of a resource. */
  read(server: ToolWish, uri: string, signal: AbortSignal): Promise<string>;
  /** Ends what is open at servers. */
  close(): Promise<void>;
}

/** A wish for a workflow, in a person's words. */
export interface DraftWish {
  readonly sentence: string;
  /** The workflow that is to be written anew; left out: a new one is wanted. */
  readonly document?: WorkflowDocument;
  /** The model that drafts, as `provider:name`. */
  readonly model: string;
}

/** A workflow that a model wrote. */
export interface DraftedWorkflow {
  readonly yaml: string;
  /** What was repaired while reading it, and what is still wrong with it. */
  readonly warnings: readonly string[];
}

/** The files of workflows, each as a whole. */
export type FilesApi = Omit<FileRepository, 'pages'>;

/** What the worker of documents asks of the engine, over a line between the two. */
export interface EngineForPlans extends PlanRunner {
  /** What the files are that fit paths or patterns, without their bytes. Those that are not there are left out. */
  inspectFiles(workflowId: string, patterns: readonly string[]): Promise<readonly PlannedFile[]>;
}

/**
 * The worker that runs and stores, as the page sees it. Every rejection is an `AppError`. A signal stops what it is
 * given to, which then rejects; a listener hears what it is given to until that resolves.
 */
export interface EngineApi {
  /** Whether the storage could be opened; without it all stays in memory. */
  opened(): Promise<{ readonly ok: true } | { readonly ok: false; readonly failure: Failure }>;
  readonly runner: Runner;
  readonly workflows: WorkflowRepository;
  readonly files: FilesApi;
  readonly keys: KeysApi;
  readonly secrets: SecretsApi;
  readonly settings: SettingsApi;
  readonly signIns: SignIns;
  readonly models: ModelsApi;
  readonly tools: ToolsApi;
  /**
   * Has a model draft a workflow; `onText` hears of its text as it comes. Errors: those of the model, `CANCELLED`,
   * `VALIDATION_ERROR` if the model's provider is unknown or its key is missing, `INVALID_OUTPUT` if the model wrote no
   * workflow.
   */
  draft(wish: DraftWish, onText: (text: string) => void, signal: AbortSignal): Promise<DraftedWorkflow>;
  /**
   * Tells the listener what happens in runs from now on, in order and at most once a frame. Resolves once that was
   * stopped.
   */
  follow(listener: (updates: readonly RunUpdate[]) => void, signal: AbortSignal): Promise<void>;
  /** Serves {@link EngineForPlans} through this port from now on. */
  connectPlans(port: MessagePort): Promise<void>;
}
