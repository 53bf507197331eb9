import type { DiagnosticCode } from '@/workflow/diagnostic';
import type { Problem, Span } from '../reading/syntax-node';
import { lastAttributeName, markupAt, type StartTag } from './scan-markup';

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
  ['Missing end tag', missingEndTag],
  ['Unclosed end tag', unclosedEndTag],
  ['Unclosed start tag', unclosedStartTag],
  ['Attribute value expected', missingValue],
  ['Unclosed attribute', (stop) => unclosedValue(stop)],
  ['Unescaped `<`', lessThanInValue],
  ['Duplicate attribute', doubledAttribute],
  ['Value of the `xml:space`', wrongSpace],
  ['Unterminated reference', bareAmpersand],
  ['Invalid character reference', wrongReference],
  ['Character reference resolves', wrongReference],
  ["Named entity isn't defined", unknownEntity],
  ['Invalid character', forbiddenCharacter],
  ['Element content may not contain', bareCdataEnd],
  ['Unclosed CDATA', (stop) => unclosed(stop, '<![CDATA[', ']]>', 'CDATA section')],
  ['Unclosed comment', (stop) => unclosed(stop, '<!--', '-->', 'comment')],
  ['Invalid processing', ({ text, at }) => bareLessThan(text.lastIndexOf('<', at))],
  ['Unterminated processing', (stop) => unclosed(stop, '<?', '?>', 'processing instruction')],
  ['Whitespace is required', (stop) => unclosed(stop, '<?', '?>', 'processing instruction')],
  ['The string `--`', ({ at }) => problem('A comment must not hold two hyphens in a row.', [at, at + 2])],
  ["XML declaration isn't allowed", misplacedDeclaration],
  ['Root element is missing', missingRoot],
  ['Extra content', extraContent],
];

/** Explains an error of the parser. The text is well-formed before `at`. */
export function explainXmlError(stop: Stop): Problem {
  const explain = explanations.find(([said]) => stop.said.startsWith(said))?.[1];
  if (explain) return explain(stop);
  const { text, at, said } = stop;
  const declaration = /^\ufeff?<\?xml\b[^>]*/.exec(text)?.[0];
  return declaration !== undefined && at <= declaration.length
    ? problem('The XML declaration is not right. Write <?xml version="1.0" encoding="UTF-8"?>, or leave it out.', [
        declaration.indexOf('<'),
        declaration.length + (text[declaration.length] === '>' ? 1 : 0),
      ])
    : problem(`This is not well-formed: ${said.replace(/ \(line \d.*/s, '')}.`, [at, at + 1]);
}

/** The problem of a document type, wherever it is. */
export function explainDeclaration(span: Span): Problem {
  const message = 'Document types and declarations of entities are not allowed, for safety. Remove this.';
  return problem(message, span, { code: 'HED109', mend: { title: 'Remove it', text: '' } });
}

function missingEndTag(stop: Stop): Problem {
  const { text, at, open, lineOf } = stop;
  const element = open.at(-1);
  if (text[at] === '<') {
    const markup = markupAt(text, at);
    if (markup?.kind !== 'end' || element === undefined) return bareLessThan(at);
    const opened = `<${element.name}> of line ${lineOf(element.nameSpan[0])}`;
    if (open.some(({ name }) => name === markup.name)) {
      const text = `</${element.name}></${markup.name}>`;
      const mend = { title: `Close <${element.name}> before it`, text };
      return problem(`${opened} is not closed. Write </${element.name}> before this.`, [at, markup.end], { mend });
    }
    const mend = { title: `Write </${element.name}>`, text: element.name };
    return problem(`This closes nothing: ${opened} is open. Write </${element.name}>.`, markup.nameSpan, { mend });
  }
  if (text.startsWith(']]>', at)) return bareCdataEnd(stop);
  const name = element?.name ?? '';
  return problem(`<${name}> is not closed before the text ends. Write </${name}>.`, element?.nameSpan ?? [at, at]);
}

function unclosedEndTag({ text, at }: Stop): Problem {
  const from = text.lastIndexOf('</', at);
  const name = text.slice(from + 2, at).trim();
  return problem(`The end tag lacks its >. Write </${name}>.`, [from, at]);
}

function unclosedStartTag({ text, at }: Stop): Problem {
  const from = text.lastIndexOf('<', at - 1);
  if (at >= text.length || text[at] === '<') {
    return problem('The start tag lacks its >.', [from, from + text.slice(from, at).trimEnd().length]);
  }
  const message = 'This is not an attribute. Attributes are written name="value", with a space before each.';
  return problem(message, [at, at + 1]);
}

