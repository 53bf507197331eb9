import { useMemo } from 'react';
import { ok } from '@/base/result';
import type { FieldPath } from './field-path';
import { Two } from './section';
import { AreaField, NumberField } from './text-field';
import { createJsonFormat, type TextFormat } from './text-format';
import { useField } from './use-field';

/** Options with a field of their own. */
const named = new Set(['temperature', 'top_p']);

/**
 * Options of a model call. The usual ones have fields; the others, which go to the provider unchanged, are edited as
 * JSON.
 */
export function OptionsFields({ path }: { readonly path: FieldPath }) {
  const { value } = useField(path);
  const others = useMemo(() => createOtherOptionsFormat(value), [value]);
  return (
    <>
      <Two>
        <NumberField path={[...path, 'temperature']} label="Temperature" min={0} max={2} placeholder="The model’s" />
        <NumberField path={[...path, 'top_p']} label="Top p" min={0} max={1} placeholder="The model’s" />
      </Two>
      <AreaField path={path} label="Other options, as JSON" mono format={others} placeholder={'{ "seed": 7 }'} />
    </>
  );
}

/** The options without a field of their own. The ones with a field stay when these are written. */
function createOtherOptionsFormat(options: unknown): TextFormat {
  const json = createJsonFormat('object');
  const selectOptions = (value: unknown, keep: (name: string) => boolean): object | undefined => {
    const entries = Object.entries(value ?? {}).filter(([name]) => keep(name));
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  };
  return {
    show: (value) => json.show(selectOptions(value, (name) => !named.has(name))),
    parse(text) {
      const read = json.parse(text);
      if (!read.ok) return read;
      return ok(
        selectOptions({ ...selectOptions(options, (name) => named.has(name)), ...(read.value ?? {}) }, () => true),
      );
    },
  };
}
