import type { Payload } from './event-data';
import type { RunEvent } from './events';

/** A payload as the fields of an event that hold its result. */
export function resultFields({ text, length, ref }: Payload): Pick<RunEvent, 'result' | 'full_result_len' | 'ref'> {
  return { result: text, full_result_len: length, ...(ref === undefined ? {} : { ref }) };
}

/** The way back from {@link resultFields}. */
export function resultOf({ result = '', full_result_len, ref }: RunEvent): Payload {
  return { text: result, length: full_result_len ?? result.length, ...(ref === undefined ? {} : { ref }) };
}
