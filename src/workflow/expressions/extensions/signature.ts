/** A signature of a function, taken apart: `string.charAt(int): string`. */
export interface Signature {
  /** The type that it is called on, or its namespace; '' if neither. */
  readonly owner: string;
  readonly name: string;
  readonly parameters: readonly string[];
  readonly result: string;
}

/** Takes a signature apart. */
export function parseSignature(text: string): Signature {
  const [, owner = '', name = '', parameters = '', result = ''] =
    /^(?:([\w.<>]+)\.)?(\w+)\(([^)]*)\): (.+)$/.exec(text) ?? [];
  return { owner, name, parameters: parameters === '' ? [] : parameters.split(', '), result };
}

/** A signature as a text again. */
export function formatSignature({ owner, name, parameters, result }: Signature): string {
  return `${owner === '' ? '' : `${owner}.`}${name}(${parameters.join(', ')}): ${result}`;
}
