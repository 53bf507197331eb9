/** Three pegs, each with its disks from the bottom up; a larger number is a larger disk. */
type Pegs = readonly (readonly number[])[];

/** The pegs as the text that a step gets and returns, such as `3 2 1||`. */
function textOf(pegs: Pegs): string {
  return pegs.map((disks) => disks.join(' ')).join('|');
}

function pegsOf(text: string): Pegs {
  return text.split('|').map((disks) => (disks === '' ? [] : disks.split(' ').map(Number)));
}

/** All disks on the first peg. */
export function startOfHanoi(disks: number): string {
  return textOf([Array.from({ length: disks }, (_, index) => disks - index), [], []]);
}

/** All disks on the peg to which the moves below bring them: the third for an even number of disks, else the second. */
export function endOfHanoi(disks: number): string {
  const all = Array.from({ length: disks }, (_, index) => disks - index);
  return textOf(disks % 2 === 0 ? [[], [], all] : [[], all, []]);
}

/**
 * The state after move `i` (from 0): the smallest disk moves to the next peg on every other move, and in between the
 * only other movable disk moves (Meyerson et al. 2025, arXiv 2511.09030, give their workers the same rule).
 */
export function moveOfHanoi(i: number, state: string): string {
  const pegs = pegsOf(state).map((disks) => [...disks]);
  const topOf = (peg: number) => pegs[peg]?.at(-1) ?? Number.POSITIVE_INFINITY;
  const smallest = [0, 1, 2].find((peg) => topOf(peg) === 1) ?? 0;
  const [one, other] = [(smallest + 1) % 3, (smallest + 2) % 3] as const;
  const [from, to] = i % 2 === 0 ? [smallest, one] : topOf(one) < topOf(other) ? [one, other] : [other, one];
  const disk = pegs[from]?.pop();
  if (disk !== undefined) pegs[to]?.push(disk);
  return textOf(pegs);
}

/** A state that a worker returns by mistake: of the right form, with a disk on the wrong peg. */
export function wrongMoveOfHanoi(i: number, state: string): string {
  return moveOfHanoi(i + 1, state);
}
