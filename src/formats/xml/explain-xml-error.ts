import { defined } from '@/base/defined';
import type { DiagnosticCode } from '@/workflow/diagnostic';
import type { Problem, Span } from '../reading/syntax-node';
import { findLastAttributeName, type StartTag, scanMarkup } from './scan-markup';

/** Where the parser stopped: the text, the offset, what it said, and the elements that were open there. */
interface Stop {
  readonly text: string;
  readonly at: number;
  readonly said: string;
  readonly open: readonly StartTag[];
  readonly lineOf: (offset: number) => number;
}

type Explain = (stop: Stop) => Problem;

/** What an error of the parser means, in words that say what to do. The first whose beginning fits is taken. */
const explanations: readonly (readonly [said: string, explain: Explain])[] = [
  ['Missing end tag', explainMissingEndTag],
  ['Unclosed end tag', explainUnclosedEndTag],
  ['Unclosed start tag', explainUnclosedStartTag],
  ['Attribute value expected', explainMissingValue],
  ['Unclosed attribute', (stop) => explainUnclosedValue(stop)],
  ['Unescaped `<`', explainLessThanInValue],
  ['Duplicate attribute', explainDoubledAttribute],
  ['Value of the `xml:space`', explainWrongSpace],
  ['Unterminated reference', explainBareAmpersand],
  ['Invalid character reference', explainWrongReference],
  ['Character reference resolves', explainWrongReference],
  ["Named entity isn't defined", explainUnknownEntity],
  ['Invalid character (line', explainForbiddenCharacter],
  ['Element content may not contain', explainBareCdataEnd],
  ['Unclosed CDATA', (stop) => explainUnclosed(stop, '<![CDATA[', ']]>', 'CDATA section')],
  ['Unclosed comment', (stop) => explainUnclosed(stop, '<!--', '-->', 'comment')],
  ['Invalid processing', ({ text, at }) => explainBareLessThan(text.lastIndexOf('<', at))],
  ['Unterminated processing', (stop) => explainUnclosed(stop, '<?', '?>', 'processing instruction')],
  ['Whitespace is required', (stop) => explainUnclosed(stop, '<?', '?>', 'processing instruction')],
  ['The string `--`', ({ at }) => createXmlProblem('A comment must not hold two hyphens in a row.', [at, at + 2])],
  ["XML declaration isn't allowed", explainMisplacedDeclaration],
  ['Root element is missing', explainMissingRoot],
  ['Extra content', explainExtraContent],
];

/** Explains an error of the parser. The text is well-formed before `at`. */
export function explainXmlError(stop: Stop): Problem {
  const explain = explanations.find(([said]) => stop.said.startsWith(said))?.[1];
  if (explain) return explain(stop);
  const { text, at, said } = stop;
  const declaration = /^\ufeff?<\?xml\b[^>]*/.exec(text)?.[0];
  return declaration !== undefined && at <= declaration.length
    ? createXmlProblem(
        'The XML declaration is not right. Write <?xml version="1.0" encoding="UTF-8"?>, or leave it out.',
        [declaration.indexOf('<'), declaration.length + (text[declaration.length] === '>' ? 1 : 0)],
      )
    : createXmlProblem(`This is not well-formed: ${said.replace(/ \(line \d.*/s, '')}.`, [at, at + 1]);
}

/** The problem of a document type, wherever it is. */
export function explainDeclaration(span: Span): Problem {
  const message = 'Document types and declarations of entities are not allowed, for safety. Remove this.';
  return createXmlProblem(message, span, { code: 'HED109', mend: { title: 'Remove it', text: '' } });
}

