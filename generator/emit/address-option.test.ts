import type { BoundService } from '../typescript/services/bound-package.js';
import { addressOption } from './address-option.js';

it.each([
  [false, false, []],
  [false, true, ["baseUrl: 'https://service.example'"]],
  [true, true, ["address: 'https://service.example/soap'"]],
])('samples name what the WSDL leaves open: %s, %s', (needsAddress, needsBaseUrl, expected) => {
  expect(addressOption({ needsAddress, needsBaseUrl } as BoundService)).toEqual(expected);
});
