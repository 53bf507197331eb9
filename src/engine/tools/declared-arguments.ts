import { Validator } from '@cfworker/json-schema';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { propertiesOf } from '@/plan/tools/tool-parameters';

/** The arguments that a schema declares by name: no others become names of templates or environment variables. */
export function declaredArguments(schema: JsonObject, args: JsonObject): JsonObject {
  const names = propertiesOf(schema).filter((name) => Object.hasOwn(args, name));
  return Object.fromEntries(names.map((name) => [name, args[name] ?? null]));
}

/** What is wrong with arguments, a line each, for the model. Of a schema that cannot be checked only the names are. */
export function argumentProblems(schema: JsonObject, args: JsonObject): readonly string[] {
  const unknown = undeclared(schema, args);
  if (unknown.length > 0) {
    const takes = propertiesOf(schema).join(', ');
    const names = unknown.map((name) => `“${name}”`).join(', ');
    return [`- The tool takes no ${names}. ${takes === '' ? 'It takes nothing.' : `It takes: ${takes}.`}`];
  }
  return schemaProblems(schema, args);
}

/**
 * Names that nothing in the schema can allow. Where it is made of others, or has patterns, the validator knows more.
 */
function undeclared(schema: JsonObject, args: JsonObject): readonly string[] {
  if (schema['additionalProperties'] !== false || isJsonObject(schema['patternProperties'] ?? null)) return [];
  const declared = propertiesOf(schema);
  return Object.keys(args).filter((name) => !declared.includes(name));
}

function schemaProblems(schema: JsonObject, args: JsonObject): readonly string[] {
  try {
    const { errors } = new Validator(schema as object, draftOf(schema['$schema']), false).validate(args);
    return errors.map(({ instanceLocation, error }) => `- ${instanceLocation}: ${error}`);
  } catch {
    // A pattern that is none, or a reference to nowhere: such a schema of a server is not the model's fault.
    return [];
  }
}

/** The draft that a schema names; servers often use an older one. */
function draftOf(schema: Json | undefined): '4' | '7' | '2019-09' | '2020-12' {
  const drafts = { 'draft-04': '4', 'draft-06': '7', 'draft-07': '7', '2019-09': '2019-09' } as const;
  const named = Object.entries(drafts).find(([name]) => String(schema ?? '').includes(name));
  return named?.[1] ?? '2020-12';
}
