import { z } from 'zod';
import { commands } from '@/cli/commands';
import { type Action, actionGroups, getScope, type KeyScope } from '@/editor/actions/action';
import { runEventSchema } from '@/run/events';
import { formatKeys } from '@/ui/keys';

// The pages of the guide that are made of the source: `npm run reference` writes them.

/** The page of commands, as `heddle help` tells them. */
export function buildCommandsPage(): string {
  const sections = Object.entries(commands).map(([name, { summary, usage, options }]) => {
    const rows = Object.entries(options).map(
      ([option, { value, help }]) =>
        `| \`--${option}${value === undefined ? '' : ` ${escapeCell(value)}`}\` | ${escapeCell(help)} |`,
    );
    const table = rows.length === 0 ? [] : ['', '| option | does |', '| --- | --- |', ...rows];
    return [`## ${name}`, '', summary, '', '```', `heddle ${name} ${usage}`.trim(), '```', ...table].join('\n');
  });
  const intro = [
    '# Commands',
    '',
    'Every command of the terminal with all of its options, as `heddle help COMMAND` tells them. What the commands are for,',
    'with examples, is in [the command line](command-line.md).',
    '',
    '| exit status | means |',
    '| --- | --- |',
    '| 0 | fine |',
    '| 1 | the document has errors, the run failed, or a replay came out otherwise |',
    '| 2 | wrong usage, an unreadable file, or a choice to make |',
    '| 3 | the run is paused |',
    '| 4 | the output could not be written |',
  ];
  return `${[intro.join('\n'), ...sections].join('\n\n')}\n`;
}

const scopeWords: { readonly [K in KeyScope]: string } = {
  canvas: 'on the canvas',
  tasks: 'on the canvas and in the list of tasks',
  output: 'in a text that is read',
  panels: 'everywhere but on the canvas',
  anywhere: 'everywhere',
};

/** The page of keys: every action that has some. */
export function buildKeysPage(actions: readonly Action[]): string {
  const sections = actionGroups.flatMap((group) => {
    const rows = actions
      .filter((action) => action.group === group && action.keys.length > 0)
      .map((action) => {
        const keys = action.keys.map((key) => `\`${escapeCell(formatKeys(key, false))}\``).join(', ');
        const where = `${scopeWords[getScope(action)]}${action.whileTyping === true ? ', in texts too' : ''}`;
        return `| ${keys} | ${escapeCell(action.label)} | ${where} |`;
      });
    return rows.length === 0 ? [] : [`## ${group}\n\n| keys | does | works |\n| --- | --- | --- |\n${rows.join('\n')}`];
  });
  const intro = [
    '# Keys',
    '',
    'Every key of the editor, on one page to print. On a Mac `Ctrl` is `⌘` and `Alt` is `⌥`. `?` shows this list in the',
    'editor, where the pencil beside a row gives an action other keys. What the keys do is told in more words in',
    '[the canvas](canvas.md#keys).',
  ];
  return `${[intro.join('\n'), ...sections].join('\n\n')}\n`;
}

interface JsonShape {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonShape[];
  readonly items?: JsonShape;
  readonly properties?: Readonly<Record<string, JsonShape>>;
  readonly required?: readonly string[];
}

/**
 * The page of events with its tables made anew: the fields of each kind, and what each of them is, as far as the page
 * said so before. A kind that the page does not have gets a section without a sentence.
 */
export function updateEventsPage(page: string): string {
  const [intro = '', ...parts] = page.split(/^(?=### )/m);
  const before = new Map(parts.map((part) => [/^### (\S+)/.exec(part)?.[1] ?? '', part]));
  const sections = listEventShapes().map(([kind, data]) => {
    const part = before.get(kind) ?? '';
    const sentence = part
      .split('\n')
      .filter((line) => !line.startsWith('#') && !line.startsWith('|'))
      .join('\n')
      .trim();
    const meanings = new Map(
      [...part.matchAll(/^\| `(\w+)`[^|]* \| .+? \| (.*?) \|$/gm)].map(([, field = '', is = '']) => [field, is]),
    );
    const rows = Object.entries(data.properties ?? {}).map(([field, shape]) => {
      const isOptional = data.required?.includes(field) !== true;
      return `| \`${field}\`${isOptional ? ' (may be missing)' : ''} | ${describeShape(shape)} | ${meanings.get(field) ?? ''} |`;
    });
    const table =
      rows.length === 0 ? '' : `\n| field of \`data\` | value | is |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
    return `### ${kind}\n\n${sentence}\n${table}`;
  });
  return `${[intro.trimEnd(), ...sections.map((section) => section.trimEnd())].join('\n\n')}\n`;
}

function listEventShapes(): readonly (readonly [string, JsonShape])[] {
  const { oneOf, anyOf } = z.toJSONSchema(runEventSchema, { unrepresentable: 'any', reused: 'inline' });
  return ((oneOf ?? anyOf ?? []) as readonly JsonShape[]).map(({ properties }) => [
    String(properties?.['kind']?.const),
    properties?.['data'] ?? {},
  ]);
}

function describeShape(shape: JsonShape): string {
  if (shape.const !== undefined) return `\`${shape.const}\``;
  if (shape.enum !== undefined) return shape.enum.map((value) => `\`${value}\``).join(', ');
  if (shape.anyOf !== undefined) {
    const kinds = new Set(shape.anyOf.map(describeShape));
    return kinds.size > 4 ? 'any value' : [...kinds].join(' or ');
  }
  if (shape.type === 'array') return `list of ${describeShape(shape.items ?? {})}`;
  const known = describeKnown(shape);
  if (known !== undefined) return known;
  if (shape.properties !== undefined)
    return `object of ${Object.keys(shape.properties)
      .map((key) => `\`${key}\``)
      .join(', ')}`;
  const types = [shape.type ?? 'any value'].flat();
  return types.map((type) => (type === 'integer' ? 'number' : type === 'string' ? 'text' : type)).join(' or ');
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** The parts that many events share, by a field that only they have. */
function describeKnown({ properties = {} }: JsonShape): string | undefined {
  if ('inputTokens' in properties) return 'usage';
  if ('length' in properties && 'text' in properties) return 'text that may be long';
  if ('truncated' in properties) return 'how the output was kept';
  return undefined;
}
