import { maskedText } from './secrets.js';

it('keeps the form of numbers and identifiers, so that an answer without credentials is valid', () => {
  const answer =
    '<Login xmlns="urn:t"><password>geheim</password><accessToken>-98765</accessToken><apiKey rate="2">12.50</apiKey>' +
    '<sessionKey>8f14e45f-ceea-467f-ab53-1c2d3e4f5a6b</sessionKey><amount>7</amount><user secretKey="42" name="x"/></Login>';
  expect(maskedText(answer)).toBe(
    '<Login xmlns="urn:t"><password>***</password><accessToken>-10000</accessToken><apiKey rate="2">10.00</apiKey>' +
      '<sessionKey>00000000-0000-0000-0000-000000000000</sessionKey><amount>7</amount><user secretKey="10" name="x"/></Login>',
  );
});

it('masks texts that are not XML', () => {
  expect(maskedText('password=geheim&amount=5')).toBe('password=***&amount=5');
  expect(maskedText('{"password":"geheim"}')).not.toContain('geheim');
});
