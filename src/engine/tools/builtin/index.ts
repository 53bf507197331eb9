import type { HandlerTool } from '../handler-tool';
import { askUserTool } from './ask-user';
import { attachFileTool, detachFileTool } from './attach-file';
import { deleteFileTool, editFileTool, listFilesTool, readFileTool, writeFileTool } from './files';
import { recallTool, rememberTool } from './memory-notes';
import { noteTool } from './note';
import { requestEvaluationTool } from './request-evaluation';
import { runPipelineTool } from './run-pipeline';
import { runScriptTool } from './run-script';
import { spawnTaskTool } from './spawn-task';

/** The tools that come with Heddle, by the names that documents have for them. */
export const builtinTools: ReadonlyMap<string, HandlerTool> = new Map(
  Object.entries({
    ask_user: askUserTool,
    note: noteTool,
    request_evaluation: requestEvaluationTool,
    list_files: listFilesTool,
    read_file: readFileTool,
    write_file: writeFileTool,
    edit_file: editFileTool,
    delete_file: deleteFileTool,
    run_script: runScriptTool,
    attach_file: attachFileTool,
    detach_file: detachFileTool,
    remember: rememberTool,
    recall: recallTool,
    spawn_task: spawnTaskTool,
    run_pipeline: runPipelineTool,
  }),
);
