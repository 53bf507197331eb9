import { z } from 'zod';
import { jsonSchema } from '@/base/json-schema';
import { nameSchema } from '@/base/name-schema';
import { createExtensibleSchema } from '../extensible';
import { scriptBodySchema } from './script-body';

const headers = z.record(z.string(), z.string());

/** Which calls of tools a person has to approve: all (true), or those of the named tools. */
export const approveSchema = z.union([z.boolean(), z.array(z.string().min(1))]);

/** A tool that a model may call: exactly one of `http`, `script`, `mcp` and `builtin`, or `type: provider`. */
export const toolSchema = createExtensibleSchema({
  name: nameSchema.optional().meta({
    description:
      'Name of a tool that is written in a task. Others have theirs as a key. Of a tool of a provider: its name there.',
  }),
  type: z.enum(['provider']).optional().meta({
    description: 'A tool that the maker of the model performs itself, such as web_search or code_execution.',
  }),
  options: z.record(z.string(), jsonSchema).optional().meta({
    description: 'With type: provider. Options of the tool, as its maker documents them.',
  }),
  description: z.string().optional().meta({ description: 'What the tool does, for the model.' }),
  parameters: z.record(z.string(), jsonSchema).optional().meta({ description: 'JSON Schema of its parameters.' }),
  approve: approveSchema.optional().meta({
    description: 'Whether a person has to approve each call; of all tools of a server: true, or names of its tools.',
  }),
  http: createExtensibleSchema({
    url: z
      .string()
      .min(1)
      .meta({ description: 'Address, a template: a value is one segment of the path, {{name*}} a whole path.' }),
    method: z
      .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])
      .optional()
      .meta({ description: 'Default GET, with a body or a form POST.' }),
    headers: headers.optional().meta({ description: 'Headers, templates.' }),
    query: z.record(z.string(), z.string()).optional().meta({
      description: 'Parameters of the query, templates. One without a value is left out; a list repeats its name.',
    }),
    form: z
      .record(z.string(), z.union([z.string(), z.strictObject({ file: z.string().min(1) })]))
      .optional()
      .meta({ description: 'Fields of a form that is sent instead of a body, templates; {file: path} is a file.' }),
    body: jsonSchema.optional().meta({ description: 'Body: a text as it is, anything else as JSON; templates.' }),
  })
    .optional()
    .meta({ description: 'A request to a server.' }),
  script: scriptBodySchema.optional().meta({ description: 'A script; the parameters are its inputs.' }),
  mcp: createExtensibleSchema({
    url: z.string().min(1).optional().meta({ description: 'Address of a server over streamable HTTP, a template.' }),
    headers: headers.optional().meta({ description: 'Headers, templates; with url.' }),
    command: z.string().min(1).optional().meta({
      description: 'Program that is a server over stdio, instead of url; on the command line only. No template.',
    }),
    args: z.array(z.string()).optional().meta({ description: 'Arguments of the command, templates.' }),
    env: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'Environment variables of the command, templates. {{secrets.NAME}} works here.' }),
    tool: z.string().min(1).optional().meta({
      description: 'Name of the tool there; * for all of them, where SERVER.* is listed. Without it: the same name.',
    }),
  })
    .optional()
    .meta({ description: 'A tool of a server that speaks the Model Context Protocol.' }),
  builtin: z.string().min(1).optional().meta({ description: 'One of the tools that come with Heddle.' }),
});
export type Tool = z.infer<typeof toolSchema>;

/** Tools of a task or an agent: names, `SERVER.*` for all tools of a server, or whole tools. */
export const toolListSchema = z.array(z.union([z.string(), toolSchema]));
