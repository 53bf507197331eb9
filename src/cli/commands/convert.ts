import { writeJson } from '@/formats/write-json';
import { readYaml } from '@/formats/yaml/read-yaml';
import { writeYaml } from '@/formats/yaml/write-yaml';
import type { WorkflowDocument } from '@/workflow/document';
import { type ExitCode, exitCodes, refuse } from '../exit-code';
import { fileProblem } from '../file-problem';
import type { Io } from '../io';
import { readWorkflow } from '../read-workflow';
import { writeTold } from '../told';

const writers = { yaml: writeYaml, json: writeJson } as const;
const isNotation = (name: string): name is keyof typeof writers => Object.hasOwn(writers, name);

interface Wishes {
  readonly to?: string | undefined;
  readonly out?: string | undefined;
  readonly 'no-layout'?: boolean | undefined;
}

/** Writes a workflow in another notation. Nothing is written of one that has errors. */
export async function convert(files: readonly string[], wishes: Wishes, io: Io): Promise<ExitCode> {
  const { to = '', out = '-' } = wishes;
  const [file] = files;
  if (file === undefined || files.length > 1) return refuse(io, 'Which file? Convert takes one; - is standard input.');
  if (!isNotation(to)) return refuse(io, `Convert to what? Give --to ${Object.keys(writers).join(', --to ')}.`);
  const read = await readWorkflow(io, file, readYaml);
  if (!read.ok) return refuse(io, read.error);
  const { document, diagnostics } = read.value;
  writeTold(
    io.err,
    diagnostics.map((problem) => ({ file, problem })),
  );
  if (document === undefined) return exitCodes.problems;
  const text = writers[to](wishes['no-layout'] ? withoutLayout(document) : document);
  if (out === '-') io.out.write(text);
  else {
    try {
      await io.write(out, text);
    } catch (error) {
      return refuse(io, `${out}: ${fileProblem(error)}`);
    }
  }
  return exitCodes.fine;
}

function withoutLayout({ layout: _layout, ...rest }: WorkflowDocument): WorkflowDocument {
  return rest;
}
