import Server from 'lucide-react/icons/server';
import { useStores } from '@/state/context';
import { openScreen } from '@/state/view/screens';
import { Button } from '@/ui/form/button';
import { Entries } from './entries';
import { ToolFields } from './tool-fields';
import { blankTools, findToolKind, kinds } from './tool-kinds';

const parameters = { type: 'object', properties: { query: { type: 'string' } } };

/** The tools that models of the workflow may call. */
export function ToolsEditor() {
  const { view } = useStores();
  return (
    <Entries
      field="tools"
      noun="a tool"
      stem="tool"
      blank={{ parameters, ...blankTools.http }}
      beside={
        <Button size="s" icon={<Server />} onClick={() => openScreen(view, { at: 'tools', isAdding: true })}>
          Add an MCP server
        </Button>
      }
      state={(tool) => kinds.find(({ value }) => value === findToolKind(tool))?.label ?? 'does nothing'}
    >
      {(name, tool) => <ToolFields path={['tools', name]} tool={tool} />}
    </Entries>
  );
}
