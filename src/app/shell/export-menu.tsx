import Share from 'lucide-react/icons/share';
import { downloadYaml } from '@/editor/actions/export-yaml';
import { useDocument, useStores } from '@/state/context';
import { IconButton } from '@/ui/icon-button';
import { Menu, type MenuEntry } from '@/ui/menu';
import { notify } from '@/ui/toast';
import { useAction } from './use-action';

/** Takes the workflow away: as it stands, or as a template without layout and debugging aids. */
export function ExportMenu() {
  const { document, services } = useStores();
  const download = useAction('export');
  const broken = useDocument((state) => state.sync === 'broken');
  const name = () => document.getState().document.name;
  const entries: readonly MenuEntry[] = [
    { kind: 'item', label: 'Download YAML', onSelect: download.run },
    {
      kind: 'item',
      label: 'Download without layout',
      disabled: broken,
      onSelect: async () => downloadYaml(name(), await services.documents.template()),
    },
    { kind: 'separator' },
    { kind: 'item', label: 'Copy YAML', onSelect: () => void copy(document.getState().source.text) },
    {
      kind: 'item',
      label: 'Copy without layout',
      disabled: broken,
      onSelect: async () => copy(await services.documents.template()),
    },
  ];
  return <Menu label="Export" align="end" entries={entries} trigger={<IconButton label="Export" icon={<Share />} />} />;
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ tone: 'ok', title: 'The YAML is in the clipboard.' });
  } catch {
    notify({
      tone: 'error',
      title: 'The YAML was not copied.',
      detail: 'The browser did not allow it. Download the file, or copy from the code view.',
    });
  }
}
