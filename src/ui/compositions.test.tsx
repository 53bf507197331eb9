import { expect, it } from 'vitest';
import { leaveCompositionsAlone } from './compositions';

it('keeps the keys of a composition from every part of the page but the code editor', () => {
  document.body.innerHTML = '<input id="field"><div class="monaco-editor"><textarea id="code"></textarea></div>';
  const stop = leaveCompositionsAlone(window);
  const heard: string[] = [];
  const listen = ({ key, target }: KeyboardEvent) => heard.push(`${key} ${(target as Element).id}`);
  document.addEventListener('keydown', listen);
  const press = (id: string, init: KeyboardEventInit) =>
    document.getElementById(id)?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));
  press('field', { key: 'Enter', isComposing: true });
  press('field', { key: 'Escape', isComposing: true });
  // As Safari tells the key that ended the composition.
  press('field', { key: 'Enter', keyCode: 229 });
  expect(heard).toEqual([]);
  press('field', { key: 'Enter', keyCode: 13 });
  press('code', { key: 'Enter', isComposing: true });
  expect(heard).toEqual(['Enter field', 'Enter code']);
  stop();
  press('field', { key: 'Escape', isComposing: true });
  expect(heard).toHaveLength(3);
  document.removeEventListener('keydown', listen);
});
