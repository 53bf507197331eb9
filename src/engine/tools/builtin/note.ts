import { builtinDeclarations } from '@/workflow/builtin-declarations';
import { createAnswer, type HandlerTool } from '../handler-tool';

/** Adds notes to the result, for later tasks and for the person. */
export const noteTool: HandlerTool = {
  parameters: builtinDeclarations.note.parameters,
  perform: async () => createAnswer('Noted.'),
  apply(args, effects) {
    for (const name of ['data_usage', 'text'] as const) {
      const given = args[name];
      if (typeof given === 'string' && given !== '') effects.note(name, given);
    }
  },
};
