import { withinSeconds } from '../../../tests/support/processor-time.js';
import { parseMultipartForm } from '../http/multipart-form.js';
import { formatRelated } from './mime.js';
import { openMessage } from './xop.js';

/** A megabyte of anything costs well under two seconds of processor time; in time that grows with the square it would cost minutes. */

const size = 1_000_000;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const fill = (piece: string): string => piece.repeat(Math.ceil(size / piece.length));
const counted = (piece: (i: number) => string): string => {
  let text = '';
  for (let i = 0; text.length < size; i++) {
    text += piece(i);
  }
  return text;
};

const packaged = (part: string): Uint8Array => bytes(`--b\n${part}\n--b--\n`);
const quoted = (text: string): Uint8Array => packaged(`Content-Transfer-Encoding: quoted-printable\n\n${text}`);

it.each<[string, () => Uint8Array]>([
  ['quoted-printable: spaces', () => quoted(`${fill(' ')}x`)],
  ['quoted-printable: spaces after =', () => quoted(fill('= '))],
  ['quoted-printable: long spaces after =', () => quoted(fill(`=${' '.repeat(1000)}`))],
  ['quoted-printable: carriage returns', () => quoted(fill(' \r'))],
  ['base64 of white space', () => packaged(`Content-Transfer-Encoding: base64\n\n${fill(' \t')}!`)],
  ['a declaration of spaces', () => packaged(`Content-Type: text/xml\n\n<?xml version="1.0"${fill(' ')}?><a/>`)],
  ['a declaration of encodings', () => packaged(`Content-Type: text/xml\n\n<?xml version="1.0" ${fill('encoding ')}`)],
  ['header lines', () => packaged(`${counted((i) => `${i.toString(36)}:\n`)}\n<a/>`)],
  ['folded header lines', () => packaged(`a: 1\n${fill(' x\n')}\n<a/>`)],
  ['one header line', () => packaged(`a: ${fill('x')}\n\n<a/>`)],
  ['parts', () => bytes(`${fill('--b\n\n\n')}--b--`)],
  ['parts without headers', () => bytes(`${fill('--b\n')}--b--`)],
  ['lines', () => packaged(`\n${fill('\n')}`)],
  ['dashes', () => packaged(`\n${fill('-')}`)],
  ['lines of dashes', () => packaged(`\n${fill('\n--')}`)],
])('a package of %s', async (_, make) => {
  const body = make();
  await withinSeconds(2, () => {
    try {
      return openMessage(body, 'multipart/related; boundary=b; type="text/xml"');
    } catch (error) {
      return error;
    }
  });
});

it.each<[string, string, () => string]>([
  ['parts without names', 'b', () => `--b${fill('\r\n--b')}`],
  ['names without end', 'b', () => `--b\r\n${fill(';name="')}\r\n\r\nx\r\n--b--`],
  ['a boundary that nearly occurs', 'a'.repeat(70), () => fill(`\r\n--${'a'.repeat(69)}`) + fill('a')],
  ['a long boundary', 'a'.repeat(8000), () => fill(`\r\n--${'a'.repeat(100)}`) + fill('a')],
])('a form of %s', async (_, boundary, make) => {
  const body = bytes(make());
  await withinSeconds(2, () => parseMultipartForm(body, boundary));
});

it.each<[string, () => string]>([
  ['every boundary in turn', () => counted((i) => `\n--MIME_boundary_${i}`)],
  ['beginnings of boundaries', () => fill('\n--MIME_boundary_')],
])('a boundary for contents with %s', async (_, make) => {
  const part = { contentType: 'text/plain', contentId: 'a', content: bytes(make()) };
  await withinSeconds(2, () => formatRelated(part, [part], {}));
});
