import { createTwoFilesPatch } from 'diff';
import { AppError } from '@/base/errors';
import { encodeJson } from '@/base/json-text';
import { writeYaml } from '@/formats/yaml/write-yaml';
import type { WorkflowDocument } from '@/workflow/document';
import { collectDefinition } from '@/workflow/library/collect-definition';
import { readOrigin, writeOrigin } from '@/workflow/library/origin';
import { putDefinition, updateDefinition } from '@/workflow/library/put-definition';
import type { DefinitionRepository } from '@/workflow/library/saved-definition';
import { changeFile } from '../change-file';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import { explainFsError } from '../explain-fs-error';
import type { Io } from '../io';
import { findLibraryFolder } from '../library/library-folder';
import { removeControls } from '../plain-text';
import { printDiagnostics } from '../print-diagnostics';
import { readWorkflow } from '../read-workflow';
import { readWorkflowText } from '../read-workflow-text';
import { formatTable } from '../table';

interface LibraryFlags {
  readonly library?: string | undefined;
  /** Puts a definition in without its origin. */
  readonly copy?: boolean | undefined;
  /** Whether `update` writes the file. */
  readonly write?: boolean | undefined;
  readonly json?: boolean | undefined;
}

type Act = (args: readonly string[], saved: DefinitionRepository, flags: LibraryFlags, io: Io) => Promise<ExitCode>;

const actions: Readonly<Record<string, Act>> = {
  list: listSaved,
  show: showSaved,
  save: saveFromFile,
  put: putIntoFile,
  update: updateFile,
  remove: removeSaved,
};

/** Lists, saves, shows and removes definitions that are kept across workflows, and puts them into workflows. */
export async function runLibraryCommand(args: readonly string[], flags: LibraryFlags, io: Io): Promise<ExitCode> {
  const [name = 'list', ...rest] = args;
  const act = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (act === undefined) {
    return printRefusal(io, `“${name}” is none of ${Object.keys(actions).join(', ')}.`);
  }
  const folder = findLibraryFolder(io, flags.library);
  try {
    return await act(rest, io.machine.definitions(folder), flags, io);
  } catch (error) {
    if (error instanceof AppError) return printRefusal(io, `${error.message} ${error.advice ?? ''}`.trim());
    return printRefusal(io, `${folder}: ${explainFsError(error)}`);
  }
}

async function listSaved(_args: readonly string[], saved: DefinitionRepository, { json }: LibraryFlags, io: Io) {
  const found = await saved.list();
  if (json) io.out.write(`${encodeJson(found, 2)}\n`);
  else if (found.length === 0) io.err.write('Nothing is saved yet. Save a definition: heddle library save FILE NAME\n');
  else {
    io.out.write(
      formatTable(
        found.map(({ name, versions, description = '' }) => [
          writeOrigin({ name, version: versions[0]?.version ?? 0 }),
          versions[0]?.savedAt.slice(0, 10) ?? '',
          description,
        ]),
      ),
    );
  }
  return exitCodes.fine;
}

async function showSaved([wanted]: readonly string[], saved: DefinitionRepository, _flags: LibraryFlags, io: Io) {
  const found = await loadSaved(wanted, saved);
  if (found === undefined) return printMissing(wanted, saved, io);
  io.out.write(writeYaml(found.document));
  return exitCodes.fine;
}

async function saveFromFile(
  [file, name]: readonly string[],
  saved: DefinitionRepository,
  _flags: LibraryFlags,
  io: Io,
) {
  if (file === undefined || name === undefined)
    return printRefusal(io, 'Which definition of which file? Give FILE NAME.');
  const document = await openDocument(file, io);
  if (typeof document === 'number') return document;
  const collected = collectDefinition(document, name);
  if (collected === undefined) {
    const names = Object.keys(document.library ?? {}).join(', ') || 'nothing';
    return printRefusal(io, `${file} defines no “${name}”. Its library has: ${names}.`);
  }
  io.out.write(`${writeOrigin({ name, version: await saved.save(name, collected) })}\n`);
  return exitCodes.fine;
}

async function putIntoFile(
  [file, wanted]: readonly string[],
  saved: DefinitionRepository,
  flags: LibraryFlags,
  io: Io,
) {
  if (file === undefined || wanted === undefined)
    return printRefusal(io, 'What, into which file? Give FILE NAME[@VERSION].');
  const found = await loadSaved(wanted, saved);
  if (found === undefined) return printMissing(wanted, saved, io);
  return changeFile(file, io, (document) =>
    putDefinition(document, { saved: found, keepsOrigin: flags.copy !== true }),
  );
}

/** Shows what newer versions would change; writes it with `--write`. */
async function updateFile([file, only]: readonly string[], saved: DefinitionRepository, flags: LibraryFlags, io: Io) {
  if (file === undefined)
    return printRefusal(io, 'Which file? Give FILE, and the NAME of a definition if only that is meant.');
  const document = await openDocument(file, io);
  if (typeof document === 'number') return document;
  let updated = document;
  for (const [name, { origin }] of Object.entries(document.library ?? {})) {
    const from = readOrigin(origin);
    if (from === undefined || (only !== undefined && only !== name)) continue;
    const newest = await saved.load(from.name);
    if (newest === undefined || newest.version <= from.version) continue;
    const result = updateDefinition(updated, { name, saved: newest });
    if (result.ok) updated = result.value;
  }
  if (updated === document) {
    io.err.write('Every definition is up to date.\n');
    return exitCodes.fine;
  }
  if (flags.write) return changeFile(file, io, () => ({ ok: true, value: updated }));
  io.out.write(removeControls(createTwoFilesPatch(file, `${file} (updated)`, writeYaml(document), writeYaml(updated))));
  io.err.write('Nothing was written. To write it: --write\n');
  return exitCodes.problems;
}

async function removeSaved([name]: readonly string[], saved: DefinitionRepository, _flags: LibraryFlags, io: Io) {
  const found = await loadSaved(name, saved);
  if (name === undefined || found === undefined) return printMissing(name, saved, io);
  await saved.remove(name);
  return exitCodes.fine;
}

/** `NAME` or `NAME@VERSION`. */
function loadSaved(wanted: string | undefined, saved: DefinitionRepository) {
  const { name, version } = readOrigin(wanted) ?? { name: wanted, version: undefined };
  return name === undefined ? undefined : saved.load(name, version);
}

async function printMissing(wanted: string | undefined, saved: DefinitionRepository, io: Io): Promise<ExitCode> {
  const names = (await saved.list()).map(({ name }) => name).join(', ') || 'nothing';
  return printRefusal(
    io,
    wanted === undefined ? `Which one? Saved: ${names}.` : `“${wanted}” is not saved. Saved: ${names}.`,
  );
}

/** The document of a file, or the exit code if it has none; its errors are printed. */
async function openDocument(file: string, io: Io): Promise<WorkflowDocument | ExitCode> {
  const read = await readWorkflow(io, file, readWorkflowText);
  if (!read.ok) return printRefusal(io, read.error);
  if (read.value.document !== undefined) return read.value.document;
  printDiagnostics(io.err, file, read.value.diagnostics);
  return exitCodes.problems;
}
