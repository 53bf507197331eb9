import type { Json } from '@/base/json';

/**
 * What a file of another program draws, in one shape for all of them. A reader for each format makes it, a mapper for
 * each format turns it into a workflow. No secret is in it: those are taken out before (`take-secrets.ts`).
 */
export interface ForeignGraph {
  /** `dify`, `flowise`. */
  readonly format: string;
  readonly version: string;
  /** The version for a person: “DSL 0.3.0”. */
  readonly versionName: string;
  /** What it is, for a person: “Dify chat flow”. */
  readonly kind: string;
  readonly name: string;
  readonly description: string;
  /** What others call it by, such as its id on the server. */
  readonly keys: readonly string[];
  readonly nodes: readonly ForeignNode[];
  readonly edges: readonly ForeignEdge[];
  readonly inputs: readonly ForeignInput[];
  readonly variables: readonly ForeignVariable[];
  readonly settings: readonly ForeignSetting[];
  readonly notes: readonly ForeignNote[];
  readonly secrets: readonly ForeignSecret[];
  /** What is odd about the file as a whole, such as a version that is newer than those that are known. */
  readonly warnings: readonly string[];
  /** What was read, without its secrets: what is kept of the file. */
  readonly file: Json;
}

export interface ForeignNode {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly at: readonly [x: number, y: number];
  /** The node that it is drawn in. */
  readonly parent?: string | undefined;
  /** Its texts and selectors, classified, by the path in its data. */
  readonly fields: Readonly<Record<string, Expression>>;
  readonly raw: Json;
}

export interface ForeignEdge {
  readonly from: string;
  /** The exit of the node that it leaves by; '' is the only one. */
  readonly port: string;
  readonly to: string;
}

/** What a run of it is given. */
export interface ForeignInput {
  readonly name: string;
  readonly raw: Json;
}

/** A value that every node can read: of the environment, or of the conversation. */
export interface ForeignVariable {
  readonly scope: string;
  readonly name: string;
  readonly value: Json;
  readonly isSecret: boolean;
}

/** Something that holds for the whole app, such as an opening line. */
export interface ForeignSetting {
  readonly name: string;
  readonly value: Json;
}

export interface ForeignNote {
  readonly id: string;
  readonly text: string;
  readonly at: readonly [x: number, y: number];
  readonly size?: readonly [width: number, height: number];
  readonly color?: string;
  readonly parent?: string | undefined;
}

/** A secret by its name here. `wasInline`: the file held it as text. Its value is nowhere. */
export interface ForeignSecret {
  readonly name: string;
  readonly where: string;
  readonly wasInline: boolean;
}

/** A text of a node by what can be done with it. */
export type Expression =
  | { readonly is: 'literal'; readonly value: Json }
  | ForeignReference
  | { readonly is: 'template'; readonly parts: readonly (string | ForeignReference)[] }
  | { readonly is: 'code'; readonly language: 'jinja' | 'javascript' | 'python'; readonly text: string };

/** What a node gives under a name, or a value of the surroundings (`sys`, `env`). */
export interface ForeignReference {
  readonly is: 'reference';
  readonly node: string;
  readonly path: readonly string[];
}
