import { maskedPackage, maskedText } from './secrets.js';

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

it('masks documents of any length, and gives by its length what is none', () => {
  const item = '<a b="1"><password>geheim</password><n:sessionKey>8</n:sessionKey></a>\n<c secretKey="geheim"/>text';
  const masked = '<a b="1"><password>***</password><n:sessionKey>1</n:sessionKey></a>\n<c secretKey="***"/>text';
  const document = (content: string): string => `<r xmlns:n="urn:n">${content}</r>`;
  expect(maskedText(document(item.repeat(6000))) === document(masked.repeat(6000))).toBe(true);
  for (const text of ['<', '</', '</a>', '<a', '<password b="c']) {
    expect(maskedText(text.repeat(200_000))).toBe(`(${text.length * 200_000} characters)`);
  }
});

it('masks the documents and texts of a package, and keeps its octets', () => {
  const part = (type: string, body: string): string =>
    `--b\r\nContent-Type: ${type}\r\nContent-ID: <x@y>\r\n\r\n${body}\r\n`;
  const octets = '\0\x01<password>x</password>\xff';
  expect(
    maskedPackage(
      `${part('application/xop+xml', '<a>ä<pin>12</pin></a>')}${part('image/png', octets)}${part('text/plain', 'password=x')}${part('text/xml', '\xff\xfe<\0a\0')}--b--\r\n`,
    ),
  ).toBe(
    `${part('application/xop+xml', '<a>ä<pin>10</pin></a>')}${part('image/png', octets)}${part('text/plain', 'password=***')}${part('text/xml', '(6 bytes)')}--b--\r\n`,
  );
});
