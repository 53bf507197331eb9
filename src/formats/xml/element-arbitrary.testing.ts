import fc from 'fast-check';

/** An element without spans. Two texts never follow one another. */
export interface Tree {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly (Tree | string)[];
}

const arbitraryName = fc.oneof(
  fc.constantFrom('task', 'description', 'x:note', '__proto__', 'constructor', 'é', 'a-b.c'),
  fc.stringMatching(/^[A-Za-z_][\w.-]{0,5}$/),
);

/** Texts of all characters that XML allows except `\r`, which can only be written as a reference. */
const arbitraryText = fc
  .array(
    fc.oneof(
      fc.constantFrom('<', '>', '&', '"', "'", '\n', '\t', ' ', ']]>', '&amp;', '😀', '{{a}}'),
      fc.string({ unit: 'grapheme' }),
    ),
    {
      maxLength: 5,
    },
  )
  .map((parts) => parts.join('').replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));

/** Any element. */
export const arbitraryElement: fc.Arbitrary<Tree> = fc.letrec<{ element: Tree }>((tie) => ({
  element: fc.record({
    name: arbitraryName,
    attributes: fc.uniqueArray(fc.tuple(arbitraryName, arbitraryText), { selector: ([name]) => name, maxLength: 3 }),
    children: fc
      .array(fc.oneof({ depthSize: 'small' }, arbitraryText, tie('element')), { maxLength: 4 })
      .map((children) =>
        children.filter(
          (child, at) => child !== '' && !(typeof child === 'string' && typeof children[at - 1] === 'string'),
        ),
      ),
  }),
})).element;

/** A tree as XML with the given line breaks. Every second text is CDATA where that is possible. */
export function printElement({ name, attributes, children }: Tree, lineBreak: string): string {
  const start = attributes.map(([name, value], at) => {
    const quote = at % 2 === 0 ? '"' : "'";
    const escaped = escapeText(value).replaceAll(quote, quote === '"' ? '&quot;' : '&#39;');
    return `${lineBreak}${name} = ${quote}${escaped.replaceAll('\n', '&#xA;').replaceAll('\t', '&#9;')}${quote}`;
  });
  const content = children.map((child, at) => {
    if (typeof child !== 'string') return printElement(child, lineBreak);
    const isCdata = at % 2 === 1 && !child.includes(']]>');
    return (isCdata ? `<![CDATA[${child}]]>` : escapeText(child)).replaceAll('\n', lineBreak);
  });
  const open = `${name}${start.join('')}`;
  return content.length === 0 ? `<${open}/>` : `<${open}>${content.join('<!-- <c> -->')}</${name} >`;
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(']]>', ']]&gt;');
