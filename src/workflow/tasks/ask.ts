import { z } from 'zod';
import { jsonSchema } from '@/base/json-schema';
import { nameSchema } from '@/base/name-schema';
import { createExtensibleSchema } from '../extensible';

/** What a field of a form asks for. */
export const askFieldTypes = ['text', 'number', 'boolean', 'choice', 'file'] as const;

/** One field of the form that a person fills in. */
const askFieldSchema = createExtensibleSchema({
  type: z
    .enum(askFieldTypes)
    .optional()
    .meta({ description: 'What is asked for: text (default), number, boolean, choice, or file.' }),
  label: z.string().optional().meta({ description: 'What the person reads beside it. Without it: its name.' }),
  options: z.array(z.string()).optional().meta({ description: 'Of a choice: what can be chosen.' }),
  default: jsonSchema.optional().meta({ description: 'What is filled in at first. Texts are templates.' }),
  required: z.boolean().optional().meta({ description: 'Whether it must be answered. Default false.' }),
});

/** Own fields of a task that asks a person. */
export const askFields = {
  message: z.string().optional().meta({ description: 'What the person reads above the form, a template.' }),
  form: z
    .record(nameSchema, askFieldSchema)
    .optional()
    .meta({ description: 'What is asked for, by the names that the result has.' }),
  deadlineMs: z
    .number()
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Most milliseconds to wait for the answer. Default 0: as long as it takes.' }),
  onDeadline: z
    .enum(['default', 'fail', 'skip'])
    .optional()
    .meta({ description: 'Then: answer with the defaults, fail (default), or skip the task.' }),
} as const;
