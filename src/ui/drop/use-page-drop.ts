import { useEffect, useState } from 'react';
import { holdsFiles } from './holds-files';

/**
 * Takes files that are dropped anywhere on the page but on a `DropZone`; true: some are held over it. `onDrop` is to be
 * the same function from one drawing to the next.
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
