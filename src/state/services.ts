import type { JsonObject } from '@/base/json';
import type { ModelOffer, OfferedKey } from '@/plan/model-offer';
import type { RunTargets } from '@/plan/partial/run-targets';
import type { ModelRef } from '@/plan/plan';
import type { ForkAtServer, Runner } from '@/run/runner';
import type { SecretGrants } from '@/run/secret-grants';
import type { SignIns } from '@/run/sign-ins';
import type { DocumentsApi } from '@/worker/border/documents-api';
import type { FileRepository } from '@/workflow/file-repository';
import type { DefinitionRepository } from '@/workflow/library/saved-definition';
import type { WorkflowRepository } from '@/workflow/repository';
import type { OpenTabs } from './open-tabs';

/** The worker that holds the text of the open workflow, after its setup. */
export type DocumentReader = Omit<DocumentsApi, 'configure' | 'connectEngine'>;

/** What is known of a provider before a run. */
export interface ProviderCheck {
  readonly id: string;
  readonly label: string;
  readonly key: OfferedKey;
  /** Whether it has answered since the page was opened, or why not. */
  readonly answer: 'not_asked' | 'answered' | { readonly failed: string };
  /** The models of the run that it does not list and that Heddle has no facts of, as names; empty if it has no list. */
  readonly unknown: readonly string[];
}

/** Port: starts runs at a server. Each resolves to the id of the run, which is followed. */
export interface ServerRunner {
  start(server: string, workflowId: string, targets?: RunTargets, inputs?: JsonObject): Promise<string>;
  fork(server: string, workflowId: string, wish: ForkAtServer): Promise<string>;
}

/** External services of the screens; provided by the app, and by doubles in tests. */
export interface Services {
  /** Set where runs are only read: nothing is offered that starts or changes one. */
  readonly isReadOnly?: true;
  readonly documents: DocumentReader;
  readonly workflows: WorkflowRepository;
  readonly files: FileRepository;
  readonly definitions: DefinitionRepository;
  readonly runner: Runner;
  readonly servers: ServerRunner;
  /** The workflows that are open in this page. */
  readonly tabs: OpenTabs;
  /** Which secret may be sent where. */
  readonly grants: SecretGrants;
  /** Signing in at tool servers. */
  readonly signIns: SignIns;
  /**
   * Models that are known or were listed: by provider, those that can be called first; of each the newest first.
   */
  readonly modelOffers: () => Promise<readonly ModelOffer[]>;
  /**
   * What is known of the providers of some models; with `isAsked` each is asked for its list of models first, which
   * costs nothing. A provider that does not answer is a result.
   */
  readonly checkProviders: (models: readonly ModelRef[], isAsked: boolean) => Promise<readonly ProviderCheck[]>;
  /** Opens a YAML text as a separate workflow; an error is shown to the person. */
  readonly openAsNew: (text: string) => Promise<void>;
  /** Lets the person choose a file and opens it. To be called in an action of the person. */
  readonly openFile: () => Promise<void>;
}