function explainMissingEndTag(stop: Stop): Problem {
  const { text, at, open, lineOf } = stop;
  const element = open.at(-1);
  if (text[at] === '<') {
    const markup = scanMarkup(text, at);
    if (markup?.kind !== 'end' || element === undefined) return explainBareLessThan(at);
    const opened = `<${element.name}> of line ${lineOf(element.nameSpan[0])}`;
    if (open.some(({ name }) => name === markup.name)) {
      const text = `</${element.name}></${markup.name}>`;
      const mend = { title: `Close <${element.name}> before it`, text };
      return createXmlProblem(`${opened} is not closed. Write </${element.name}> before this.`, [at, markup.end], {
        mend,
      });
    }
    const mend = { title: `Write </${element.name}>`, text: element.name };
    return createXmlProblem(`This closes nothing: ${opened} is open. Write </${element.name}>.`, markup.nameSpan, {
      mend,
    });
  }
  if (text.startsWith(']]>', at)) return explainBareCdataEnd(stop);
  const name = element?.name ?? '';
  return createXmlProblem(
    `<${name}> is not closed before the text ends. Write </${name}>.`,
    element?.nameSpan ?? [at, at],
  );
}

function explainUnclosedEndTag({ text, at }: Stop): Problem {
  const from = text.lastIndexOf('</', at);
  const name = text.slice(from + 2, at).trim();
  return createXmlProblem(`The end tag lacks its >. Write </${name}>.`, [from, at]);
}

function explainUnclosedStartTag({ text, at }: Stop): Problem {
  const from = text.lastIndexOf('<', at - 1);
  if (at >= text.length || text[at] === '<') {
    return createXmlProblem('The start tag lacks its >.', [from, from + text.slice(from, at).trimEnd().length]);
  }
  const message = 'This is not an attribute. Attributes are written name="value", with a space before each.';
  return createXmlProblem(message, [at, at + 1]);
}

