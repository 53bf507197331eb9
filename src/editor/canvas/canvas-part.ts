import { createPart } from '@/ui/lazy/part';
import { awaitIdle } from '@/ui/when-idle';

/** What the canvas shows beyond its tasks and wires, which load before it. */
export const canvasPart = createPart(async () => {
  await awaitIdle();
  return import('./late-parts');
});
