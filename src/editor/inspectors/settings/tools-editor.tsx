import { Entries } from './entries';
import { ToolFields } from './tool-fields';
import { blankTools, findToolKind, kinds } from './tool-kinds';

const parameters = { type: 'object', properties: { query: { type: 'string' } } };

/** The tools that models of the workflow may call. */
export function ToolsEditor() {
  return (
    <Entries
      field="tools"
      noun="a tool"
      stem="tool"
      blank={{ parameters, ...blankTools.http }}
      state={(tool) => kinds.find(({ value }) => value === findToolKind(tool))?.label ?? 'does nothing'}
    >
      {(name, tool) => <ToolFields path={['tools', name]} tool={tool} />}
    </Entries>
  );
}
