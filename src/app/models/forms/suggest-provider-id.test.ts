import { expect, it } from 'vitest';
import { suggestProviderId } from './suggest-provider-id';

it('names a provider by what its address says of it', () => {
  const named = (address: string) => suggestProviderId(address, []);
  expect(named('https://api.lab.example/v1')).toBe('lab');
  expect(named('https://harbour.test')).toBe('harbour');
  expect(named('http://workstation:8000/v1')).toBe('workstation');
  expect(named('http://localhost:8000/v1')).toBe('local');
  expect(named('http://192.168.1.20:8000/v1')).toBe('server');
  expect(named('https://api.ai/v1')).toBe('server');
  expect(named('lab')).toBeUndefined();
  expect(named('file:///lab')).toBeUndefined();
});

it('takes no name that another provider has', () => {
  expect(suggestProviderId('https://lab.example', ['lab', 'lab-2'])).toBe('lab-3');
});
