import type { Json, JsonObject } from '@/base/json';
import { err, ok, type Result } from '@/base/result';
import type { Files } from '@/engine/ports/files';
import type { WorkflowDocument } from '@/workflow/document';
import { chooseInputPath } from '@/workflow/inputs/choose-input-path';
import { hasDeclaredInputs, type InputField, listInputFields } from '@/workflow/inputs/input-field';
import { type InputFileFacts, type InputProblem, parseInputText } from '@/workflow/inputs/read-inputs';
import { continueInputs, setInputs } from '@/workflow/inputs/set-inputs';
import { overrideVariables } from '@/workflow/override-document';
import type { Io } from '../io';
import { findGivenFile, type InputFiles } from './given-files';
import type { GivenValues } from './read-variables';

/** How values are set in a document. */
export interface SetGivenOptions {
  /** Names that are arguments of a call, and so no inputs. */
  readonly taken?: readonly string[];
  /** What an earlier run was given, which holds where nothing else is given. */
  readonly earlier?: Parameters<typeof continueInputs>[1] | undefined;
  /** Whether nothing runs yet, so that what is required may be missing. */
  readonly mayLack?: boolean;
  /** The files that the run can read besides given ones. */
  readonly files: Files;
}

/** A document with what its run is given, and the files among that. */
export interface SetGiven {
  readonly document: WorkflowDocument;
  readonly files: InputFiles;
}

/**
 * Sets the values of options in a document: a declared input by its type, any other name as a variable. Every missing
 * or wrong value is an error.
 */
export async function setGivenValues(
  io: Io,
  document: WorkflowDocument,
  given: GivenValues,
  { taken = [], earlier, mayLack = false, files }: SetGivenOptions,
): Promise<Result<SetGiven, readonly InputProblem[]>> {
  if (!hasDeclaredInputs(document)) return ok({ document: overrideVariables(document, given.values), files: {} });
  const reader = new GivenReader(io, document, given);
  await reader.read(taken);
  const facts = new Map(reader.facts);
  if (reader.hasFilePath)
    for (const { path, bytes } of await files.list()) if (!facts.has(path)) facts.set(path, { bytes });
  const inputs = earlier === undefined ? reader.inputs : continueInputs(document, earlier, reader.inputs);
  const findFile = reader.hasFilePath ? (path: string) => facts.get(path) : undefined;
  const set = setInputs(overrideVariables(document, reader.variables), inputs, { findFile, mayLack });
  const own = new Set(reader.problems.map(({ name }) => name));
  const problems = [...reader.problems, ...(set.ok ? [] : set.error.filter(({ name }) => !own.has(name)))];
  return set.ok && problems.length === 0 ? ok({ document: set.value, files: reader.files }) : err(problems);
}

/** Sorts values into inputs and variables, and finds the files of this machine among them. */
class GivenReader {
  readonly inputs: Record<string, Json> = {};
  readonly variables: Record<string, Json> = {};
  readonly files: Record<string, string> = {};
  readonly facts = new Map<string, InputFileFacts>();
  readonly problems: InputProblem[] = [];
  /** Whether a file is given by its path, so that it has to be looked for. */
  hasFilePath = false;
  readonly #io: Io;
  readonly #document: WorkflowDocument;
  readonly #given: GivenValues;

  constructor(io: Io, document: WorkflowDocument, given: GivenValues) {
    this.#io = io;
    this.#document = document;
    this.#given = given;
  }

  async read(taken: readonly string[]): Promise<void> {
    const fields = new Map(listInputFields(this.#document).map((field) => [field.name, field]));
    const { variables = {} } = this.#document;
    for (const [name, value] of Object.entries(this.#given.values as JsonObject)) {
      const field = fields.get(name);
      if (field !== undefined) await this.#readInput(field, value as Json);
      else if (Object.hasOwn(variables, name)) this.variables[name] = value as Json;
      // A name that is neither is told with those that there are.
      else if (!taken.includes(name)) this.inputs[name] = value as Json;
    }
  }

  async #readInput(field: InputField, value: Json): Promise<void> {
    const { name } = field;
    const text = this.#given.texts.get(name);
    if (field.type === 'file') return this.#readFiles(field, text ?? value);
    if (text === undefined) {
      this.inputs[name] = value;
      return;
    }
    const read = parseInputText(field, text);
    if (read.ok) this.inputs[name] = read.value;
    else this.problems.push({ name, message: read.error });
  }

  /** `@FILE` is a file of this machine, any other text the path of a file of the run. */
  async #readFiles(field: InputField, value: Json): Promise<void> {
    const { name, maxBytes, multiple } = field;
    this.hasFilePath = true;
    const given = typeof value === 'string' && !value.startsWith('@') ? parseInputText(field, value) : ok(value);
    const values = given.ok && Array.isArray(given.value) ? given.value : [given.ok ? given.value : value];
    const paths: Json[] = [];
    for (const one of values as readonly Json[]) {
      if (typeof one !== 'string' || !one.startsWith('@')) {
        paths.push(one);
        continue;
      }
      const file = one.slice(1);
      const found = await findGivenFile(this.#io, file, maxBytes);
      if (typeof found === 'string') {
        this.problems.push({ name, message: found });
        continue;
      }
      const path = chooseInputPath(file, (path) => Object.hasOwn(this.files, path));
      this.files[path] = found.place;
      this.facts.set(path, { bytes: found.bytes });
      paths.push(path);
    }
    this.inputs[name] = multiple ? paths.filter((path) => path !== null) : (paths[0] ?? null);
  }
}
