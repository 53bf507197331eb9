import { defined } from '@/base/defined';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import type { AskField } from '../ask-form';
import type { WorkflowDocument } from '../document-schema';
import type { InputType, WorkflowInput } from './workflow-input-schema';

/** The most bytes of a file that is an input, unless the input says otherwise: 10 MB. */
export const defaultInputBytes = 10_000_000;

/** What a run is asked for: a declared input with its defaults applied, or a variable that stands in for one. */
export interface InputField extends Omit<AskField, 'type'> {
  readonly name: string;
  readonly type: InputType;
  readonly description?: string;
  readonly min?: number;
  readonly max?: number;
  readonly integer: boolean;
  /** In characters. */
  readonly maxLength?: number;
  /** Media types (`application/pdf`, `image/*`) and endings (`.csv`); empty: any file. */
  readonly accept: readonly string[];
  readonly maxBytes: number;
  /** Whether its value is a list of files. */
  readonly multiple: boolean;
  /** The JSON Schema of its value. */
  readonly schema?: JsonObject;
  /** False: a variable of a workflow without `inputs`. */
  readonly isDeclared: boolean;
}

/** The part of a document that says what its runs are given. */
export type WithInputs = Pick<WorkflowDocument, 'inputs' | 'variables'>;

/** Whether a workflow declares its inputs. Then nothing else of it can be set from outside. */
export function hasDeclaredInputs({ inputs }: WithInputs): boolean {
  return inputs !== undefined;
}

/**
 * What a run of a workflow must be asked for: its declared inputs, in their order; without `inputs` its variables, each
 * with its value as the default.
 */
export function listInputFields({ inputs, variables = {} }: WithInputs): readonly InputField[] {
  return inputs === undefined
    ? Object.entries(variables).map(([name, value]) => buildVariableField(name, value as Json))
    : Object.entries(inputs).map(([name, input]) => buildInputField(name, input));
}

function buildInputField(name: string, input: WorkflowInput): InputField {
  const { extensions: _extensions, type = 'text', required = false, integer = false, ...rest } = input;
  const { accept = [], maxBytes = defaultInputBytes, multiple = false, ...others } = rest;
  const { schema, default: preset, ...plain } = others;
  return {
    name,
    type,
    required,
    integer,
    accept,
    maxBytes,
    multiple,
    isDeclared: true,
    ...defined({ ...plain, default: preset as Json | undefined, schema: schema as JsonObject | undefined }),
  };
}

/** A variable takes what its value is; null is of any type. */
function buildVariableField(name: string, value: Json): InputField {
  return {
    name,
    type: findValueType(value),
    required: false,
    default: value,
    integer: false,
    accept: [],
    maxBytes: defaultInputBytes,
    multiple: false,
    isDeclared: false,
    ...(Array.isArray(value)
      ? { schema: { type: 'array' } }
      : isJsonObject(value)
        ? { schema: { type: 'object' } }
        : {}),
  };
}

function findValueType(value: Json): InputType {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'number' || typeof value === 'bigint' ? 'number' : 'json';
}

/** What an input is called beside its field. */
export function formatInputLabel({ name, label }: Pick<InputField, 'name' | 'label'>): string {
  return label ?? name;
}
