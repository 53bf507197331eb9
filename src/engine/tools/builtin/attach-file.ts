import { builtinDeclarations } from '@/workflow/builtin-declarations';
import { fileText, toolFilePath } from '../file-access';
import { type HandlerTool, said } from '../handler-tool';

/** Puts the content of a file into the conversation, until `detach_file` removes it. */
export const attachFile: HandlerTool = {
  parameters: builtinDeclarations.attach_file.parameters,
  async perform(args, { task, attempt }) {
    const path = toolFilePath(args['path']);
    const content = await fileText(attempt.run.deps.files, path, 0, task.limits.maxContextBytes);
    return said(`<file path="${path}">\n${content}\n</file>`);
  },
  apply: (args, effects) => effects.attach(toolFilePath(args['path'])),
};

/** Removes the content of a file from the conversation, which frees room. */
export const detachFile: HandlerTool = {
  parameters: builtinDeclarations.detach_file.parameters,
  perform: async (args) => said(`${toolFilePath(args['path'])} is no longer in the context.`),
  apply: (args, effects) => effects.detach(toolFilePath(args['path'])),
};
