import { computeUtf8Length } from '@/base/bytes';
import { formatBytes } from '@/base/figures';
import type { Capture, Payload } from '@/run/event-data';
import { Chip } from '@/ui/display/chip';
import type { PayloadText } from '../use-payload';
import { findWholeOutput, formatView } from '../whole/whole-output';
import { LongOutput } from './long-output';

interface ShownPartProps {
  readonly capture: Capture | undefined;
  readonly payload: Payload | undefined;
  readonly text: PayloadText;
  /** `output`, `prompt`, `standard error`. */
  readonly what: string;
  /** Name of the task, for the title and the file. */
  readonly label: string;
}

/**
 * Says which part of a text is shown, if not all: a view of a long output, or the start of one that is too long to read
 * at once. It also says if the output is binary.
 */
export function ShownPart({ capture, payload, text, what, label }: ShownPartProps) {
  const words =
    formatView(capture) ??
    (text.status === 'long'
      ? `Showing the first ${formatBytes(computeUtf8Length(text.text))} of ${formatBytes(payload?.length ?? 0)}`
      : undefined);
  const whole = findWholeOutput(capture, payload, {
    title: `${what.charAt(0).toUpperCase()}${what.slice(1)} of ${label}`,
    name: `${label}-${what}`.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-'),
  });
  return (
    <>
      {words !== undefined && <LongOutput words={words} whole={whole} what={what} />}
      {capture?.binary && (
        <div>
          <Chip tone="paused">Binary: bytes that are not text are shown as �</Chip>
        </div>
      )}
    </>
  );
}
