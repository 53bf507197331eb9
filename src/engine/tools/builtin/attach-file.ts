import { builtinDeclarations } from '@/plan/tools/builtin-declarations';
import { filePath, fileText } from '../file-access';
import { type HandlerTool, said } from '../handler-tool';

/** Puts the content of a file into the conversation, until it is taken out again. */
export const attachFile: HandlerTool = {
  parameters: builtinDeclarations.attach_file.parameters,
  async perform(args, { task, attempt }) {
    const path = filePath(args['path']);
    const content = await fileText(attempt.run.deps.files, path, 0, task.limits.maxContextBytes);
    return said(`<file path="${path}">\n${content}\n</file>`);
  },
  apply: (args, effects) => effects.attach(filePath(args['path'])),
};

/** Takes the content of a file out of the conversation, which makes room. */
export const detachFile: HandlerTool = {
  parameters: builtinDeclarations.detach_file.parameters,
  perform: async (args) => said(`${filePath(args['path'])} is no longer in the context.`),
  apply: (args, effects) => effects.detach(filePath(args['path'])),
};
