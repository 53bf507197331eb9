import { useEffect, useState } from 'react';
import { holdsFiles } from './holds-files';

/**
 * Accepts files that are dropped anywhere on the page except on a `DropZone`. Returns whether files are being dragged
 * over it. `onDrop` should be the same function at each render.
 */
export function usePageDrop(onDrop: (files: FileList) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const isTaken = ({ target }: DragEvent) =>
      target instanceof Element && target.closest('[data-takes-files]') !== null;
    const drag = (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(!isTaken(event));
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!holdsFiles(event.dataTransfer) || isTaken(event)) return;
      event.preventDefault();
      if (event.dataTransfer) onDrop(event.dataTransfer.files);
    };
    addEventListener('dragover', drag);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', drag);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [onDrop]);
  return isOver;
}
