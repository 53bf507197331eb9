import { describe, expect, it } from 'vitest';
import { listAttributeOffers, listElementOffers, listValueOffers } from './xml-offers';
import { findXmlPlace, type OpenElement } from './xml-place';

const openIn = (text: string): readonly OpenElement[] => findXmlPlace(text).open;
const names = (offers: readonly { readonly name: string }[]): string[] => offers.map(({ name }) => name);
const elementsIn = (text: string): string[] => names(listElementOffers(openIn(text)));
const element = (name: string, attributes: Record<string, string> = {}): OpenElement => ({ name, attributes });

describe('elements that are offered', () => {
  it('are the fields of what is open, with what they are for', () => {
    expect(elementsIn('')).toEqual(['workflow', 'task']);
    expect(elementsIn('<workflow>')).toEqual(expect.arrayContaining(['default_model', 'agents', 'tasks', 'limits']));
    expect(elementsIn('<workflow>')).not.toContain('version');
    expect(listElementOffers(openIn('<task>')).find(({ name }) => name === 'condition')?.description).toMatch(/CEL/);
  });

  it('are the members of a map or a list under their singular', () => {
    expect(elementsIn('<workflow><tasks>')).toEqual(['task']);
    expect(elementsIn('<workflow><agents>')).toEqual(['agent']);
    expect(elementsIn('<task type="cond">')).toContain('case');
  });

  it('are the own fields of the type of a task, however deep it stands', () => {
    const within = elementsIn(
      '<workflow><tasks><task type="sequential"><steps><task type="map"><inner_task type="script">',
    );
    expect(within).toEqual(expect.arrayContaining(['script', 'description', 'task']));
    expect(within).not.toContain('cases');
    expect(elementsIn('<task type="group"><subtasks><task><inputs><input name="x">')).toContain('task');
    expect(elementsIn('<workflow><memory>')).toEqual(['file']);
  });
});

describe('attributes and values that are offered', () => {
  it('are those that are not there yet', () => {
    expect(names(listAttributeOffers(openIn('<workflow><tasks>'), element('task', { id: 'a' })))).toEqual(
      expect.arrayContaining(['type', 'subtype', 'name']),
    );
    expect(names(listAttributeOffers(openIn('<workflow><tasks>'), element('task', { id: 'a' })))).not.toContain('id');
    expect(names(listAttributeOffers(openIn('<workflow><variables>'), element('variable')))).toEqual([
      'name',
      'format',
    ]);
  });

  it('are the few words that a field knows', () => {
    expect(names(listValueOffers(openIn('<workflow><tasks>'), element('task'), 'type'))).toContain(
      'director_evaluator',
    );
    expect(names(listValueOffers(openIn('<task><priority>')))).toEqual(['low', 'normal', 'high', 'critical']);
    expect(names(listValueOffers(openIn('<task><disabled>')))).toEqual(['true', 'false']);
    expect(names(listValueOffers(openIn('<task><description>')))).toEqual([]);
  });
});
