import type { Payload } from './event-data';
import type { RunEvent } from './events';

/** Converts a payload to the event fields that store a result. */
export function buildResultFields({
  text,
  length,
  ref,
}: Payload): Pick<RunEvent, 'result' | 'full_result_len' | 'ref'> {
  return ref === undefined ? { result: text, full_result_len: length } : { result: text, full_result_len: length, ref };
}

/** The inverse of {@link buildResultFields}. */
export function readResult({ result = '', full_result_len, ref }: RunEvent): Payload {
  const length = full_result_len ?? result.length;
  return ref === undefined ? { text: result, length } : { text: result, length, ref };
}
