import { buildDocumentJsonSchema } from '@/formats/json-schema';
import { buildDocumentXsd } from '@/formats/xsd';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';

const schemas = {
  json: () => `${JSON.stringify(buildDocumentJsonSchema(), null, 2)}\n`,
  xsd: buildDocumentXsd,
} as const;

/** Prints a schema of the language. */
export function printSchema(names: readonly string[], _values: object, io: Io): ExitCode {
  const [name, ...more] = names;
  if ((name !== 'json' && name !== 'xsd') || more.length > 0) return printRefusal(io, 'Which schema? json or xsd.');
  io.out.write(schemas[name]());
  return exitCodes.fine;
}
