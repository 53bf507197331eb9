import { expect, it } from 'vitest';
import { signInAddress } from './sign-in-address';

const url = 'https://harbour.example/mcp';

it('is the address of a server over HTTP that the headers do not sign in at', () => {
  expect(signInAddress({ url, headers: { 'x-team': 'a' } })).toBe(url);
  expect(signInAddress({ url, headers: { Authorization: 'Bearer x' } })).toBeUndefined();
  expect(signInAddress({ url: 'https://{{secrets.HOST}}/mcp' })).toBeUndefined();
  expect(signInAddress({ url: 'harbour' })).toBeUndefined();
  expect(signInAddress({ command: 'npx' })).toBeUndefined();
});
