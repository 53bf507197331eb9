import { useEffect } from 'react';
import { useStores } from '@/state/context';
import type { ViewStore } from '@/state/view-store';

/** Below these widths in px a panel covers the canvas, and is closed until it is asked for. */
const coverBelow = { right: 1100, left: 800 } as const;

/** Closes the panels that would cover the canvas when the window becomes narrow, and opens them again when it is wide. */
export function useNarrow(): void {
  const { view } = useStores();
  useEffect(() => {
    const right = closeBelow(view, 'right');
    const left = closeBelow(view, 'left');
    return () => {
      right();
      left();
    };
  }, [view]);
}

function closeBelow(view: ViewStore, side: keyof typeof coverBelow): () => void {
  const narrow = matchMedia(`(max-width: ${coverBelow[side] - 1}px)`);
  const set = (open: boolean) => view.setState(({ panels }) => ({ panels: { ...panels, [side]: open } }));
  if (narrow.matches) set(false);
  const onChange = () => set(!narrow.matches);
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
}
