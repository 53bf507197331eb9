import { closest } from '@/base/did-you-mean';
import type { Diagnostic, DiagnosticCode, DocumentPath, Fix } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import { buildGraph, type Graph } from '../graph/graph';
import type { TaskId } from '../names';

/** Most guesses at what was meant: each looks at every name, and a file with a thousand wrong names needs no thousand. */
const maxGuesses = 100;

/** One check of a document: what the single checks look at, and where they put what they find. */
export class Checking {
  readonly document: WorkflowDocument;
  readonly graph: Graph;
  /** Ids of providers named in settings. */
  readonly known: readonly string[];
  /** Which tasks return a name, in the author's order. */
  readonly returnedBy: ReadonlyMap<string, readonly TaskId[]>;
  readonly diagnostics: Diagnostic[] = [];
  #guesses = 0;

  constructor(document: WorkflowDocument, known: readonly string[]) {
    this.document = document;
    this.known = known;
    this.graph = buildGraph(document);
    this.returnedBy = returnsOf(document, this.graph.ids);
  }

  /** Adds a problem: a warning if its code says so (HED5xx), else an error. */
  report(code: DiagnosticCode, path: DocumentPath, message: string, fix?: Fix): void {
    const severity = code.startsWith('HED5') ? 'warning' : 'error';
    this.diagnostics.push({ code, severity, message, path, ...(fix ? { fix } : {}) });
  }

  /** The name that was probably meant. */
  guess(name: string, candidates: Iterable<string>): string | undefined {
    this.#guesses += 1;
    return this.#guesses > maxGuesses ? undefined : closest(name, candidates);
  }
}

function returnsOf(document: WorkflowDocument, ids: readonly TaskId[]): Map<string, TaskId[]> {
  const returnedBy = new Map<string, TaskId[]>();
  for (const id of ids) {
    for (const name of Object.keys(document.tasks[id]?.returns ?? {})) {
      const tasks = returnedBy.get(name);
      if (tasks === undefined) returnedBy.set(name, [id]);
      else tasks.push(id);
    }
  }
  return returnedBy;
}

/** “ Did you mean NAME?”, to be put behind a sentence; nothing without a guess. */
export function didYouMean(guess: string | undefined): string {
  return guess === undefined ? '' : ` Did you mean ${guess}?`;
}
