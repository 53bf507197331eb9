import { documentJsonSchema } from '@/formats/json-schema';
import { type ExitCode, exitCodes, refuse } from '../exit-code';
import type { Io } from '../io';

const schemas = { json: () => `${JSON.stringify(documentJsonSchema(), null, 2)}\n` } as const;

/** Prints a schema of the language. */
export function schema(names: readonly string[], _values: object, io: Io): ExitCode {
  const [name = ''] = names;
  if (names.length !== 1 || !Object.hasOwn(schemas, name))
    return refuse(io, `Which schema? ${Object.keys(schemas).join(' or ')}.`);
  io.out.write(schemas[name as keyof typeof schemas]());
  return exitCodes.fine;
}
