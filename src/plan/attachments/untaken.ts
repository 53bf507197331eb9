import type { InputKind, ModelFacts } from '../model-facts';
import type { ModelRef } from '../plan';
import type { FileFacts } from './attached-file';

const words: { readonly [K in InputKind]: string } = { image: 'images', pdf: 'PDF', audio: 'audio' };

/**
 * Why a model cannot be sent a file, for a person; undefined if it takes the file, or if that is not known. Texts can
 * be sent to every model.
 */
export function explainUntaken(
  name: string,
  { kind }: Pick<FileFacts, 'kind'>,
  { provider, model }: ModelRef,
  { takes }: Pick<ModelFacts, 'takes'>,
): string | undefined {
  if (kind === 'text' || takes === undefined || takes.includes(kind)) return undefined;
  const known = takes.length === 0 ? 'texts only' : `${takes.map((one) => words[one]).join(' and ')} only`;
  return `${provider}:${model} takes ${known}, so it cannot be sent “${name}” (${words[kind]}).`;
}
