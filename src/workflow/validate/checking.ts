import { closest } from '@/base/did-you-mean';
import type { Diagnostic, DiagnosticCode, DocumentPath, Fix } from '../diagnostic';
import type { WorkflowDocument } from '../document';

/** Most guesses at what was meant: each looks at every name, and a file with a thousand wrong names needs no thousand. */
const maxGuesses = 100;

/** One check of a document: what the single checks look at, and where they put what they find. */
export class Checking {
  readonly document: WorkflowDocument;
  /** Ids of providers named in settings. */
  readonly known: readonly string[];
  readonly diagnostics: Diagnostic[] = [];
  readonly #once = new Set<string>();
  #guesses = 0;

  constructor(document: WorkflowDocument, known: readonly string[]) {
    this.document = document;
    this.known = known;
  }

  /** Adds a problem: a warning if its code says so (HED5xx), else an error. */
  report(code: DiagnosticCode, path: DocumentPath, message: string, fix?: Fix): void {
    const severity = code.startsWith('HED5') ? 'warning' : 'error';
    this.diagnostics.push({ code, severity, message, path, ...(fix ? { fix } : {}) });
  }

  /** Adds a problem, unless it was reported by this at the same place: many tasks may share what is wrong. */
  reportOnce(code: DiagnosticCode, path: DocumentPath, message: string): void {
    const key = `${code} ${path.join('/')}`;
    if (this.#once.has(key)) return;
    this.#once.add(key);
    this.report(code, path, message);
  }

  /** Reports a name that is not there, with what was probably meant, and the fix that writes that in its place. */
  reportUnknown(
    code: DiagnosticCode,
    path: DocumentPath,
    message: string,
    name: string,
    candidates: () => Iterable<string>,
  ): void {
    const guess = this.guess(name, candidates);
    const fix = guess && ({ kind: 'replace', title: `Change to ${guess}`, path, text: guess } as const);
    this.report(code, path, `${message}${didYouMean(guess)}`, fix || undefined);
  }

  /** The name that was probably meant. */
  guess(name: string, candidates: () => Iterable<string>): string | undefined {
    this.#guesses += 1;
    return this.#guesses > maxGuesses ? undefined : closest(name, candidates());
  }
}

/** “ Did you mean NAME?”, to be put behind a sentence; nothing without a guess. */
export function didYouMean(guess: string | undefined): string {
  return guess === undefined ? '' : ` Did you mean ${guess}?`;
}
