import { closest } from '@/base/did-you-mean';
import type { Diagnostic, DiagnosticCode, DocumentPath, Fix } from '../diagnostic';
import type { WorkflowDocument } from '../document';

/**
 * Most guesses at what was meant: each looks at every name, and a file with a thousand wrong names needs no thousand.
 */
export const maxGuesses = 100;

/** One check of a part of a document: what the single checks look at, and where they put what they find. */
export class Checking {
  readonly document: WorkflowDocument;
  /** Ids of providers named in settings. */
  readonly known: readonly string[];
  readonly diagnostics: Diagnostic[] = [];
  /** Problems that other parts may share, with what is shared. Only the first of them is reported. */
  readonly shared = new Map<Diagnostic, string>();
  /** How many guesses were made. */
  guesses = 0;
  /** Whether what was found depends on more than this part, on settings, and on what was asked of siblings. */
  isBound = false;
  readonly #mostGuesses: number;

  /** `guesses`: how many may still be made. */
  constructor(document: WorkflowDocument, known: readonly string[], guesses = maxGuesses) {
    this.document = document;
    this.known = known;
    this.#mostGuesses = guesses;
  }

  /** Adds a problem: a warning if its code says so (HED5xx), else an error. */
  report(code: DiagnosticCode, path: DocumentPath, message: string, fix?: Fix): void {
    const severity = code.startsWith('HED5') ? 'warning' : 'error';
    this.diagnostics.push({ code, severity, message, path, ...(fix ? { fix } : {}) });
  }

  /** Adds a problem, unless it was reported by this at the same place: many tasks may share what is wrong. */
  reportOnce(code: DiagnosticCode, path: DocumentPath, message: string): void {
    this.report(code, path, message);
    const problem = this.diagnostics.at(-1);
    if (problem !== undefined) this.shared.set(problem, `${code} ${path.join('/')}`);
  }

  /** Reports a name that is not there, with what was probably meant, and the fix that writes that in place of it. */
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
    if (this.guesses >= this.#mostGuesses) {
      this.isBound = true;
      return undefined;
    }
    this.guesses += 1;
    return closest(name, candidates());
  }
}

/** “ Did you mean NAME?”, to be put behind a sentence; nothing without a guess. */
export function didYouMean(guess: string | undefined): string {
  return guess === undefined ? '' : ` Did you mean ${guess}?`;
}
