import { filePath, fileText } from '../file-access';
import { type HandlerTool, parameters, said, text } from '../handler-tool';

/** Puts the content of a file into the conversation, until it is taken out again. */
export const attachFile: HandlerTool = {
  description: 'Put a file into the context of this conversation. It stays there until detach_file takes it out.',
  parameters: parameters({ path: text('Absolute path of the file.') }, ['path']),
  async perform(args, { task, attempt }) {
    const path = filePath(args['path']);
    const content = await fileText(attempt.run.deps.files, path, 0, task.limits.maxContextBytes);
    return said(`<file path="${path}">\n${content}\n</file>`);
  },
  apply: (args, effects) => effects.attach(filePath(args['path'])),
};

/** Takes the content of a file out of the conversation, which makes room. */
export const detachFile: HandlerTool = {
  description: 'Take a file out of the context that attach_file put there, to make room.',
  parameters: parameters({ path: text('Absolute path of the file.') }, ['path']),
  perform: async (args) => said(`${filePath(args['path'])} is no longer in the context.`),
  apply: (args, effects) => effects.detach(filePath(args['path'])),
};
