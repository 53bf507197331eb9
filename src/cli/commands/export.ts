import { basename, dirname, resolve } from 'node:path';
import { formatBytes } from '@/base/figures';
import { isUnfinished } from '@/run/is-unfinished';
import { writeRunFile } from '@/storage/transfer/write-run-file';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { listSecretValues } from '../processes/process-env';
import { loadSeldomUsed } from '../read-workflow-text';
import type { StoreFlags } from '../run/store-place';
import { performOnRun } from '../runs/open-run';
import type { HtmlFlags } from './export-html';
import { exportPicture } from './export-picture';

interface ExportFlags extends StoreFlags, Omit<HtmlFlags, 'file'> {
  /** Whether it is a page that shows the run, and its file if that is named here. */
  readonly html?: string | undefined;
  /** Whether to include the payloads that events refer to. */
  readonly payloads?: boolean | undefined;
  /** Whether it is a picture of a workflow, and its file if that is named here. */
  readonly svg?: string | undefined;
  readonly theme?: string | undefined;
  readonly out?: string | undefined;
}

/**
 * Writes a run as a JSONL file: its plan, its events, and its payloads if requested; or as a page that shows it. It
 * contains no secret of the environment. With `svg` it is a picture of a workflow instead.
 */
export async function exportRun(args: readonly string[], wishes: ExportFlags, io: Io): Promise<ExitCode> {
  const { payloads = false, out, html, svg, theme } = wishes;
  if (svg !== undefined) return exportPicture(args, { out: svg || out, theme }, io);
  if (html === '' && out === undefined) return printRefusal(io, 'Which file? --html run.html, or --html --out FILE.');
  return performOnRun(io, args, wishes, async (run) => {
    const { journal, execution } = run;
    if (html !== undefined) {
      const { exportHtml } = await loadSeldomUsed();
      return exportHtml(run, { ...wishes, file: html || (out ?? '') }, io);
    }
    if (!payloads && isUnfinished(execution.status)) {
      const name = `Run ${execution.id} has not ended.`;
      const why = 'A copy of this file cannot be resumed if it needs a text that is longer than an event.';
      io.err.write(`${name} ${why} With --payloads it has those texts, too.\n`);
    }
    const wish = { payloads, secrets: listSecretValues(io.machine.env) };
    let bytes = 0;
    async function* pages(): AsyncGenerator<Uint8Array> {
      for await (const piece of writeRunFile(journal, execution.id, wish)) {
        bytes += piece.length;
        yield piece;
      }
    }
    if (out === undefined) {
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      for await (const piece of pages()) {
        io.out.write(decoder.decode(piece, { stream: true }));
        await io.out.taken();
      }
      return exitCodes.fine;
    }
    const path = resolve(io.machine.folder, out);
    await io.machine.outputs(dirname(path)).write(basename(path), { file: undefined, pages });
    io.err.write(`Run ${execution.id} is in ${out}, ${formatBytes(bytes)}.\n`);
    return exitCodes.fine;
  });
}
