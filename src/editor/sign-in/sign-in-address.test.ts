import { expect, it } from 'vitest';
import { buildSignInAddress } from './sign-in-address';

const url = 'https://harbour.example/mcp';

it('is the address of a server over HTTP that the headers do not sign in at', () => {
  expect(buildSignInAddress({ url, headers: { 'x-team': 'a' } })).toBe(url);
  expect(buildSignInAddress({ url, headers: { Authorization: 'Bearer x' } })).toBeUndefined();
  expect(buildSignInAddress({ url: 'https://{{secrets.HOST}}/mcp' })).toBeUndefined();
  expect(buildSignInAddress({ url: 'harbour' })).toBeUndefined();
  expect(buildSignInAddress({ command: 'npx' })).toBeUndefined();
});
