import type { Runner } from '@/run/runner';
import type { SignIns } from '@/run/sign-ins';
import type { DocumentsApi } from '@/worker/border/documents-api';
import type { Point } from '@/workflow/document';
import type { FileRepository } from '@/workflow/file-repository';
import type { WorkflowRepository } from '@/workflow/repository';

/** The worker that holds the text of the open workflow, once it is set up. */
export type DocumentReader = Omit<DocumentsApi, 'configure' | 'connectEngine'>;

/** A box to be placed by {@link LayoutService}; sizes in pixels. */
export interface LayoutBox {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** Port: works out positions away from the page. Resolves to the left upper corner of each box. */
export type LayoutService = (
  boxes: readonly LayoutBox[],
  edges: readonly { readonly from: string; readonly to: string }[],
) => Promise<ReadonlyMap<string, Point>>;

/** What the screens need of the world; filled by the app, by doubles in tests. */
export interface Services {
  readonly documents: DocumentReader;
  readonly workflows: WorkflowRepository;
  readonly files: FileRepository;
  readonly runner: Runner;
  readonly layout: LayoutService;
  /** Signing in at servers of tools. */
  readonly signIns: SignIns;
  /**
   * Models that are known or were listed, as `provider:name`, in the order of the alphabet; what a field of a model
   * offers.
   */
  readonly modelNames: () => Promise<readonly string[]>;
  /** Opens a text in YAML as a workflow of its own, and tells the person if that fails. */
  readonly openAsNew: (text: string) => Promise<void>;
}
