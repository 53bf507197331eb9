import type { Failure } from '@/base/errors';
import type { Json } from '@/base/json';
import type { Result } from '@/base/result';
import type { McpResourceList, OfferedTool } from '@/engine/ports';
import type { CheckedText } from '@/formats/checked-text';
import type { ExportWish } from '@/formats/export-text';
import type { Fragment } from '@/formats/fragment';
import type { Imported } from '@/formats/import-file';
import type { XmlText } from '@/formats/xml/xml-text';
import type { EditedText } from '@/formats/yaml/yaml-source';
import type { PlannedFile } from '@/plan/attachments/planned-files';
import type { ModelFacts } from '@/plan/model-facts';
import type { ModelRef } from '@/plan/plan';
import type { Planned } from '@/plan/planned';
import type { DescribedFact } from '@/providers/catalogue/catalogue';
import type { LearnedEntry, LearnedKey } from '@/providers/catalogue/learned-facts';
import type { OwnEntry, OwnFacts } from '@/providers/catalogue/own-facts';
import type { SetWindows } from '@/providers/catalogue/set-windows';
import type { ServedModels } from '@/providers/list-models';
import type { ProviderConfig } from '@/providers/provider-config';
import type { Runner } from '@/run/runner';
import type { SignIns } from '@/run/sign-ins';
import type { ModelChange, TextEdit } from '@/workflow/change';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { DocumentDiff } from '@/workflow/diff/document-diff';
import type { WorkflowDocument } from '@/workflow/document';
import type { FileRepository } from '@/workflow/file-repository';
import type { WorkflowRepository } from '@/workflow/repository';
import type { Tool } from '@/workflow/tasks/tools';
import type { ModelEnd } from '@/workflow/validate/model-ends';
import type { ConnectionTest } from './test-connection';

/** The worker that holds the text of the open workflow: it reads, edits, checks and plans. */
export interface DocumentWorkerApi {
  /** Holds this text from now on. `known` are provider ids from settings besides the built-in ones. */
  open(text: string, known: readonly string[]): void;
  /** Applies edits that were typed or undone. */
  edit(edits: readonly TextEdit[]): void;
  /** Puts a change of the document into the text, with the smallest edits. */
  change(change: ModelChange): EditedText;
  /** Reads the text held. Without `wantDocument` the document is not sent back. */
  read(wantDocument: boolean): Promise<CheckedText>;
  /**
   * The text held, or a part of it. Error `VALIDATION_ERROR` if it does not parse, unless it is wanted to the letter.
   */
  exportText(wish: ExportWish): string;
  /** Reads a file of any notation; the text held stays. */
  readFile(bytes: Uint8Array, name: string): Imported;
  /** Reads what was pasted, in which a workflow may stand among other words; the text held stays. */
  readPasted(text: string): Imported;
  /** Some tasks of the text held as a small workflow in YAML. */
  copy(ids: readonly string[]): string;
  /** The tasks of another text. */
  readFragment(text: string): Result<Fragment, readonly Diagnostic[]>;
  /**
   * The document of the text held as XML: `held`, an XML text of an earlier state of it, with what has changed since
   * put in, or written anew without it. Error `VALIDATION_ERROR` if the text held does not parse.
   */
  xml(held: string | undefined): XmlText;
  /** Reads and checks an XML text. */
  readXml(text: string): XmlText;
  /**
   * How the document of another text in YAML (before) differs in meaning from that of the text held (after), or why the
   * other cannot be read. Error `VALIDATION_ERROR` if the text held does not parse.
   */
  diff(text: string): Result<DocumentDiff, readonly Diagnostic[]>;
  /** Checks an XML text against heddle-1.xsd, by lines. Rejects if libxml2, which is loaded for it, cannot be. */
  checkXml(text: string): Promise<readonly Diagnostic[]>;
  /** Takes in what is known of models beside what comes with Heddle, in the place of what was told before. */
  know(models: KeptModels): void;
  /**
   * Makes a plan of the text held. `files`: what is attached, as it is now; left out: attachments are not looked at.
   */
  plan(files?: readonly PlannedFile[]): Promise<Planned>;
}

/** What a person set of models, what was learned of them, and the price list that was fetched, as they are stored. */
export interface KeptModels {
  readonly windows: SetWindows;
  readonly models: unknown;
  readonly prices: unknown;
}

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
  kept(): Promise<Omit<KeptModels, 'windows'>>;
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
 * nothing comes back. Anything that comes through a port stops what it was given with. Errors: `CANCELLED`, and
 * `TASK_FAILURE` as in a run.
 */
export interface ToolsApi {
  /** Asks a server what it offers. */
  offered(server: ToolWish, port: MessagePort): Promise<OfferedTools>;
  /** A tool of a server as it was listed last; undefined: it was not. */
  describe(server: ToolWish, tool: string): Promise<Pick<OfferedTool, 'description' | 'parameters'> | undefined>;
  /** Calls a tool. `args`: JSON. What goes wrong with the call is in what it resolves to. */
  call(wish: ToolWish, args: string, port: MessagePort): Promise<TriedCall>;
  resources(server: ToolWish, port: MessagePort): Promise<McpResourceList>;
  /** The text of a resource. */
  read(server: ToolWish, uri: string, port: MessagePort): Promise<string>;
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

/** The files of workflows. */
export interface FilesApi extends Omit<FileRepository, 'pages'> {
  /** What the files are that fit paths or patterns, without their bytes. Those that are not there are left out. */
  inspect(workflowId: string, patterns: readonly string[]): Promise<readonly PlannedFile[]>;
}

/**
 * The worker that runs and stores. `opened` tells whether the storage could be opened; without it all stays in memory.
 */
export interface EngineWorkerApi {
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
   * Has a model draft a workflow. Pieces of its text are sent through the port as they come; anything that comes back
   * stops it. Errors: those of the model, `CANCELLED`, `VALIDATION_ERROR` if the model's provider is unknown or its key
   * is missing, `INVALID_OUTPUT` if the model wrote no workflow.
   */
  draft(wish: DraftWish, port: MessagePort): Promise<DraftedWorkflow>;
  /** Sends `RunUpdate[]` through this port, at most once a frame, until something is sent back through it. */
  follow(port: MessagePort): void;
}
