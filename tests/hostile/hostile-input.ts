/** A malicious file, or one that is not a workflow, and the diagnostics it must get. */
export interface HostileInput {
  readonly what: string;
  /** The extension of its name determines the notation. */
  readonly ending: 'yaml' | 'xml' | 'json';
  readonly make: () => string | Uint8Array;
  /** Codes at least one of which must be reported, or `fine` for input that is strange but valid. */
  readonly told: readonly string[];
}

/** A million. */
export const mega = 1_000_000;
/** Slightly less than the largest accepted text. */
export const most = 5_200_000;

/** A piece, repeated to fill a size, by default that of the largest accepted text. */
export const filled = (piece: string, around = 0, size = most): string =>
  piece.repeat(Math.floor((size - around) / Buffer.byteLength(piece)));

/** Pieces joined together. */
export const repeat = (count: number, piece: (index: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, index) => piece(index)).join(between);
/** Pieces as lines. */
export const lines = (count: number, line: (index: number) => string): string => repeat(count, line, '\n');

/** An input of each notation; `told` are codes separated by spaces. */
export const yaml = (what: string, told: string, make: HostileInput['make']): HostileInput => ({
  what,
  ending: 'yaml',
  told: told.split(' '),
  make,
});
export const xml = (what: string, told: string, make: HostileInput['make']): HostileInput => ({
  what,
  ending: 'xml',
  told: told.split(' '),
  make,
});
export const json = (what: string, told: string, make: HostileInput['make']): HostileInput => ({
  what,
  ending: 'json',
  told: told.split(' '),
  make,
});

/** A workflow around the fields of one task. */
export const inTask = (fields: string): string =>
  `<workflow heddle="1"><tasks><task id="a">${fields}</task></tasks></workflow>`;
/** A workflow with one text. */
export const inDescription = (text: string): string => inTask(`<description>${text}</description>`);
/** A workflow of one task in YAML. */
export const withModel = (task: string): string => `default_model: sim:default\ntasks:\n  a: ${task}\n`;
