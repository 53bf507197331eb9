import type { HandlerTool } from '../handler-tool';
import { askUser } from './ask-user';
import { attachFile, detachFile } from './attach-file';
import { deleteFile, editFile, listFiles, readFile, writeFile } from './files';
import { recall, remember } from './memory-notes';
import { note } from './note';
import { requestEvaluation } from './request-evaluation';
import { runPipeline } from './run-pipeline';
import { runScriptTool } from './run-script';
import { spawnTask } from './spawn-task';

/** The tools that come with Heddle, by the names that documents have for them. */
export const builtinTools: ReadonlyMap<string, HandlerTool> = new Map(
  Object.entries({
    ask_user: askUser,
    note,
    request_evaluation: requestEvaluation,
    list_files: listFiles,
    read_file: readFile,
    write_file: writeFile,
    edit_file: editFile,
    delete_file: deleteFile,
    run_script: runScriptTool,
    attach_file: attachFile,
    detach_file: detachFile,
    remember,
    recall,
    spawn_task: spawnTask,
    run_pipeline: runPipeline,
  }),
);
