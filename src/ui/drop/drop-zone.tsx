import { type DragEvent, type ReactNode, useState } from 'react';
import { joinClassNames } from '../class-names';
import styles from './drop-zone.module.css';
import { hasFiles } from './holds-files';

interface DropZoneProps {
  /** Called during the drop event, with its data. */
  readonly onDrop: (dropped: DataTransfer) => void;
  readonly className?: string | undefined;
  readonly 'data-testid'?: string;
  readonly children: ReactNode;
}

/** A part of the screen on which files can be dropped. It contains a button or menu for choosing files as well. */
export function DropZone({ onDrop, className, children, ...rest }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const drag = (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(true);
  };
  const leaveZone = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  const dropFiles = (event: DragEvent) => {
    setOver(false);
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    onDrop(event.dataTransfer);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are also chosen by the button or menu in it
    <div
      {...rest}
      data-takes-files=""
      className={joinClassNames(isOver && styles.over, className)}
      onDragOver={drag}
      onDragLeave={leaveZone}
      onDrop={dropFiles}
    >
      {children}
    </div>
  );
}
