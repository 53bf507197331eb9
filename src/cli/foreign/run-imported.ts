import { defined } from '@/base/defined';
import type { ForeignImport } from '@/formats/foreign/import-foreign';
import type { DryRunCounts } from '@/formats/foreign/import-report';
import { writeYaml } from '@/formats/yaml/write-yaml';
import type { WorkflowDocument } from '@/workflow/document';
import { exitCodes } from '../exit-code';
import type { Io, Output } from '../io';
import { startRun } from '../run/start-run';

/** Runs an imported workflow on the simulated model, with nothing kept or sent, and counts how its tasks ended. */
export async function runImported({ document }: Pick<ForeignImport, 'document'>, io: Io): Promise<DryRunCounts> {
  const out = new KeptOutput();
  const err = new KeptOutput();
  const bytes = new TextEncoder().encode(writeYaml(withoutNeededFiles(document)));
  const machine = { ...io.machine, ask: undefined };
  const quiet: Io = { ...io, machine, out, err, readRegular: async () => bytes, read: async () => bytes };
  const code = await startRun(quiet, '-', { simulate: true, model: 'sim:fast', json: true });
  const ends = out.text.split('\n').flatMap(readEnd);
  const count = (kind: string) => ends.filter((end) => end.kind === kind).length;
  const failures = ends.flatMap(({ kind, path, error }) =>
    kind === 'task.failed' ? [`${path.replace(/^task\//, '')}: ${error?.message ?? 'It failed.'}`] : [],
  );
  const refusal = ends.length === 0 && code !== exitCodes.fine ? [err.text.trim().split('\n')[0] ?? ''] : [];
  return {
    ran: count('task.completed'),
    skipped: count('task.skipped'),
    failed: count('task.failed'),
    problems: [...refusal, ...failures],
  };
}

interface TaskEndLine {
  readonly kind: string;
  readonly path: string;
  readonly error?: { readonly message?: string };
}

/** The end of a task at the top, of a line of events. */
function readEnd(line: string): TaskEndLine[] {
  if (line === '') return [];
  const event = JSON.parse(line) as TaskEndLine;
  return /^task\.(?:completed|skipped|failed)$/.test(event.kind) && /^task\/[^/]+$/.test(event.path) ? [event] : [];
}

/** A dry run makes up what it is given, but no file. */
function withoutNeededFiles(document: WorkflowDocument): WorkflowDocument {
  if (document.inputs === undefined) return document;
  const inputs = Object.fromEntries(
    Object.entries(document.inputs).map(([name, input]) => {
      const { required, ...rest } = input;
      return [name, input.type === 'file' ? rest : { ...rest, ...defined({ required }) }];
    }),
  );
  return { ...document, inputs };
}

/** An output that is kept. */
class KeptOutput implements Output {
  text = '';
  readonly coloured = false;
  readonly columns = undefined;
  readonly #decoder = new TextDecoder();

  write(content: string | Uint8Array): void {
    this.text += typeof content === 'string' ? content : this.#decoder.decode(content, { stream: true });
  }

  async taken(): Promise<void> {}
}
