import { useStores, useView } from '@/state/context';
import { setPanels } from '@/state/view/panels';
import { defaultPanels } from '@/state/view-store';
import styles from './editor-screen.module.css';
import { drawerParts } from './parts';
import { Separator } from './separator';

const Drawer = drawerParts.component((drawer) => drawer.WholeDrawer);

/** Height of the closed drawer in px: its tabs and its border. */
const closedDrawer = 37;

/** Under the canvas: the drawer, with the line that sets its height. It has the same height before and after a run. */
export function BottomDrawer() {
  const { view } = useStores();
  const panels = useView((state) => state.preferences.panels);
  const open = panels.drawer;
  const openHeight = panels.isDrawerLarge ? '100%' : panels.drawerHeight;
  return (
    <div
      className={styles.drawer}
      style={{ height: open ? openHeight : closedDrawer }}
      data-large={(open && panels.isDrawerLarge) || undefined}
      data-region={open ? 'drawer' : undefined}
      tabIndex={-1}
    >
      <Drawer />
      {open && (
        <Separator
          label="Height of the drawer"
          orientation="horizontal"
          edge="start"
          value={panels.drawerHeight}
          min={120}
          max={900}
          usual={defaultPanels.drawerHeight}
          onChange={(drawerHeight) => setPanels(view, { drawerHeight, isDrawerLarge: false })}
        />
      )}
    </div>
  );
}