function explainMissingValue({ text, at }: Stop): Problem {
  const tagAt = text.lastIndexOf('<', at - 1);
  const nameSpan = findLastAttributeName(text, tagAt, at) ?? [at, at];
  const name = text.slice(...nameSpan);
  const value = /^[^\s<>"'&]+?(?=\/?>|\s|$)/.exec(text.slice(at, at + 1000))?.[0];
  if (!text.slice(nameSpan[1], at).includes('=')) {
    const message = `The attribute ${name} has no value. Write ${name}="…", or &lt; for the < before it if that starts no tag.`;
    return createXmlProblem(message, nameSpan);
  }
  if (value === undefined) return createXmlProblem(`The attribute ${name} has no value. Write ${name}="…".`, nameSpan);
  const mend = { title: 'Put it in quotes', text: `"${value}"` };
  return createXmlProblem(`The value of ${name} needs quotes.`, [at, at + value.length], { mend });
}

function explainUnclosedValue({ text, at, lineOf }: Stop): Problem {
  const nameSpan = findLastAttributeName(text, text.lastIndexOf('<', at - 1), at) ?? [at, at];
  const message = `The value of ${text.slice(...nameSpan)} in line ${lineOf(nameSpan[0])} lacks its closing quote.`;
  return createXmlProblem(message, nameSpan);
}

function explainLessThanInValue(stop: Stop): Problem {
  const { text, at } = stop;
  const tagAt = text.lastIndexOf('<', at - 1);
  // A tag seems to have ended before this place, so it is the quote that is missing.
  if (text.slice(tagAt, at).trimEnd().endsWith('>')) return explainUnclosedValue(stop);
  return createXmlProblem('A < in the value of an attribute is written &lt;.', [at, at + 1], { mend: lessThanFix });
}

function explainDoubledAttribute({ text, at }: Stop): Problem {
  const span = findLastAttributeName(text, text.lastIndexOf('<', at - 1), at) ?? [at, at];
  const message = `The attribute ${text.slice(...span)} appears twice. Remove one of the two.`;
  return createXmlProblem(message, span, { code: 'HED103' });
}

function explainWrongSpace({ text, at }: Stop): Problem {
  const span = findLastAttributeName(text, text.lastIndexOf('<', at - 1), at) ?? [at, at];
  return createXmlProblem('The value of xml:space is "preserve" or "default".', span);
}

function explainBareAmpersand({ text, at }: Stop): Problem {
  const from = text.lastIndexOf('&', at - 1);
  const mend = { title: 'Write &amp;', text: '&amp;' };
  return createXmlProblem('A & is written &amp;.', [from, from + 1], { mend });
}

function explainWrongReference({ text, at }: Stop): Problem {
  const from = text.lastIndexOf('&', at - 1);
  const written = text.slice(from, at);
  return createXmlProblem(`${written} stands for no character that XML allows. Write the character itself.`, [
    from,
    at,
  ]);
}

function explainUnknownEntity({ text, at }: Stop): Problem {
  const end = text.indexOf(';', at) + 1;
  const message = `XML has no entity ${text.slice(at, end)}, and others than &amp; &lt; &gt; &quot; &apos; are not allowed. Write the character itself.`;
  return createXmlProblem(message, [at, end], { code: 'HED109' });
}

function explainForbiddenCharacter({ text }: Stop): Problem {
  const place = text.search(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  const code = text.charCodeAt(place).toString(16).toUpperCase().padStart(4, '0');
  const mend = { title: 'Remove it', text: '' };
  return createXmlProblem(`The character U+${code} is not allowed in XML. Remove it.`, [place, place + 1], { mend });
}

function explainBareCdataEnd({ at }: Stop): Problem {
  const mend = { title: 'Write ]]&gt;', text: ']]&gt;' };
  return createXmlProblem('The text ]]> is written ]]&gt;, since it ends a CDATA section.', [at, at + 3], { mend });
}

function explainUnclosed({ text, at }: Stop, start: string, end: string, what: string): Problem {
  const from = text.lastIndexOf(start, at);
  return createXmlProblem(`The ${what} is not closed. Write ${end} where it ends.`, [from, from + start.length]);
}

function explainMisplacedDeclaration({ text, at }: Stop): Problem {
  const end = text.indexOf('?>', at);
  const mend = { title: 'Remove it', text: '' };
  const message =
    'The XML declaration may stand only at the very start of the text. Remove what is before it, or leave it out.';
  return createXmlProblem(message, [at, end === -1 ? text.length : end + 2], { mend });
}

function explainMissingRoot({ text, at }: Stop): Problem {
  if (at >= text.length)
    return createXmlProblem('The text holds no element. A workflow starts with <workflow>.', [at, at]);
  if (text[at] === '<') return explainUnopened(text, at);
  const next = text.indexOf('<', at);
  if (next === -1)
    return createXmlProblem('This is not XML. A workflow starts with <workflow>.', cutLineFrom(text, at));
  return createXmlProblem('There is text before the first element. Remove it.', cutLineFrom(text, at, next));
}

function explainExtraContent({ text, at }: Stop): Problem {
  if (text[at] !== '<')
    return createXmlProblem('There is text after the end of the first element. Remove it.', cutLineFrom(text, at));
  const markup = scanMarkup(text, at);
  if (markup?.kind !== 'start') return explainUnopened(text, at);
  const message =
    'There is a second element beside the first. A file holds one: put both into one, or into files of their own.';
  return createXmlProblem(message, markup.nameSpan);
}

function explainUnopened(text: string, at: number): Problem {
  const markup = scanMarkup(text, at);
  if (markup?.kind !== 'end') return explainBareLessThan(at);
  const mend = { title: 'Remove it', text: '' };
  return createXmlProblem(`This closes nothing: no <${markup.name}> is open. Remove it.`, [at, markup.end], { mend });
}

const lessThanFix = { title: 'Write &lt;', text: '&lt;' };

function explainBareLessThan(at: number): Problem {
  return createXmlProblem('This < starts no tag. As a character it is written &lt;.', [at, at + 1], {
    mend: lessThanFix,
  });
}

/** The span from an offset to the end of what the line holds, `until` at most. */
function cutLineFrom(text: string, at: number, until = text.length): Span {
  const lineEnd = text.indexOf('\n', at);
  const end = lineEnd === -1 ? until : Math.min(lineEnd, until);
  return [at, at + text.slice(at, end).trimEnd().length];
}

function createXmlProblem(
  message: string,
  span: Span,
  more: { readonly code?: DiagnosticCode; readonly mend?: Problem['mend'] } = {},
): Problem {
  const { code = 'HED108', mend } = more;
  return { code, message, span, ...defined({ mend }) };
}
