import { scriptBodySchema } from './script-body';

/** Own fields of a script task: bash or JavaScript, sandboxed in the browser. */
export const scriptFields = {
  script: scriptBodySchema.optional().meta({ description: 'What is run. Without it the inputs are passed through.' }),
} as const;
