import { useEffect, useState } from 'react';
import { hasFiles } from './holds-files';

/**
 * Accepts files that are dropped anywhere on the page except on a `DropZone`. Returns whether files are being dragged
 * over it. `onDrop` should be the same function at each render.
 */
export function usePageDrop(onDrop: (files: FileList) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const isTakenElsewhere = ({ target }: DragEvent) =>
      target instanceof Element && target.closest('[data-takes-files]') !== null;
    const drag = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(!isTakenElsewhere(event));
    };
    const leavePage = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const dropOnPage = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event.dataTransfer) || isTakenElsewhere(event)) return;
      event.preventDefault();
      if (event.dataTransfer) onDrop(event.dataTransfer.files);
    };
    addEventListener('dragover', drag);
    addEventListener('dragleave', leavePage);
    addEventListener('drop', dropOnPage);
    return () => {
      removeEventListener('dragover', drag);
      removeEventListener('dragleave', leavePage);
      removeEventListener('drop', dropOnPage);
    };
  }, [onDrop]);
  return isOver;
}
