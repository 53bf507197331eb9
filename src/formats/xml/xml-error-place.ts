import { readXml } from './read-xml';

/** Where a text stops being XML of a workflow, for the `location` of an `XML_PARSE_ERROR`; undefined if it is sound. */
export function findXmlErrorPlace(text: string): string | undefined {
  const { range } = readXml(text).diagnostics.find(({ severity }) => severity === 'error') ?? {};
  return range === undefined ? undefined : `line ${range.line}, column ${range.column}`;
}
