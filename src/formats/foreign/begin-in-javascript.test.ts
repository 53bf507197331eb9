import { expect, it } from 'vitest';
import { beginInJavaScript } from './begin-in-javascript';

it('has the code above a function that fails until it is written, and no line of the code is run', () => {
  const { script = '' } = beginInJavaScript('Python', '\ndef main(a):\n  return {"b": a}\n');
  expect(script).toMatch(
    /^\/\/ In Python it was:\n\/\/ def main\(a\):\n\/\/ {3}return \{"b": a\}\nfunction main\(input\) \{\n/,
  );
  const ran: unknown[] = [];
  for (const end of ['\n', '\r', '\r\n', '\u2028', '\u2029', '*/']) {
    const hostile = beginInJavaScript('Python', `x${end}ran.push(1)`).script ?? '';
    expect(() => new Function('input', 'ran', hostile)({}, ran), JSON.stringify(end)).toThrow('Write this function');
  }
  expect(ran).toEqual([]);
});
