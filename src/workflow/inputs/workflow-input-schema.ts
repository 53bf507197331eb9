import { z } from 'zod';
import { jsonSchema } from '@/base/json-schema';
import { createExtensibleSchema } from '../extensible';
import { askFieldTypes } from '../tasks/ask';

/** What an input can be: the types of an asked field, and JSON. */
export const inputTypes = [...askFieldTypes, 'json'] as const;
export type InputType = (typeof inputTypes)[number];

/** One input of a workflow, as an author declares it. */
export const workflowInputSchema = createExtensibleSchema({
  type: z
    .enum(inputTypes)
    .optional()
    .meta({ description: 'What it is: text (default), number, boolean, choice, file, or json.' }),
  label: z.string().optional().meta({ description: 'What a person reads beside its field. Without it: its name.' }),
  description: z.string().optional().meta({ description: 'What it is for: a person and a model read it.' }),
  required: z
    .boolean()
    .optional()
    .meta({ description: 'Whether a run does not start without it. Blanks alone do not count. Default false.' }),
  default: jsonSchema.optional().meta({ description: 'Its value if none is given. It is not a template.' }),
  options: z.array(z.string()).optional().meta({ description: 'Of a choice: what can be chosen.' }),
  min: z.number().optional().meta({ description: 'Of a number: the least.' }),
  max: z.number().optional().meta({ description: 'Of a number: the most.' }),
  integer: z.boolean().optional().meta({ description: 'Of a number: whether it is a whole one. Default false.' }),
  maxLength: z.number().int().min(1).optional().meta({ description: 'Of a text: the most characters.' }),
  accept: z
    .array(z.string().min(1))
    .optional()
    .meta({ description: 'Of a file: the media types or endings that it may have, such as image/* or .csv.' }),
  maxBytes: z.number().int().min(1).optional().meta({ description: 'Of a file: the most bytes. Default 10 MB.' }),
  multiple: z.boolean().optional().meta({ description: 'Of a file: whether it is a list of files. Default false.' }),
  schema: z.record(z.string(), jsonSchema).optional().meta({ description: 'Of json: the JSON Schema of its value.' }),
});
export type WorkflowInput = z.infer<typeof workflowInputSchema>;
