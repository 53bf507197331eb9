import type { Diagnostic } from '@/workflow/diagnostic';
import { createTextRanges } from '../text-ranges';
import type { XmlElement } from './xml-node';

/** Makes fixes that rename an element rename its end tag too. The reader does not know end tags. */
export function mendElementNames(
  source: string,
  root: XmlElement,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  const starts = new Set<number>();
  for (const { fix } of diagnostics) if (isOfName(source, fix)) starts.add(fix.range.from);
  if (starts.size === 0) return diagnostics;
  const elements = new Map(findElementsAt(root, starts));
  const rangeOf = createTextRanges(source);
  return diagnostics.map((diagnostic) => {
    const { fix } = diagnostic;
    const element = isOfName(source, fix) ? elements.get(fix.range.from) : undefined;
    if (element === undefined || fix?.kind !== 'replace_text' || source.startsWith('/>', element.span[1] - 2)) {
      return diagnostic;
    }
    const endAt = source.lastIndexOf('</', element.span[1] - 1) + 2;
    const text = fix.text + source.slice(element.nameSpan[1], endAt) + fix.text;
    const range = rangeOf(element.nameSpan[0], endAt + element.name.length);
    return { ...diagnostic, fix: { ...fix, text, range } };
  });
}

type Fix = Diagnostic['fix'];

const isOfName = (source: string, fix: Fix): fix is Extract<Fix, { kind: 'replace_text' }> =>
  fix?.kind === 'replace_text' && source[fix.range.from - 1] === '<';

function findElementsAt(element: XmlElement, starts: ReadonlySet<number>): [number, XmlElement][] {
  const [from] = element.nameSpan;
  const found: [number, XmlElement][] = starts.has(from) ? [[from, element]] : [];
  for (const child of element.children) if (child.kind === 'element') found.push(...findElementsAt(child, starts));
  return found;
}
