import { defined } from '@/base/defined';
import { findClosest } from '@/base/did-you-mean';
import type { Diagnostic, DiagnosticCode, DocumentPath, Fix } from '../diagnostic';
import type { WorkflowDocument } from '../document';

/**
 * Most guesses at misspelt names: each compares all names, and a file with a thousand wrong names does not need a
 * thousand guesses.
 */
export const maxGuesses = 100;

/** One check of a part of a document: the data that the checks read, and the problems they find. */
export class Checking {
  readonly document: WorkflowDocument;
  /** Ids of providers named in settings. */
  readonly known: readonly string[];
  readonly diagnostics: Diagnostic[] = [];
  /** Problems that other parts may share, with a key for what is shared: only the first with a key is reported. */
  readonly shared = new Map<Diagnostic, string>();
  /** The number of guesses made so far. */
  guesses = 0;
  /** Whether the findings depend on more than this part, the settings, and the answers of siblings. */
  isBound = false;
  readonly #mostGuesses: number;

  /** `guesses`: how many more may be made. */
  constructor(document: WorkflowDocument, known: readonly string[], guesses = maxGuesses) {
    this.document = document;
    this.known = known;
    this.#mostGuesses = guesses;
  }

  /** Adds a problem: a warning if its code says so (HED5xx), else an error. */
  report(code: DiagnosticCode, path: DocumentPath, message: string, fix?: Fix): void {
    const severity = code.startsWith('HED5') ? 'warning' : 'error';
    this.diagnostics.push({ code, severity, message, path, ...defined({ fix }) });
  }

  /** Adds a problem, unless the same one was reported at this path: many tasks may share a cause. */
  reportOnce(code: DiagnosticCode, path: DocumentPath, message: string): void {
    this.report(code, path, message);
    const problem = this.diagnostics.at(-1);
    if (problem !== undefined) this.shared.set(problem, `${code} ${path.join('/')}`);
  }

  /**
   * Reports a name that does not exist, with a guess at what was meant, and a fix that writes the guess instead;
   * without a guess the fix `otherwise`.
   */
  reportUnknown(
    code: DiagnosticCode,
    path: DocumentPath,
    message: string,
    name: string,
    candidates: () => Iterable<string>,
    otherwise?: Fix,
  ): void {
    const guess = this.guess(name, candidates);
    const fix = guess && ({ kind: 'replace', title: `Change to ${guess}`, path, text: guess } as const);
    this.report(code, path, `${message}${formatGuess(guess)}`, fix || otherwise);
  }

  /** A guess at the name that was meant. */
  guess(name: string, candidates: () => Iterable<string>): string | undefined {
    if (this.guesses >= this.#mostGuesses) {
      this.isBound = true;
      return undefined;
    }
    this.guesses += 1;
    return findClosest(name, candidates());
  }
}

/** “ Did you mean NAME?”, to append to a sentence; empty without a guess. */
export function formatGuess(guess: string | undefined): string {
  return guess === undefined ? '' : ` Did you mean ${guess}?`;
}
