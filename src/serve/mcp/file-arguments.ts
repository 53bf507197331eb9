import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import type { FileContent } from '@/workflow/file-repository';
import { chooseInputPath } from '@/workflow/inputs/choose-input-path';
import { hasDeclaredInputs, type InputField, listInputFields } from '@/workflow/inputs/input-field';
import { readBodyFile } from '../api/start-routes';
import type { ReadServed } from '../input-schema';
import type { StartWish } from '../runs/plan-start';

/** A file as a model gives it: its name, and its content as text or in base64. */
const givenFile = z.strictObject({ name: z.string(), text: z.string().optional(), base64: z.base64().optional() });

/** What a file can be in the arguments of a tool. A model has no files of its own: a path alone is not enough. */
const fileSchema: JsonObject = {
  anyOf: [
    { type: 'string', description: 'The path of a file of the workflow.' },
    {
      type: 'object',
      description: 'A file, as text or in base64.',
      properties: { name: { type: 'string' }, text: { type: 'string' }, base64: { type: 'string' } },
      required: ['name'],
      additionalProperties: false,
    },
  ],
};

/** The JSON Schema of the arguments of the tool that starts a workflow. */
export function buildArgumentsSchema({ inputs, read }: ReadServed): JsonObject {
  const properties = { ...(inputs['properties'] as JsonObject) };
  for (const { name, multiple } of listFileFields(read.document)) {
    const { type: _type, items: _items, ...described } = properties[name] as JsonObject;
    properties[name] = { ...described, ...(multiple ? { type: 'array', items: fileSchema } : fileSchema) };
  }
  return { ...inputs, properties };
}

/**
 * What a run is started with by the arguments of a tool: the files in them are files of the run, and their paths the
 * values of the inputs. Error 400: a file with text and base64, or with neither.
 */
export function readToolArguments({ read }: ReadServed, given: JsonObject): Pick<StartWish, 'inputs' | 'files'> {
  const files = new Map<string, FileContent>();
  const takeFile = (value: Json): Json => {
    if (!isJsonObject(value)) return value;
    const parsed = givenFile.safeParse(value);
    // What is neither is refused as a value of the input, with its name.
    if (!parsed.success) return value;
    const { name, ...content } = parsed.data;
    const file = readBodyFile({ ...content, path: chooseInputPath(name, (path) => files.has(path)) });
    files.set(file.path, file);
    return file.path;
  };
  const inputs = { ...given };
  for (const { name } of listFileFields(read.document)) {
    const value = inputs[name];
    if (value !== undefined) inputs[name] = Array.isArray(value) ? value.map(takeFile) : takeFile(value);
  }
  return { inputs, files: [...files.values()] };
}

function listFileFields(document: ReadServed['read']['document']): readonly InputField[] {
  if (document === undefined || !hasDeclaredInputs(document)) return [];
  return listInputFields(document).filter(({ type }) => type === 'file');
}
