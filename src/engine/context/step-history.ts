import { computeUtf8Length } from '@/base/bytes';
import { cutToStart } from '@/base/start-of';
import type { ContextManagement } from '@/plan/plan';
import type { ResultRecord } from '@/workflow/expressions/environment';

/** The output of a step, for later steps. */
interface Entry {
  readonly stepId: string;
  readonly text: string;
}

/** Most characters of an output that replace missing notes (language page, 5.1). */
const startLength = 500;

/**
 * The history of a multi-step task: the outputs of its steps, for later steps. The evaluator owns it. It does not count
 * against a window, its size is bounded (the oldest entry is shortened first), and it ends with the task.
 */
export class StepHistory {
  readonly #format: ContextManagement['accumulationFormat'];
  readonly #maxBytes: number;
  readonly #entries: Entry[] = [];
  /** Index of the oldest entry with text left. */
  #first = 0;
  #bytes = 0;

  constructor(format: ContextManagement['accumulationFormat'], maxBytes: number) {
    this.#format = format;
    this.#maxBytes = maxBytes;
  }

  add(stepId: string, record: ResultRecord): void {
    const text = this.#format === 'full_output' ? record.content : readStepNotes(record);
    if (text === '') return;
    this.#entries.push({ stepId, text });
    this.#bytes += computeUtf8Length(text);
    while (this.#bytes > this.#maxBytes) this.#shortenOldest();
    this.#letGo();
  }

  /** The text for a prompt; empty without any output. */
  text(): string {
    const outputs = this.#entries.slice(this.#first);
    if (outputs.length === 0) return '';
    const lines = outputs.map(({ stepId, text }) => `<output step="${stepId}">\n${text}\n</output>`);
    return `<previous_outputs>\n${lines.join('\n')}\n</previous_outputs>`;
  }

  #shortenOldest(): void {
    const oldest = this.#entries[this.#first] as Entry;
    const size = computeUtf8Length(oldest.text);
    const room = Math.max(0, size - (this.#bytes - this.#maxBytes));
    const text = cutToStart(oldest.text, Math.floor((oldest.text.length * room) / size));
    this.#bytes -= size - computeUtf8Length(text);
    if (text === '') this.#first += 1;
    else this.#entries[this.#first] = { ...oldest, text };
  }

  /** Removes emptied entries in bulk, so that a step costs the same in a sequence of any length. */
  #letGo(): void {
    if (this.#first * 2 <= this.#entries.length) return;
    this.#entries.splice(0, this.#first);
    this.#first = 0;
  }
}

/** What a step noted; without notes the start of its output. */
function readStepNotes(record: ResultRecord): string {
  return readNotedText(record) || cutToStart(record.content, startLength);
}

/** What a step noted: which data it used, and what it wrote down. */
export function readNotedText({ notes }: ResultRecord): string {
  return [notes['data_usage'], notes['text']].filter((note) => typeof note === 'string' && note !== '').join('\n');
}
