import PanelRightClose from 'lucide-react/icons/panel-right-close';
import { useStores } from '@/state/context';
import { setPanels } from '@/state/view/panels';
import { IconButton } from '@/ui/form/icon-button';
import { getCanvas } from '../actions/canvas-handle';

/** In the head of the inspector: closes it. The focus goes to the canvas. */
export function CloseInspector() {
  const { view } = useStores();
  const close = () => {
    setPanels(view, { right: false });
    getCanvas(view)?.focus();
  };
  return <IconButton size="s" label="Close the inspector" icon={<PanelRightClose />} onClick={close} />;
}
