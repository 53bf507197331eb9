import { ok } from '@/base/result';
import type { FieldPath } from './field-path';
import { AreaField, JsonField } from './text-field';
import type { TextFormat } from './text-format';
import { useField } from './use-field';

interface LinesFieldProps {
  readonly path: FieldPath;
  readonly label: string;
  readonly placeholder?: string;
  readonly rows?: number;
  readonly mono?: boolean;
  /** Whether a single line is stored as a text instead of a list of one. */
  readonly single?: boolean;
}

/**
 * A list of texts, one on each line. A list that contains an empty text, or one of several lines, is edited as JSON.
 */
export function LinesField({ single = false, ...field }: LinesFieldProps) {
  const { value } = useField(field.path);
  const isOneLine = (text: unknown) => typeof text === 'string' && text.trim() !== '' && !text.includes('\n');
  return Array.isArray(value) && !value.every(isOneLine) ? (
    <JsonField {...field} label={`${field.label}, as JSON`} />
  ) : (
    <AreaField {...field} format={single ? textOrLines : lines} />
  );
}

/** Empty lines are ignored. */
const lines: TextFormat = {
  show: (value) => (Array.isArray(value) ? value.join('\n') : typeof value === 'string' ? value : ''),
  parse(text) {
    const items = text.split('\n').filter((line) => line.trim() !== '');
    return ok(items.length === 0 ? undefined : items);
  },
};

const textOrLines: TextFormat = {
  show: lines.show,
  parse(text) {
    const read = lines.parse(text);
    return read.ok && Array.isArray(read.value) && read.value.length === 1 ? ok(read.value[0]) : read;
  },
};
