import { assertNever } from '@/base/assert-never';
import { isSameJson } from '@/base/json';
import { err } from '@/base/result';
import type { CodeStore } from '@/state/code-store';
import type { EditCommand } from '@/state/document-state';
import type { DocumentStore } from '@/state/document-store';
import { createMark } from '@/state/edit-history';
import { addDependency } from '@/workflow/commands/edges/add-dependency';
import { replaceModel } from '@/workflow/commands/replace-model';
import { setSettings, setTaskFields, type TaskPatch } from '@/workflow/commands/set-fields';
import type { DocumentPath, Fix } from '@/workflow/diagnostic';
import { findTopTask } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';
import { replaceAt } from '@/workflow/replace-at';

/** Applies a fix to the text `code`, as one step of the edit history. Resolves to the reason if that fails. */
export async function applyFix(
  document: DocumentStore,
  code: CodeStore,
  fix: Fix,
): Promise<{ readonly message: string } | undefined> {
  switch (fix.kind) {
    case 'add_dependency':
      return dispatchFix(document, (current) => addDependency(current, fix), fix);
    case 'replace':
      return dispatchFix(document, createTextReplacement(fix.path, fix.text), fix);
    case 'add_agent':
      return dispatchFix(document, addAgent(fix.name), fix);
    case 'replace_model':
      return dispatchFix(document, (current) => replaceModel(current, fix), fix);
    case 'replace_text':
      return replaceText(code, fix);
    default:
      return assertNever(fix);
  }
}

async function dispatchFix(document: DocumentStore, command: EditCommand, { title }: Fix) {
  const made = await document.actions.dispatch(command, title);
  return made.ok ? undefined : made.error;
}

/** Replaces a part of the text, if the problem is still there once all pending changes are made. */
async function replaceText(
  code: CodeStore,
  fix: Extract<Fix, { kind: 'replace_text' }>,
): Promise<{ readonly message: string } | undefined> {
  await code.actions.settled();
  const { text, diagnostics } = code.getState();
  if (!diagnostics.some((diagnostic) => isSameJson(diagnostic.fix, fix))) return gone;
  const { from, to } = fix.range;
  code.actions.type([{ at: from, removed: text.slice(from, to), inserted: fix.text }], createMark());
  return undefined;
}

/** The command that adds an agent which has the default model. */
function addAgent(name: string): EditCommand {
  return (document) => setSettings(document, { agents: { ...document.agents, [name]: {} } });
}

/** The command that sets a text at a path of a file. */
function createTextReplacement(path: DocumentPath, text: string): EditCommand {
  const [root, id, ...inTask] = path;
  return (document) => {
    if (root !== 'tasks') {
      const patch = replaceAt(document, path, text);
      return patch ? setSettings(document, patch) : err(gone);
    }
    const patch = replaceAt(findTopTask(document, String(id)), inTask, text);
    return patch ? setTaskFields(document, { id: id as TaskId, patch: patch as TaskPatch }) : err(gone);
  };
}

const gone = { message: 'What this fix was for is no longer there.' };
