import { isJsonObject, type Json } from '@/base/json';
import type { DocumentPath } from '../diagnostic';

/** A reference of a schema that leads to nothing in it. */
export interface OuterReference {
  readonly path: DocumentPath;
  readonly reference: string;
}

/** What a schema defines: places that a reference may lead to. */
interface Defined {
  readonly root: Json;
  readonly ids: Set<string>;
  readonly anchors: Set<string>;
}

/**
 * The first `$ref` of a JSON Schema that leads to another document, or to a place that is not there. Nothing is fetched
 * to check an output, so nothing could be checked by it.
 */
export function findOuterReference(schema: Json): OuterReference | undefined {
  const defined: Defined = { root: schema, ids: new Set(), anchors: new Set() };
  collectDefined(schema, defined);
  return searchOuterReference(schema, defined, []);
}

function collectDefined(value: Json, defined: Defined): void {
  if (value === null || typeof value !== 'object') return;
  for (const member of Object.values(value) as Json[]) collectDefined(member, defined);
  if (!isJsonObject(value)) return;
  if (typeof value['$id'] === 'string') defined.ids.add(removeHash(value['$id']));
  for (const key of ['$anchor', '$dynamicAnchor']) {
    if (typeof value[key] === 'string') defined.anchors.add(value[key]);
  }
}

function searchOuterReference(value: Json, defined: Defined, path: DocumentPath): OuterReference | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  for (const [key, member] of Object.entries(value) as [string, Json][]) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    // A property may be called `$ref` too: its value is a schema then, and no text.
    if (key === '$ref' && typeof member === 'string' && !isLeadingInside(member, defined)) {
      return { path: at, reference: member };
    }
    const found =
      key === 'const' || key === 'enum' || key === 'default' ? undefined : searchOuterReference(member, defined, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isLeadingInside(reference: string, { root, ids, anchors }: Defined): boolean {
  const [base = '', fragment] = reference.split('#');
  if (base !== '') return [...ids].some((id) => id === base || id.endsWith(`/${base}`));
  if (fragment === undefined || fragment === '' || ids.size > 0) return true;
  return fragment.startsWith('/') ? hasPlace(root, fragment) : anchors.has(fragment);
}

/** Whether a JSON pointer (RFC 6901) of a fragment leads to a value. */
function hasPlace(root: Json, pointer: string): boolean {
  let value: Json | undefined = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = decodePart(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return false;
    value = (value as { readonly [key: string]: Json })[key] ?? null;
  }
  return true;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const removeHash = (id: string): string => id.replace(/#$/, '');
