import { z } from 'zod';
import { createExtensibleSchema } from '../extensible';

/**
 * The program of a script task. `content` and `command` mean the same; without either, the inputs are passed through.
 */
export const scriptBodySchema = createExtensibleSchema({
  language: z.enum(['bash', 'javascript']).optional().meta({ description: 'bash (default) or javascript.' }),
  content: z
    .string()
    .optional()
    .meta({ description: 'The script. Templates are not replaced here: use env or stdin.' }),
  command: z.string().optional().meta({ description: 'One command line, instead of content.' }),
  stdin: z.string().optional().meta({ description: 'Standard input, a template. Without it: the inputs as JSON.' }),
  env: z.record(z.string(), z.string()).optional().meta({ description: 'Environment variables, templates.' }),
  timeoutMs: z.number().int().min(1).optional().meta({ description: 'Most milliseconds the script may take.' }),
});
export type ScriptBody = z.infer<typeof scriptBodySchema>;
