import { PartFailedOver, type PartFailedProps } from '@/ui/lazy/part-failed';
import { canvasPart } from '../canvas-part';
import { useCanvasState, useCanvasStore } from '../canvas-state';

const OpenCanvasMenu = canvasPart.component((canvas) => canvas.OpenCanvasMenu, { Failed: MenuFailed });

/** The menu that a right click or the menu key opens. */
export function CanvasMenu() {
  const menu = useCanvasState((state) => state.contextMenu);
  return menu && <OpenCanvasMenu key={`${menu.x} ${menu.y}`} menu={menu} />;
}

function MenuFailed({ onRetry }: PartFailedProps) {
  const canvas = useCanvasStore();
  return <PartFailedOver onRetry={onRetry} onClose={() => canvas.setState({ contextMenu: undefined })} />;
}
