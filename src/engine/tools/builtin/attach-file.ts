import { builtinDeclarations } from '@/workflow/builtin-declarations';
import { normalizeToolFilePath, readFileText } from '../file-access';
import { createAnswer, type HandlerTool } from '../handler-tool';

/** Puts the content of a file into the conversation, until `detach_file` removes it. */
export const attachFileTool: HandlerTool = {
  parameters: builtinDeclarations.attach_file.parameters,
  async perform(args, { task, attempt }) {
    const path = normalizeToolFilePath(args['path']);
    const content = await readFileText(attempt.run.deps.files, path, 0, task.limits.maxContextBytes);
    return createAnswer(`<file path="${path}">\n${content}\n</file>`);
  },
  apply: (args, effects) => effects.attach(normalizeToolFilePath(args['path'])),
};

/** Removes the content of a file from the conversation, which frees room. */
export const detachFileTool: HandlerTool = {
  parameters: builtinDeclarations.detach_file.parameters,
  perform: async (args) => createAnswer(`${normalizeToolFilePath(args['path'])} is no longer in the context.`),
  apply: (args, effects) => effects.detach(normalizeToolFilePath(args['path'])),
};
