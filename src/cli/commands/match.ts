import { AppError } from '@/base/errors';
import { encodeJson } from '@/base/json-text';
import type { Definition, WorkflowDocument } from '@/workflow/document';
import { writeOrigin } from '@/workflow/library/origin';
import type { DefinitionRepository } from '@/workflow/library/saved-definition';
import { buildRequestText, maxTemplates } from '@/workflow/matching/rank-templates';
import { type Candidate, rankTexts } from '@/workflow/matching/rank-texts';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import { explainFsError } from '../explain-fs-error';
import type { Io } from '../io';
import { findLibraryFolder } from '../library/library-folder';
import { openDocument } from '../open-document';
import { formatTable } from '../table';

interface MatchFlags {
  readonly library?: string | undefined;
  readonly json?: boolean | undefined;
}

/** What may fit a sentence: a definition of the workflow, a saved one, or a file of the workflow's memory index. */
interface Fitting {
  readonly kind: 'definition' | 'saved' | 'file';
  readonly name: string;
  readonly description: string;
  /** What it is found by, besides its name and description. */
  readonly about: string;
}

/** Ranks what fits a sentence, the best first, as matching without a model does. Nothing is asked. */
export async function matchSentence(args: readonly string[], { library, json }: MatchFlags, io: Io): Promise<ExitCode> {
  const [wish, file, ...more] = args;
  if (wish === undefined || wish.trim() === '' || more.length > 0) {
    return printRefusal(io, 'What is to be found? Match takes a sentence in quotes, and the file to look in.');
  }
  const document = file === undefined ? undefined : await openDocument(file, io);
  if (typeof document === 'number') return document;
  const folder = findLibraryFolder(io, library);
  let fitting: readonly Fitting[];
  try {
    fitting = [...listInDocument(document), ...(await listSavedFitting(io.machine.definitions(folder)))];
  } catch (error) {
    if (error instanceof AppError) return printRefusal(io, `${error.message} ${error.advice ?? ''}`.trim());
    return printRefusal(io, `${folder}: ${explainFsError(error)}`);
  }
  const byId = new Map(fitting.map((one) => [`${one.kind} ${one.name}`, one]));
  const candidates = [...byId].map(([id, { name, about, description }]): Candidate => {
    return { id, about: `${name}\n${about}`, content: description };
  });
  const ranked = rankTexts(wish, candidates).flatMap(({ id, score }) => {
    const one = byId.get(id);
    return one === undefined ? [] : [{ score, kind: one.kind, name: one.name, description: one.description }];
  });
  const best = ranked.filter(({ kind }) => kind !== 'file').slice(0, maxTemplates);
  const found = ranked.filter((one) => one.kind === 'file' || best.includes(one));
  if (json) io.out.write(`${encodeJson(found, 2)}\n`);
  else if (found.length > 0) {
    io.out.write(
      formatTable(found.map(({ score, kind, name, description }) => [score.toFixed(2), kind, name, description])),
    );
  }
  if (found.length === 0) io.err.write(`None of ${fitting.length} fits.\n`);
  return exitCodes.fine;
}

function listInDocument({ library = {}, memory }: Partial<WorkflowDocument> = {}): readonly Fitting[] {
  return [
    ...Object.entries(library).map(([name, definition]) => buildFitting('definition', name, definition)),
    ...Object.entries(memory?.index ?? {}).map(([name, about]) => {
      return { kind: 'file' as const, name, description: about, about };
    }),
  ];
}

/** The newest version of each saved definition. */
async function listSavedFitting(definitions: DefinitionRepository): Promise<readonly Fitting[]> {
  const found: Fitting[] = [];
  for (const { name } of await definitions.list()) {
    const newest = await definitions.load(name);
    const definition = newest?.document.library?.[name];
    if (newest === undefined || definition === undefined) continue;
    found.push(buildFitting('saved', writeOrigin({ name, version: newest.version }), definition));
  }
  return found;
}

function buildFitting(kind: Fitting['kind'], name: string, { description = '', criteria = '' }: Definition): Fitting {
  return { kind, name, description, about: buildRequestText(criteria) };
}
