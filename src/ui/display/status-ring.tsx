import { memo, type ReactNode } from 'react';
import styles from './status-ring.module.css';

/** The status of a task, as it is drawn. */
export type RingStatus =
  | 'idle'
  | 'queued'
  | 'running'
  | 'ok'
  | 'continued'
  | 'failed'
  | 'skipped'
  | 'stale'
  | 'maybe'
  | 'paused'
  | 'simulated';

const circle = <circle cx="8" cy="8" r="6" />;
const disc = <circle className={styles.fill} cx="8" cy="8" r="7" />;

/** A shape for each status, so that colour is never alone. */
const shapes: { readonly [K in RingStatus]: ReactNode } = {
  idle: circle,
  queued: <circle cx="8" cy="8" r="6" strokeDasharray="1.9 2.81" />,
  running: (
    <>
      <circle cx="8" cy="8" r="6" opacity=".25" />
      <path d="M8 2a6 6 0 0 1 6 6" />
    </>
  ),
  ok: (
    <>
      {circle}
      <path d="m5.5 8.2 1.8 1.8 3.2-3.6" />
    </>
  ),
  continued: (
    <>
      {circle}
      <path d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4" />
    </>
  ),
  failed: (
    <>
      {disc}
      <path className={styles.on} d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4" />
    </>
  ),
  skipped: (
    <>
      {circle}
      <path d="m4 12 8-8" />
    </>
  ),
  stale: (
    <>
      <path d="M2.3 6.2A6 6 0 1 1 2 8" />
      <path d="M2 3v3.2h3.2M8 5v3.2l2 1.2" />
    </>
  ),
  maybe: (
    <>
      <circle cx="8" cy="8" r="6" strokeDasharray="1.9 2.81" />
      <path d="M6.3 6.5a1.7 1.7 0 1 1 2.4 1.6c-.5.2-.7.5-.7 1M8 11v.1" />
    </>
  ),
  // The flask of lucide, at the size of a ring.
  simulated: (
    <g transform="scale(.6667)" strokeWidth="2.4">
      <path d="M14 2v6a2 2 0 0 0 .245.96l5.51 10.08A2 2 0 0 1 18 22H6a2 2 0 0 1-1.755-2.96l5.51-10.08A2 2 0 0 0 10 8V2" />
      <path d="M6.453 15h11.094M8.5 2h7" />
    </g>
  ),
  paused: (
    <>
      {disc}
      <path className={styles.on} d="M6.3 5.8v4.4m3.4-4.4v4.4" />
    </>
  ),
};

const words: { readonly [K in RingStatus]: string } = {
  idle: 'Not run yet',
  queued: 'Queued',
  running: 'Running',
  ok: 'Done',
  continued: 'Failed, continued',
  failed: 'Failed',
  skipped: 'Skipped',
  stale: 'Out of date',
  maybe: 'Maybe',
  paused: 'Paused',
  simulated: 'Simulated',
};

interface StatusRingProps {
  readonly status: RingStatus;
  /** The text for screen readers; default: the usual word for the status. */
  readonly label?: string;
  readonly size?: 14 | 16;
}

/** The status of a task or run as a small ring. */
export const StatusRing = memo(function StatusRing({ status, label, size = 16 }: StatusRingProps) {
  return (
    <svg
      role="img"
      aria-label={label ?? words[status]}
      data-status={status}
      className={styles.ring}
      width={size}
      height={size}
      viewBox="0 0 16 16"
    >
      {shapes[status]}
    </svg>
  );
});
