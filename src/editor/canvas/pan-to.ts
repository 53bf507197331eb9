import type { ReactFlowInstance, Viewport } from '@xyflow/react';
import { getMotionMs } from '@/ui/theme/motion';

/** Glides to another part of the canvas. */
export function panTo(flow: Pick<ReactFlowInstance, 'setViewport'>, next: Viewport): void {
  void flow.setViewport(next, { duration: getMotionMs() });
}
