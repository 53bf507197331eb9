import { type HandlerTool, parameters, said, text } from '../handler-tool';

/** Notes about the result, for the tasks that come after and for the person. */
export const note: HandlerTool = {
  description: 'Add to the notes of your result: which data you used, and what whoever reads the result should know.',
  parameters: parameters({
    data_usage: text('Which of the data you used, and what for.'),
    text: text('Anything else worth noting. Begin a decision with “Decision:”.'),
  }),
  perform: async () => said('Noted.'),
  apply(args, effects) {
    for (const name of ['data_usage', 'text'] as const) {
      const given = args[name];
      if (typeof given === 'string' && given !== '') effects.note(name, given);
    }
  },
};
