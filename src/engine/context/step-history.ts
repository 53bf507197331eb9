import { utf8Length } from '@/base/bytes';
import type { ContextManagement } from '@/plan/plan';
import { startOf } from '@/run/start-of';
import type { ResultRecord } from '@/workflow/expressions/environment';

/** What a step left for those after it. */
interface Entry {
  readonly stepId: string;
  readonly text: string;
}

/** Most characters of an output that stand for notes where there are none (language page, 5.1). */
const startLength = 500;

/**
 * The history of a multi-step task: what its steps put out, for the steps after them. Owned by the evaluator, never counted against a
 * window, bounded (oldest shortened first), and gone with the task.
 */
export class StepHistory {
  readonly #format: ContextManagement['accumulationFormat'];
  readonly #maxBytes: number;
  #entries: Entry[] = [];
  #bytes = 0;

  constructor(format: ContextManagement['accumulationFormat'], maxBytes: number) {
    this.#format = format;
    this.#maxBytes = maxBytes;
  }

  add(stepId: string, record: ResultRecord): void {
    const text = this.#format === 'full_output' ? record.content : notesOf(record);
    this.#entries.push({ stepId, text });
    this.#bytes += utf8Length(text);
    this.#shorten();
  }

  /** As it stands in a prompt; empty without any output. */
  text(): string {
    const outputs = this.#entries.filter(({ text }) => text !== '');
    if (outputs.length === 0) return '';
    const lines = outputs.map(({ stepId, text }) => `<output step="${stepId}">\n${text}\n</output>`);
    return `<previous_outputs>\n${lines.join('\n')}\n</previous_outputs>`;
  }

  #shorten(): void {
    for (let index = 0; this.#bytes > this.#maxBytes && index < this.#entries.length; index++) {
      const entry = this.#entries[index];
      if (entry === undefined) return;
      const size = utf8Length(entry.text);
      const room = Math.max(0, size - (this.#bytes - this.#maxBytes));
      const text = startOf(entry.text, Math.floor((entry.text.length * room) / Math.max(size, 1)));
      this.#entries[index] = { ...entry, text };
      this.#bytes -= size - utf8Length(text);
    }
    // What was shortened to nothing is not kept: a sequence may have any number of steps.
    this.#entries = this.#entries.filter(({ text }, index) => text !== '' || index === this.#entries.length - 1);
  }
}

function notesOf({ notes, content }: ResultRecord): string {
  const said = notes['data_usage'];
  return typeof said === 'string' && said !== '' ? said : startOf(content, startLength);
}
