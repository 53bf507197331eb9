/** What `origin` says: the saved definition, and which version of it. */
export interface Origin {
  readonly name: string;
  readonly version: number;
}

/** The form of `origin`: `NAME@VERSION`. */
const originPattern = /^[A-Za-z_][A-Za-z0-9_.-]*@[1-9][0-9]{0,8}$/;

/** Reads an `origin`; undefined if it is not of its form. */
export function readOrigin(origin: string | undefined): Origin | undefined {
  if (origin === undefined || !originPattern.test(origin)) return undefined;
  const at = origin.lastIndexOf('@');
  return { name: origin.slice(0, at), version: Number(origin.slice(at + 1)) };
}

/** Writes an `origin`. */
export function writeOrigin({ name, version }: Origin): string {
  return `${name}@${version}`;
}
