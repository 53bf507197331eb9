import type { PictureTheme } from '@/editor/geometry/draw-picture';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { printDiagnostics } from '../print-diagnostics';
import { readWorkflow } from '../read-workflow';
import { loadSeldomUsed, readWorkflowText } from '../read-workflow-text';
import { writeResult } from '../write-result';

const themes: readonly PictureTheme[] = ['light', 'dark', 'auto'];

/** Writes a workflow as a picture, as the canvas draws it. */
export async function exportPicture(
  files: readonly string[],
  { out = '-', theme: wished = 'auto' }: { readonly out?: string | undefined; readonly theme?: string | undefined },
  io: Io,
): Promise<ExitCode> {
  const [file] = files;
  if (file === undefined || files.length > 1)
    return printRefusal(io, 'Which workflow? heddle export notes.yaml --svg notes.svg.');
  const theme = themes.find((one) => one === wished);
  if (theme === undefined) return printRefusal(io, `--theme ${wished}: it is light, dark or auto.`);
  const read = await readWorkflow(io, file, readWorkflowText);
  if (!read.ok) return printRefusal(io, read.error);
  const { document, diagnostics } = read.value;
  printDiagnostics(io.err, file, diagnostics);
  if (document === undefined) return exitCodes.problems;
  const { drawPicture } = await loadSeldomUsed();
  const picture = drawPicture(document, theme);
  return picture.ok ? writeResult(out, picture.value.svg, io) : printRefusal(io, picture.error);
}
