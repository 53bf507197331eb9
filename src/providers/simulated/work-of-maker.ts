import { cutToStart } from '@/base/start-of';
import type { ModelRequest } from '@/engine/ports/model-client';
import type { MakerPart, Source } from '@/plan/message';
import { findMakerTool } from '@/plan/tools/maker-tools';

/** What the simulated maker's tools did for an answer. */
export interface SimulatedWork {
  /** A sentence of the model about these tools; empty: it was given none. */
  readonly said: string;
  readonly parts: readonly MakerPart[];
  readonly sources: readonly Source[];
}

/** Characters of the prompt used as the query. */
const queryLength = 80;

/** Simulates one call of each of the maker's tools, without searching or running anything. */
export function simulateMakerWork(prompt: string, { makerTools = [], messages }: ModelRequest): SimulatedWork {
  const known = makerTools.flatMap((tool) => findMakerTool(tool.name, 'simulated') ?? []);
  const names = [...new Set(known.map(({ name }) => name))];
  if (names.length === 0) return { said: '', parts: [], sources: [] };
  const query = cutToStart(prompt.replace(/\s+/g, ' ').trim(), queryLength);
  const turn = messages.filter(({ role }) => role === 'assistant').length + 1;
  const sources = names.filter((name) => /search|fetch|url/.test(name)).map(createSource);
  const parts = names.map((name, index): MakerPart => {
    const result =
      sources.length === 0 ? 'Nothing was run.' : sources.map(({ title, url }) => `${title} · ${url}`).join('\n');
    return { kind: 'maker', id: `sim_${turn}_${index + 1}`, name, input: query, result };
  });
  return { said: `I was given ${names.join(', ')} of my maker, which is simulated.`, parts, sources };
}

/** A page in a domain that nobody can register (RFC 2606). */
function createSource(name: string): Source {
  return { url: `https://example.com/simulated-${name}`, title: `A simulated page of ${name}` };
}
