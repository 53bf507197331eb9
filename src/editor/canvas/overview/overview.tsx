import type { Boxes } from '../../geometry/boxes';
import { OverviewCanvas } from './overview-canvas';
import { OverviewNames } from './overview-names';

/** The workflow at low zoom: its blocks, and over them as many names as can be read. */
export function Overview({ boxes }: { readonly boxes: Boxes }) {
  return (
    <>
      <OverviewCanvas boxes={boxes} />
      <OverviewNames />
    </>
  );
}
