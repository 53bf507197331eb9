import { Validator } from '@cfworker/json-schema';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { roundWholeNumbers } from '@/base/rounded-json';
import { allowNullable } from '@/workflow/nullable-schema';
import { listSchemaProperties } from '@/workflow/tasks/tool-parameters';

/** The arguments that a schema declares by name. Only these become names in templates or environment variables. */
export function selectDeclaredArguments(schema: JsonObject, args: JsonObject): JsonObject {
  const names = listSchemaProperties(schema).filter((name) => Object.hasOwn(args, name));
  return Object.fromEntries(names.map((name) => [name, args[name] ?? null]));
}

/** What is wrong with arguments, one line each, for the model. If the schema cannot be checked, only the names are. */
export function listArgumentProblems(schema: JsonObject, args: JsonObject): readonly string[] {
  const unknown = listUndeclaredNames(schema, args);
  if (unknown.length > 0) {
    const takes = listSchemaProperties(schema).join(', ');
    const names = unknown.map((name) => `“${name}”`).join(', ');
    return [`- The tool takes no ${names}. ${takes === '' ? 'It takes nothing.' : `It takes: ${takes}.`}`];
  }
  return listArgumentSchemaProblems(schema, args);
}

/**
 * Names that nothing in the schema can allow. For a schema that combines others or has patterns, the validator decides.
 */
function listUndeclaredNames(schema: JsonObject, args: JsonObject): readonly string[] {
  if (schema['additionalProperties'] !== false || isJsonObject(schema['patternProperties'] ?? null)) return [];
  const declared = listSchemaProperties(schema);
  return Object.keys(args).filter((name) => !declared.includes(name));
}

function listArgumentSchemaProblems(schema: JsonObject, args: JsonObject): readonly string[] {
  try {
    const rounded = roundWholeNumbers(allowNullable(schema));
    const { errors } = new Validator(rounded, findSchemaDraft(schema['$schema']), false).validate(
      roundWholeNumbers(args),
    );
    return errors.map(({ instanceLocation, error }) => `- ${instanceLocation}: ${error}`);
  } catch {
    // A schema with an invalid pattern or a dangling reference is the server's mistake, not the model's.
    return [];
  }
}

/** The draft of JSON Schema that a schema declares. Servers often use an older one. */
function findSchemaDraft(schema: Json | undefined): '4' | '7' | '2019-09' | '2020-12' {
  const drafts = { 'draft-04': '4', 'draft-06': '7', 'draft-07': '7', '2019-09': '2019-09' } as const;
  const named = Object.entries(drafts).find(([name]) => String(schema ?? '').includes(name));
  return named?.[1] ?? '2020-12';
}
