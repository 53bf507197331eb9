import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TextInput } from './text-input';

it('a field of a key tells password managers to stay away, and any other field fills in nothing', () => {
  const html = (type: string) => renderToStaticMarkup(<TextInput type={type} value="" onChange={() => undefined} />);
  expect(html('password')).toMatch(/autoComplete="one-time-code".* data-1p-ignore="true"/);
  expect(html('text')).toMatch(/autoComplete="off"/);
  expect(html('text')).not.toContain('ignore');
});
