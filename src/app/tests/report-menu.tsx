import Download from 'lucide-react/icons/download';
import { useStores } from '@/state/context';
import { useAttempt } from '@/ui/attempt';
import { downloadText } from '@/ui/download-text';
import { IconButton } from '@/ui/form/icon-button';
import { Menu } from '@/ui/overlay/menu';
import type { ReportForm } from '@/worker/border/tests-api';
import { useApp } from '../app-context';
import { exportName } from '../files/export-file';

const forms: readonly {
  readonly form: ReportForm;
  readonly label: string;
  readonly ending: string;
  readonly mime: string;
}[] = [
  { form: 'html', label: 'Page (HTML)', ending: 'html', mime: 'text/html' },
  { form: 'markdown', label: 'Markdown', ending: 'md', mime: 'text/markdown' },
  { form: 'json', label: 'JSON', ending: 'json', mime: 'application/json' },
  { form: 'junit', label: 'JUnit', ending: 'xml', mime: 'application/xml' },
];

/** Downloads the report of the tests, in a form of `heddle test`. */
export function ReportMenu({ disabled }: { readonly disabled: boolean }) {
  const { document } = useStores();
  const { tests } = useApp();
  const { busy, start } = useAttempt();
  const download = async ({ form, ending, mime }: (typeof forms)[number]) => {
    const { id, document: opened, text } = document.getState();
    const file = exportName(opened.name, 'yaml');
    downloadText(
      `${file.replace(/\.\w+$/, '')}-tests.${ending}`,
      await tests.report(id, opened, { form, file, text }),
      mime,
    );
  };
  const label = 'Download the report';
  return (
    <Menu
      label={label}
      align="end"
      entries={forms.map((one) => ({
        kind: 'item' as const,
        label: one.label,
        onSelect: () => void start(() => download(one)),
      }))}
      trigger={<IconButton size="s" label={label} icon={<Download />} disabled={busy || disabled} />}
    />
  );
}
