import { isJsonObject, isSameJson, type Json, type JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { ok, type Result } from '@/base/result';
import { type InputField, listInputFields } from '@/workflow/inputs/input-field';
import {
  type FindInputFile,
  findInputProblem,
  formatInputText,
  parseInputText,
  readInputs,
} from '@/workflow/inputs/read-inputs';
import type { AppStores } from './context';
import { type GivenInputs, noGivenInputs } from './given-inputs-store';
import { createKeptByWorkflow } from './kept-by-workflow';

type InputStores = Pick<AppStores, 'document' | 'given' | 'services'>;

/** What is wrong with what a run would be given, by the names of the inputs. */
export type InputProblems = ReadonlyMap<string, string>;

const keptInputs = createKeptByWorkflow('heddle.inputs');

/** The most characters of one text that outlast the page: the storage is small, and shared by all workflows. */
const longestKept = 100_000;

/** The inputs that the open workflow declares; empty: it declares none, and its runs are asked for nothing. */
export function listDeclaredInputs({ document }: Pick<AppStores, 'document'>): readonly InputField[] {
  const { document: opened } = document.getState();
  return opened.inputs === undefined ? noFields : listInputFields(opened);
}
const noFields: readonly InputField[] = [];

/** The text in the field of an input before anything is given: its default. */
export function formatInputDefault(field: InputField): string {
  return formatGivenValue(field, field.default);
}

/** A value as it stands in the field of an input. Of files, each has a line. */
export function formatGivenValue(field: InputField, value: Json | undefined): string {
  if (field.type === 'file' && Array.isArray(value)) return value.join('\n');
  if (field.type === 'json') return value === undefined || value === null ? '' : encodeJson(value, 2);
  return formatInputText(field, value);
}

/** The value of a text that stands in the field of an input, or what is wrong with the text. */
export function readGivenText(field: InputField, text: string): Result<Json, string> {
  if (field.type !== 'file') return parseInputText(field, text);
  const paths = text.split('\n').filter((path) => path !== '');
  return ok(field.multiple ? paths : (paths[0] ?? null));
}

/** What is wrong with the text in the field of an input; undefined: nothing. */
export function findGivenProblem(field: InputField, text: string): string | undefined {
  const read = readGivenText(field, text);
  return read.ok ? findInputProblem(field, read.value) : read.error;
}

/** Writes into the field of an input. It is kept, and the workflow is planned with it from then on. */
export function typeInput(stores: InputStores, name: string, text: string): void {
  const { texts } = readGivenInputs(stores);
  keepGivenInputs(stores, { texts: { ...texts, [name]: text } });
}

/** Fills the form with other texts; a name that is left out has its default. */
export function fillInputs(stores: InputStores, texts: GivenInputs['texts']): void {
  readGivenInputs(stores);
  keepGivenInputs(stores, { texts });
}

/** Decides whether the form opens before each run. */
export function setAskedAlways(stores: InputStores, isAskedAlways: boolean): void {
  readGivenInputs(stores);
  keepGivenInputs(stores, { isAskedAlways });
}

/**
 * Has the workflow planned with what was given. It is called again when another workflow, or other inputs of it, are
 * open.
 */
export function giveInputs(stores: InputStores): void {
  const { given, services } = stores;
  const { texts, values: before } = readGivenInputs(stores);
  const values = collectFittingValues(listDeclaredInputs(stores), texts);
  if (isSameJson(values, before)) return;
  // Before the store tells of it: what is planned then has the values.
  services.documents.giveInputs(values).catch(() => undefined);
  given.setState({ values });
}

/** Gives runs what was given last, as the workflow and its inputs change. */
export function followGivenInputs(stores: InputStores): () => void {
  giveInputs(stores);
  return stores.document.subscribe(({ id, document }, before) => {
    if (id !== before.id || document.inputs !== before.document.inputs) giveInputs(stores);
  });
}

/** What is wrong with what a run of the open workflow would be given now, its files included. Empty: nothing. */
export async function checkGivenInputs(stores: InputStores): Promise<InputProblems> {
  const fields = listDeclaredInputs(stores);
  if (fields.length === 0) return new Map();
  giveInputs(stores);
  const { texts } = readGivenInputs(stores);
  const problems = new Map<string, string>();
  const entries = fields.flatMap((field): [string, Json][] => {
    const text = texts[field.name];
    if (text === undefined) return isUntouchedSwitch(field) ? [[field.name, false]] : [];
    const read = readGivenText(field, text);
    if (!read.ok) problems.set(field.name, read.error);
    return read.ok ? [[field.name, read.value]] : [];
  });
  const findFile = fields.some(({ type }) => type === 'file') ? await createFileFinder(stores) : undefined;
  const checked = readInputs(fields, Object.fromEntries(entries), findFile);
  if (!checked.ok) {
    for (const { name, message } of checked.error) if (!problems.has(name)) problems.set(name, message);
  }
  return problems;
}

async function createFileFinder({ document, services }: InputStores): Promise<FindInputFile> {
  const files = await services.files.list(document.getState().id);
  const byPath = new Map(files.map((file) => [file.path, file]));
  return (path) => byPath.get(path);
}

/** The values of the texts that fit; the others have their defaults, until they are mended. */
function collectFittingValues(fields: readonly InputField[], texts: GivenInputs['texts']): JsonObject {
  const entries = fields.flatMap((field): [string, Json][] => {
    const text = texts[field.name];
    if (text === undefined) return isUntouchedSwitch(field) ? [[field.name, false]] : [];
    const read = readGivenText(field, text);
    return read.ok && findInputProblem(field, read.value) === undefined ? [[field.name, read.value]] : [];
  });
  return Object.fromEntries(entries);
}

/** A switch that nobody has touched is shown as off, so that it means no. */
function isUntouchedSwitch({ type, required, default: preset }: InputField): boolean {
  return type === 'boolean' && !required && preset === undefined;
}

/** What was given to the open workflow; read from where it is kept when another one was open before. */
function readGivenInputs({ document, given, services }: InputStores): GivenInputs {
  const { id } = document.getState();
  const state = given.getState();
  if (state.workflowId === id) return state;
  const { texts, isAskedAlways } = keptInputs.read(id);
  const read = {
    workflowId: id,
    texts: isTexts(texts) ? texts : {},
    isAskedAlways: isAskedAlways === true,
    values: noGivenInputs.values,
  };
  given.setState(read);
  services.documents.giveInputs(read.values).catch(() => undefined);
  return read;
}

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isJsonObject(value) && Object.values(value).every((text) => typeof text === 'string');

function keepGivenInputs(stores: InputStores, change: Partial<Pick<GivenInputs, 'texts' | 'isAskedAlways'>>): void {
  stores.given.setState(change);
  const { workflowId, texts, isAskedAlways } = stores.given.getState();
  const short = Object.entries(texts).filter(([, text]) => text.length <= longestKept);
  keptInputs.write(workflowId, { texts: Object.fromEntries(short), isAskedAlways });
  giveInputs(stores);
}
