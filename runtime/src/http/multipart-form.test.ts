import { FormLimitError } from './form.js';
import { parseMultipartForm } from './multipart-form.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const part = (name: string, value: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

it('reads fields in order, whatever is in them', () => {
  const body = `preamble\r\n${part('a', 'x\r\ny--b')}${part('Я', '')}--b\r\nX: y\r\n\r\nnameless\r\n${part('q%22', '1')}--b--\r\nepilogue`;
  expect(parseMultipartForm(bytes(body), 'b')).toEqual([
    ['a', 'x\r\ny--b'],
    ['Я', ''],
    ['q"', '1'],
  ]);
});

it('reads what Fetch writes', async () => {
  const form = new FormData();
  form.append('name "q"', 'a\r\nb');
  form.append('two', '😀');
  const request = new Request('http://x', { method: 'POST', body: form });
  const boundary = /boundary=(.*)$/.exec(request.headers.get('content-type') ?? '')?.[1] ?? '';
  const body = new Uint8Array(await request.arrayBuffer());
  expect(parseMultipartForm(body, boundary)).toEqual([
    ['name "q"', 'a\r\nb'],
    ['two', '😀'],
  ]);
});

it.each(['', '--b', '--b--', '--b\r\n', 'x', part('a', 'unfinished')])('finds nothing in %p', (text) => {
  expect(parseMultipartForm(bytes(text), 'b')).toEqual([]);
});

it('stops at the bound', () => {
  expect(() => parseMultipartForm(bytes(`${part('a', '1').repeat(3)}--b--`), 'b', 2)).toThrow(FormLimitError);
});
