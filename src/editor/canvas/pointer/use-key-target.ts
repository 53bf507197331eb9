import { useEffect } from 'react';
import { useStores, useView } from '@/state/context';
import { findMoved } from '@/state/view/gestures';
import { getSelectedTask } from '@/state/view-store';
import { withEdits } from '../../actions/with-edits';
import { useCanvasStore } from '../canvas-state';

/** Lights the place to which tasks would be moved by keyboard: that of the task to which the arrows have led. */
export function useKeyTarget(): void {
  const { document } = useStores();
  const canvas = useCanvasStore();
  const moving = useView(findMoved);
  const target = useView(getSelectedTask);
  useEffect(() => {
    if (moving === undefined || target === undefined || moving.includes(target)) return;
    let isWanted = true;
    void withEdits(({ findKeyTarget: keyTarget }) => {
      if (isWanted) canvas.setState({ dropInto: keyTarget(document.getState().document, moving, target) });
    });
    return () => {
      isWanted = false;
      canvas.setState({ dropInto: undefined });
    };
  }, [moving, target, canvas, document]);
}
