import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import { applyModelChange, invertModelChange } from '../../change';
import { nestedDocument } from '../../nested.testing';
import { computeChange } from '../change-between';
import { allPlaces, allTaskPaths, nameProblems, withoutProblems } from './any-place.testing';
import { moveInto } from './move-into';

const places = { which: fc.nat(), where: fc.nat(), more: fc.nat() };
const pick = <T>(all: readonly T[], which: number): T => all[which % all.length] as T;

describe('moving tasks between any two places', () => {
  it('loses no task, is undone exactly, and lists every name and dependency that it breaks', () => {
    fc.assert(
      fc.property(nestedDocument, fc.boolean(), fc.record(places), (first, whole, { which, where, more }) => {
        const document = whole ? first : withoutProblems(first);
        const all = allTaskPaths(document);
        const taskPaths = more % 3 === 0 ? [pick(all, which), pick(all, more)] : [pick(all, which)];
        const into = pick(allPlaces(document), where);
        const result = moveInto(document, { taskPaths, into });
        fc.pre(result.ok);
        const { document: next, lost } = result.value;
        expect(applyModelChange(next, invertModelChange(computeChange(document, next)))).toEqual(document);
        expect(allTaskPaths(next)).toHaveLength(all.length);
        const caused = nameProblems(next);
        if (lost.length === 0) expect(caused.slice(nameProblems(document).length)).toEqual([]);
      }),
      { numRuns: samples('MOVES', 60, 1000) },
    );
  });
});
