import { useMemo } from 'react';
import { ok } from '@/base/result';
import { useDocument } from '@/state/context';
import { builtinToolNames } from '@/workflow/builtin-names';
import type { Task } from '@/workflow/tasks';
import { formatAllTools, isAllOfServer } from '@/workflow/tasks/server-tools';
import type { Tool } from '@/workflow/tasks/tools';
import { ApproveField } from '../fields/approve-field';
import { SwitchField } from '../fields/choice-field';
import type { FieldPath } from '../fields/field-path';
import { NamesField } from '../fields/names-field';
import { AreaField, NumberField } from '../fields/text-field';
import { createJsonFormat, type TextFormat } from '../fields/text-format';
import { useField } from '../fields/use-field';

/** Which calls of the task's tools a person approves. */
export function ApproveTools({ task: { tools = [] } }: { readonly task: Task }) {
  const names = tools.flatMap((tool) => (typeof tool === 'string' ? [tool] : (tool.name ?? [])));
  return <ApproveField path={['approve']} several suggested={names} />;
}

/** Whether a model may ask the user, and how long it waits for the answer. */
export function AskingFields({ task }: { readonly task: Task }) {
  return (
    <>
      <SwitchField path={['interactive']} label="May ask the user" byDefault={false} />
      {(task.interactive || task.inputTimeoutMs !== undefined) && (
        <NumberField
          path={['inputTimeoutMs']}
          label="Waits for an answer, ms"
          whole
          min={0}
          placeholder="As long as it takes"
        />
      )}
    </>
  );
}

/** Tools of the workflow and tools that come with Heddle, by name. */
export function ToolNames({ path }: { readonly path: FieldPath }) {
  const tools = useDocument(({ document }) => document.tools);
  const candidates = useMemo(
    () => [...Object.entries(tools ?? {}).flatMap(listToolEntries), ...builtinToolNames],
    [tools],
  );
  return <NamesField path={path} label="Tools" placeholder="None. Add a tool" candidates={candidates} />;
}

/**
 * The names under which a tool of the workflow can be listed: a single tool of a server, and all tools of the server.
 */
function listToolEntries([name, tool]: readonly [string, Tool]): readonly string[] {
  if (isAllOfServer(tool)) return [formatAllTools(name)];
  return tool.mcp === undefined ? [name] : [name, formatAllTools(name)];
}

/** Tools that are defined where they are used. */
export function InlineTools({ path }: { readonly path: FieldPath }) {
  const { value } = useField(path);
  const format = useMemo(() => createInlineToolsFormat(value), [value]);
  return (
    <AreaField
      path={path}
      label="Tools written here, as JSON"
      mono
      rows={1}
      format={format}
      placeholder={'[{ "name": "…", "http": { "url": "…" } }]'}
    />
  );
}

/** The tools of a list that are definitions, not names. When they are written, the names stay. */
function createInlineToolsFormat(tools: unknown): TextFormat {
  const json = createJsonFormat('any');
  const inline = (value: unknown) => (Array.isArray(value) ? value.filter((tool) => typeof tool !== 'string') : []);
  const names = Array.isArray(tools) ? tools.filter((tool) => typeof tool === 'string') : [];
  return {
    show: (value) => (inline(value).length === 0 ? '' : json.show(inline(value))),
    parse(text) {
      const read = json.parse(text);
      if (!read.ok) return read;
      const all = [
        ...names,
        ...(Array.isArray(read.value) ? read.value : read.value === undefined ? [] : [read.value]),
      ];
      return ok(all.length === 0 ? undefined : all);
    },
  };
}
