import PanelLeft from 'lucide-react/icons/panel-left';
import PanelRight from 'lucide-react/icons/panel-right';
import { useRun, useStores, useView } from '@/state/context';
import { setPanels } from '@/state/view/panels';
import { setPreferences } from '@/state/view/preferences';
import type { CentreMode } from '@/state/view-store';
import { IconButton } from '@/ui/form/icon-button';
import { Segmented } from '@/ui/form/segmented';
import styles from './editor-screen.module.css';

const modes: readonly { readonly value: CentreMode; readonly label: string }[] = [
  { value: 'canvas', label: 'Canvas' },
  { value: 'code', label: 'Code' },
  { value: 'both', label: 'Both' },
];

import { runParts } from './parts';

const RunHeader = runParts.component(({ RunHeader }) => RunHeader);

/** Above the canvas: switches for what the centre shows and for the panels at its sides. */
export function CentreBar() {
  const { view } = useStores();
  const mode = useView((state) => state.preferences.mode);
  const hasRun = useRun((state) => state.executionId !== undefined);
  return (
    <div className={styles.bar}>
      <PanelToggle side="left" />
      <span className={styles.ofRun}>{hasRun && <RunHeader />}</span>
      <Segmented label="View" options={modes} value={mode} onChange={(next) => setPreferences(view, { mode: next })} />
      <PanelToggle side="right" />
    </div>
  );
}

function PanelToggle({ side }: { readonly side: 'left' | 'right' }) {
  const { view } = useStores();
  const open = useView((state) => state.preferences.panels[side]);
  const Icon = side === 'left' ? PanelLeft : PanelRight;
  const name = side === 'left' ? 'tasks' : 'inspector';
  return (
    <IconButton
      size="s"
      label={open ? `Close the ${name}` : `Open the ${name}`}
      icon={<Icon />}
      onClick={() => setPanels(view, { [side]: !open })}
    />
  );
}
