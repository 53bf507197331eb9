import { type DragEvent, type ReactNode, useState } from 'react';
import { classNames } from '../class-names';
import styles from './drop-zone.module.css';
import { holdsFiles } from './holds-files';

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
    if (!holdsFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(true);
  };
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!holdsFiles(event.dataTransfer)) return;
    event.preventDefault();
    onDrop(event.dataTransfer);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are also chosen by the button or menu in it
    <div
      {...rest}
      data-takes-files=""
      className={classNames(isOver && styles.over, className)}
      onDragOver={drag}
      onDragLeave={leave}
      onDrop={drop}
    >
      {children}
    </div>
  );
}
