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
  /** Whether one line alone is kept as a text and not as a list of one. */
  readonly single?: boolean;
}

/** A list of texts, one to a line. A list that has a text of several lines, or an empty one, is edited as JSON. */
export function LinesField({ single = false, ...field }: LinesFieldProps) {
  const { value } = useField(field.path);
  const isOneLine = (text: unknown) => typeof text === 'string' && text.trim() !== '' && !text.includes('\n');
  return Array.isArray(value) && !value.every(isOneLine) ? (
    <JsonField {...field} label={`${field.label}, as JSON`} />
  ) : (
    <AreaField {...field} format={single ? textOrLines : lines} />
  );
}

/** Empty lines count for nothing. */
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