function missingValue({ text, at }: Stop): Problem {
  const tagAt = text.lastIndexOf('<', at - 1);
  const nameSpan = lastAttributeName(text, tagAt, at) ?? [at, at];
  const name = text.slice(...nameSpan);
  const value = /^[^\s<>"'&]+?(?=\/?>|\s|$)/.exec(text.slice(at, at + 1000))?.[0];
  if (!text.slice(nameSpan[1], at).includes('=')) {
    const message = `The attribute ${name} has no value. Write ${name}="…", or &lt; for the < before it if that starts no tag.`;
    return problem(message, nameSpan);
  }
  if (value === undefined) return problem(`The attribute ${name} has no value. Write ${name}="…".`, nameSpan);
  const mend = { title: 'Put it in quotes', text: `"${value}"` };
  return problem(`The value of ${name} needs quotes.`, [at, at + value.length], { mend });
}

function unclosedValue({ text, at, lineOf }: Stop): Problem {
  const nameSpan = lastAttributeName(text, text.lastIndexOf('<', at - 1), at) ?? [at, at];
  const message = `The value of ${text.slice(...nameSpan)} in line ${lineOf(nameSpan[0])} lacks its closing quote.`;
  return problem(message, nameSpan);
}

function lessThanInValue(stop: Stop): Problem {
  const { text, at } = stop;
  const tagAt = text.lastIndexOf('<', at - 1);
  // A tag seems to have ended before this place, so it is the quote that is missing.
  if (text.slice(tagAt, at).trimEnd().endsWith('>')) return unclosedValue(stop);
  return problem('A < in the value of an attribute is written &lt;.', [at, at + 1], { mend: writeLessThan });
}

function doubledAttribute({ text, at }: Stop): Problem {
  const span = lastAttributeName(text, text.lastIndexOf('<', at - 1), at) ?? [at, at];
  const message = `The attribute ${text.slice(...span)} appears twice. Remove one of the two.`;
  return problem(message, span, { code: 'HED103' });
}

function wrongSpace({ text, at }: Stop): Problem {
  const span = lastAttributeName(text, text.lastIndexOf('<', at - 1), at) ?? [at, at];
  return problem('The value of xml:space is "preserve" or "default".', span);
}

function bareAmpersand({ text, at }: Stop): Problem {
  const from = text.lastIndexOf('&', at - 1);
  const mend = { title: 'Write &amp;', text: '&amp;' };
  return problem('A & is written &amp;.', [from, from + 1], { mend });
}

function wrongReference({ text, at }: Stop): Problem {
  const from = text.lastIndexOf('&', at - 1);
  const written = text.slice(from, at);
  return problem(`${written} stands for no character that XML allows. Write the character itself.`, [from, at]);
}

function unknownEntity({ text, at }: Stop): Problem {
  const end = text.indexOf(';', at) + 1;
  const message = `XML has no entity ${text.slice(at, end)}, and others than &amp; &lt; &gt; &quot; &apos; are not allowed. Write the character itself.`;
  return problem(message, [at, end], { code: 'HED109' });
}

function forbiddenCharacter({ text, at }: Stop): Problem {
  const from = text.search(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  const place = from === -1 ? at : from;
  const code = text.charCodeAt(place).toString(16).toUpperCase().padStart(4, '0');
  const mend = { title: 'Remove it', text: '' };
  return problem(`The character U+${code} is not allowed in XML. Remove it.`, [place, place + 1], { mend });
}

function bareCdataEnd({ at }: Stop): Problem {
  const mend = { title: 'Write ]]&gt;', text: ']]&gt;' };
  return problem('The text ]]> is written ]]&gt;, since it ends a CDATA section.', [at, at + 3], { mend });
}

function unclosed({ text, at }: Stop, start: string, end: string, what: string): Problem {
  const from = text.lastIndexOf(start, at);
  return problem(`The ${what} is not closed. Write ${end} where it ends.`, [from, from + start.length]);
}

function misplacedDeclaration({ text, at }: Stop): Problem {
  const end = text.indexOf('?>', at);
  const mend = { title: 'Remove it', text: '' };
  const message =
    'The XML declaration may stand only at the very start of the text. Remove what is before it, or leave it out.';
  return problem(message, [at, end === -1 ? text.length : end + 2], { mend });
}

function missingRoot({ text, at }: Stop): Problem {
  if (at >= text.length) return problem('The text holds no element. A workflow starts with <workflow>.', [at, at]);
  if (text[at] === '<') return unopened(text, at);
  const next = text.indexOf('<', at);
  if (next === -1) return problem('This is not XML. A workflow starts with <workflow>.', lineFrom(text, at));
  return problem('There is text before the first element. Remove it.', lineFrom(text, at, next));
}

function extraContent({ text, at }: Stop): Problem {
  if (text[at] !== '<')
    return problem('There is text after the end of the first element. Remove it.', lineFrom(text, at));
  const markup = markupAt(text, at);
  if (markup?.kind !== 'start') return unopened(text, at);
  const message =
    'There is a second element beside the first. A file holds one: put both into one, or into files of their own.';
  return problem(message, markup.nameSpan);
}

function unopened(text: string, at: number): Problem {
  const markup = markupAt(text, at);
  if (markup?.kind !== 'end') return bareLessThan(at);
  const mend = { title: 'Remove it', text: '' };
  return problem(`This closes nothing: no <${markup.name}> is open. Remove it.`, [at, markup.end], { mend });
}

const writeLessThan = { title: 'Write &lt;', text: '&lt;' };

function bareLessThan(at: number): Problem {
  return problem('This < starts no tag. As a character it is written &lt;.', [at, at + 1], { mend: writeLessThan });
}

/** The span from an offset to the end of what the line holds, `until` at most. */
function lineFrom(text: string, at: number, until = text.length): Span {
  const lineEnd = text.indexOf('\n', at);
  const end = lineEnd === -1 ? until : Math.min(lineEnd, until);
  return [at, at + text.slice(at, end).trimEnd().length];
}

function problem(
  message: string,
  span: Span,
  more: { readonly code?: DiagnosticCode; readonly mend?: Problem['mend'] } = {},
): Problem {
  const { code = 'HED108', mend } = more;
  return { code, message, span, ...(mend && { mend }) };
}
