import { computeFuzzyScore, splitQueryWords } from '@/base/fuzzy-score';
import { type MenuItem, menuKinds } from './menu-item';

/** What the command menu lists, and how many items fit in all. */
export interface RankedItems {
  readonly query: string;
  readonly items: readonly MenuItem[];
  readonly fitting: number;
}

/**
 * What further words count beside those of the label, and what an item gains that is recent, or of each kind before the
 * last.
 */
const weights = { more: 0.55, recent: 0.08, kind: 0.006 };

interface Scored {
  readonly item: MenuItem;
  readonly score: number;
}

/**
 * Ranks the items that fit a query, one after the other: best first, at most `limit`. Recent ones gain a little; those
 * that cannot be run come last. Without a query: the recent ones, the latest first, then the rest as they were added.
 */
export class ItemRanking {
  private readonly words: readonly string[];
  private readonly recent: ReadonlyMap<string, number>;
  private kept: Scored[] = [];
  private worst: Scored | undefined;
  private fitting = 0;

  constructor(
    private readonly query: string,
    recent: readonly string[],
    private readonly limit: number,
  ) {
    this.words = splitQueryWords(query);
    this.recent = new Map(recent.map((id, index) => [id, recent.length - index]));
  }

  add(item: MenuItem): void {
    const rank = this.recent.get(item.id) ?? 0;
    const fit = computeScore(item, this.words);
    if (fit === 0 && this.words.length > 0) return;
    this.fitting += 1;
    const gain = (rank > 0 ? weights.recent : 0) - weights.kind * menuKinds.indexOf(item.kind);
    const scored = { item, score: this.words.length === 0 ? rank : fit + gain };
    // Sorting keeps the order of equal ones.
    if (this.worst !== undefined && compareScored(this.worst, scored) <= 0) return;
    this.kept.push(scored);
    if (this.kept.length < 2 * this.limit) return;
    this.kept = this.best();
    this.worst = this.kept.at(-1);
  }

  result(): RankedItems {
    return { query: this.query, items: this.best().map(({ item }) => item), fitting: this.fitting };
  }

  private best(): Scored[] {
    return this.kept.sort(compareScored).slice(0, this.limit);
  }
}

function compareScored(a: Scored, b: Scored): number {
  return Number(a.item.needs !== undefined) - Number(b.item.needs !== undefined) || b.score - a.score;
}

/** By its label; else by its label and further words together, as `atomic web` finds the task `fetch_web`. */
function computeScore({ words: label, more }: MenuItem, words: readonly string[]): number {
  const own = computeFuzzyScore(words, label);
  if (own > 0 || more === '') return own;
  let sum = 0;
  for (const word of words) {
    const score = Math.max(computeFuzzyScore([word], label), isBeginningOfWord(word, more) ? weights.more : 0);
    if (score === 0) return 0;
    sum += score;
  }
  return (sum / words.length) * 0.9;
}

/** Further words fit by their beginnings only: scattered letters in long texts fit by chance. */
function isBeginningOfWord(word: string, more: string): boolean {
  return more.startsWith(word) || more.includes(` ${word}`);
}
