import { afterEach, beforeEach, expect, it } from 'vitest';
import { findRegion, goToRegion, rememberVisits } from './regions';

let stop: () => void;

beforeEach(() => {
  document.body.innerHTML = `
    <header data-region="top"><button id="run"></button><button id="models"></button></header>
    <aside data-region="left" tabindex="-1"><button id="tab" tabindex="-1"></button><input id="filter">
      <div id="tree" tabindex="0"><div id="row" tabindex="-1"></div></div></aside>
    <main data-region="canvas"><button id="zoom"></button><div id="canvas" data-canvas tabindex="0"></div></main>
    <aside data-region="inspector" tabindex="-1">
      <button id="delete"></button><div data-task-fields><input id="name" name="name"><textarea id="prompt"></textarea></div>
    </aside>
    <section data-region="run"><p>Nothing to press.</p></section>`;
  stop = rememberVisits(document);
});

afterEach(() => stop());

const focused = () => document.activeElement?.id;
const step = (by: 1 | -1) => {
  goToRegion(document, by);
  return focused();
};

it('leads round what is shown and has a control, and back', () => {
  expect([step(1), step(1), step(1), step(1), step(1)]).toEqual(['canvas', 'prompt', 'filter', 'run', 'canvas']);
  expect([step(-1), step(-1), step(-1), step(-1)]).toEqual(['run', 'filter', 'prompt', 'canvas']);
  expect(findRegion(document.activeElement)).toBe('canvas');
});

it('remembers the control of each region, and finds that of the same name where the form is another one', () => {
  document.getElementById('models')?.focus();
  document.getElementById('name')?.focus();
  document.getElementById('row')?.focus();
  document.getElementById('canvas')?.focus();
  expect([step(-1), step(-1)]).toEqual(['models', 'tree']);
  const fields = document.querySelector('[data-task-fields]');
  if (fields) fields.innerHTML = '<textarea id="other"></textarea><input id="another" name="name">';
  document.getElementById('canvas')?.focus();
  expect(step(1)).toBe('another');
  document.getElementById('another')?.remove();
  document.getElementById('canvas')?.focus();
  expect(step(1)).toBe('other');
});
