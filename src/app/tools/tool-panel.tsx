import Plus from 'lucide-react/icons/plus';
import { useEffect, useState } from 'react';
import { isJsonObject, type JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { makeLineVisible, makeTextVisible } from '@/base/visible-text';
import { useDispatch } from '@/editor/inspectors/fields/subject';
import { findDocumentedParameters } from '@/plan/tools/declare-tool';
import { useDocument } from '@/state/context';
import { notifyOutcome } from '@/ui/attempt';
import frame from '@/ui/display/panel.module.css';
import { Button } from '@/ui/form/button';
import { LongText } from '@/viewer/context/parts/long-text';
import { builtinDeclarations } from '@/workflow/builtin-declarations';
import { updateSettings } from '@/workflow/commands/update-settings';
import { getToolSchema } from '@/workflow/tasks/tool-parameters';
import { useApp } from '../app-context';
import { freeToolName } from './free-tool-name';
import panel from './panel.module.css';
import { PanelHead } from './panel-head';
import { describeSilence, HintChips } from './tool-list';
import type { ToolRow } from './tool-rows';
import type { ServerSource } from './tool-sources';
import type { ToolsContext } from './tools-context';
import { TryOut } from './try-out';
import { UsedBy } from './used-by';

interface ToolPanelProps extends ToolsContext {
  readonly row: ToolRow;
  readonly server: ServerSource | undefined;
}

/** A tool: its description and parameters, its users, and a form to try it. */
export function ToolPanel({ row, server, ...context }: ToolPanelProps) {
  const known = useToolDescription(row, server, context);
  const description = row.tool.description ?? known?.description ?? row.description;
  return (
    <>
      <PanelHead title={row.label} sub={`${row.kind} · ${row.from}`} onClose={() => context.choose(undefined)} />
      <div className={frame.parts}>
        <section className={frame.section}>
          <div className={panel.chips}>
            <HintChips row={row} />
          </div>
          {row.hints?.title !== undefined && <p className={panel.strong}>{makeLineVisible(row.hints.title, 200)}</p>}
          <p className={panel.description}>{makeTextVisible(description) || describeSilence(row)}</p>
        </section>
        <UsedBy uses={row.uses} problem={context.usesProblem} />
        <TryOut row={row} parameters={known?.parameters} server={server} {...context} />
        {known?.parameters !== undefined && (
          <section className={frame.section}>
            <h3>Parameters</h3>
            <LongText text={encodeJson(known.parameters, 2)} />
          </section>
        )}
      </div>
      {server !== undefined && !row.isDeclared && <AddToWorkflow row={row} server={server} />}
    </>
  );
}

interface ToolDescription {
  readonly description: string | undefined;
  /** Undefined: only its server knows them, and was not asked. */
  readonly parameters: JsonObject | undefined;
}

/**
 * The description of a tool: from the document, from Heddle, or from the last list of its server. Undefined: not known
 * yet.
 */
function useToolDescription(
  { name, tool }: ToolRow,
  server: ServerSource | undefined,
  context: ToolsContext,
): ToolDescription | undefined {
  const { tools } = useApp();
  const { servers, wishFor } = context;
  const [described, setDescribed] = useState<ToolDescription>();
  const key = server?.key;
  const mcp = server?.mcp;
  const state = key === undefined ? undefined : servers.states.get(key)?.status;
  const nameThere = tool.mcp === undefined ? undefined : (tool.mcp.tool ?? name);
  useEffect(() => {
    if (state !== 'listed' || mcp === undefined || nameThere === undefined) return;
    let wanted = true;
    tools.describe(wishFor('', { mcp }), nameThere).then(
      (found) => wanted && setDescribed(found ?? { description: undefined, parameters: undefined }),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [tools, wishFor, mcp, nameThere, state]);
  const own = findDocumentedParameters(tool);
  if (tool.builtin !== undefined) {
    const known = Object.entries(builtinDeclarations).find(([one]) => one === tool.builtin)?.[1];
    return { description: known?.description, parameters: known?.parameters };
  }
  if (tool.mcp === undefined) return { description: tool.description, parameters: getToolSchema(tool) };
  return { description: described?.description, parameters: own ?? expectObject(described?.parameters) };
}

function expectObject(schema: JsonObject | undefined): JsonObject | undefined {
  return schema !== undefined && isJsonObject(schema) ? schema : undefined;
}

/** Adds a server's tool to the workflow, so that its tasks can use it. */
function AddToWorkflow({ row, server }: { readonly row: ToolRow; readonly server: ServerSource }) {
  const tools = useDocument((state) => state.document.tools) ?? {};
  const dispatch = useDispatch();
  const { declaredAs = [] } = row;
  if (declaredAs.length > 0) return <p className={panel.foot}>In this workflow as {declaredAs.join(', ')}.</p>;
  const addTool = async () => {
    const name = freeToolName(row.name, Object.keys(tools));
    const mcp = name === row.name ? server.mcp : { ...server.mcp, tool: row.name };
    const patch = { tools: { ...tools, [name]: { mcp } } };
    const refused = await dispatch((document) => updateSettings(document, { patch }), `Add ${name}`);
    notifyOutcome('tool-added', 'The tool was not added.', refused);
  };
  return (
    <div className={panel.foot}>
      <Button size="s" icon={<Plus />} onClick={() => void addTool()}>
        Add to workflow
      </Button>
    </div>
  );
}
