import { encodeJson } from '@/base/json-text';
import { cutToStart } from '@/base/start-of';
import type { Definition } from '@/workflow/document';

type Parameter = NonNullable<Definition['parameters']>[number];

/** The type of a parameter and what it is without an argument: `string · needed`, `number · 20`. */
export function formatParameterState({ type = 'any', default: usual }: Parameter): string {
  if (usual === undefined) return `${type} · needed`;
  const text = encodeJson(usual);
  return `${type} · ${text.length > 24 ? `${cutToStart(text, 23)}…` : text}`;
}
