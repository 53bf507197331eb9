import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GalleryEntry } from '@/app/gallery/gallery-index';
import { drawGraphPicture } from '@/app/gallery/graph-picture';
import { checkText } from '@/formats/check-text';
import { type RunEvent, runEventSchema } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { findLineKind } from '@/storage/transfer/run-file';
import type { WorkflowDocument } from '@/workflow/document';
import { listFeatures, walkEveryTask } from './list-features';
import { folderOf, recordingOf, workflowOf } from './record';

/** The workflow of a name. Throws its problems, warnings too. */
export function readGalleryWorkflow(name: string): WorkflowDocument {
  const { document, diagnostics } = checkText(readFileSync(workflowOf(name), 'utf8'), [], 'yaml');
  if (document === undefined || diagnostics.length > 0) {
    throw new Error(`${name}: ${diagnostics.map(({ message }) => message).join('\n')}`);
  }
  return document;
}

/** The events of an exported or printed run. */
export function eventsIn(lines: string): readonly RunEvent[] {
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter((line) => findLineKind(line) === 'event')
    .map((line) => runEventSchema.parse(line));
}

/** How the gallery lists a workflow: all of it is read from the workflow and its recording. */
export function describeWorkflow(name: string): GalleryEntry {
  const document = readGalleryWorkflow(name);
  const run = reduceRun(emptyRun, eventsIn(readFileSync(recordingOf(name), 'utf8')));
  const { calls, inputTokens, outputTokens, costUsd, unpricedCalls } = run.totals;
  if (run.status !== 'completed' || unpricedCalls > 0) throw new Error(`${name} did not complete at known prices.`);
  const tasks = [...walkEveryTask(document)];
  return {
    name,
    title: document.name ?? name,
    description: document.description ?? '',
    shows: [...listFeatures(document)],
    words: [...new Set([...tasks.map((task) => task.name), ...Object.keys(document.tasks), ...modelsOf(document)])]
      .filter((word) => word !== undefined)
      .join(' '),
    files: filesIn(name),
    figures: {
      tasks: tasks.length,
      calls,
      tokens: inputTokens + outputTokens,
      costUsd: Number(costUsd.toFixed(4)),
    },
    picture: drawGraphPicture(document),
  };
}

function modelsOf(document: WorkflowDocument): readonly string[] {
  return [...JSON.stringify(document).matchAll(/"(?:defaultModel|model)":"([^"]+)"/g)].map(([, model = '']) => model);
}

/** Files beside the workflow and its recording, as the workflow names them. */
function filesIn(name: string): string[] {
  const folder = folderOf(name);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && existsSync(join(entry.parentPath, entry.name)))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
    .filter((path) => !/^\/[^/]+\.(heddle\.yaml|recording\.jsonl)$/.test(path))
    .sort();
}
