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

it('masks long texts in pieces, of which none cuts an element or an attribute', () => {
  const item = '<a b="1"><password>geheim</password><n:sessionKey>8</n:sessionKey></a>\n<c secretKey="geheim"/>text';
  const masked = '<a b="1"><password>***</password><n:sessionKey>1</n:sessionKey></a>\n<c secretKey="***"/>text';
  for (const shift of [0, 7, 23, 31, 52, 75, 90]) {
    const before = 'x'.repeat(shift);
    expect(maskedText(before + item.repeat(6000)) === before + masked.repeat(6000)).toBe(true);
  }
  for (const text of ['<', '</', '</a>', '<a', 'a="b" ', '<password>']) {
    expect(maskedText(text.repeat(200_000))).toBe(text.repeat(200_000));
  }
});
