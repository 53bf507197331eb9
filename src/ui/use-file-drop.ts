import { type DragEvent, useState } from 'react';

/** What an element has on which files can be dropped. */
interface DropProps {
  /** That what is dropped here is not opened as a workflow. */
  readonly 'data-takes-files': '';
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDragLeave: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
}

/**
 * Lets files be dropped on an element, beside a button or a menu by which they can be chosen. `take` is given what was,
 * while the event lasts; `isOver`: some are held over it.
 */
export function useFileDrop(take: (dropped: DataTransfer) => void): {
  readonly isOver: boolean;
  readonly props: DropProps;
} {
  const [isOver, setOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');
  const props: DropProps = {
    'data-takes-files': '',
    onDragOver: (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop: (event) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      take(event.dataTransfer);
    },
  };
  return { isOver, props };
}
