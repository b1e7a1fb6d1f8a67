import { boundaries, mediaTypes, multipartForms, packages, packing } from '../direct.js';
import { type Area, familiesOf } from '../family.js';
import { around, chain, count, each, fixed, type Grammar, type Grammars, repeat, times } from '../grammar.js';
import { bytesAnswer, bytesPost, client, roomyServer, senderEntry, server } from '../wire.js';

/** Packages of MIME: their parts, headers, transfer codings and boundaries; and the packages that a client makes. */

const related = 'multipart/related; boundary=b; type="text/xml"';

/** A package with one part. */
const part = (headers: string, content: Grammar): Grammar => around(`--b\n${headers}\n\n`, content, '\n--b--\n');
const headers = (lines: Grammar): Grammar => around('--b\n', lines, '\n\n<a/>\n--b--\n');
const quotedPrintable = (content: Grammar): Grammar => part('Content-Transfer-Encoding: quoted-printable', content);
const base64 = (content: Grammar): Grammar => part('Content-Transfer-Encoding: base64', content);
const parts = (unit: (index: number) => string): Grammar =>
  around(
    '',
    count((i) => `--b\n${unit(i)}\n`),
    '--b--\n',
  );

const include = (id: string | number): string =>
  `<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:${id}"/>`;
const xop =
  (root: Grammar, rest: Grammar): Grammar =>
  (size, random) =>
    `--b\nContent-Type: application/xop+xml; type="text/xml"\n\n${root(size / 2, random)}\n${rest(size / 2, random)}--b--\n`;

/** Packages; the boundary is `b`. */
const bodies: Grammars = {
  'quoted-printable, spaces': quotedPrintable(around('', repeat(' '), 'x')),
  'quoted-printable, tabs and spaces': quotedPrintable(repeat(' \t')),
  'quoted-printable, equals signs': quotedPrintable(repeat('=')),
  'quoted-printable, soft line breaks': quotedPrintable(repeat('=\r\n')),
  'quoted-printable, spaces before line breaks': quotedPrintable(repeat('   \r\n')),
  'quoted-printable, spaces before equals signs': quotedPrintable(repeat('    = ')),
  'quoted-printable, escapes': quotedPrintable(repeat('=41')),
  'quoted-printable, half escapes': quotedPrintable(repeat('=4')),
  'quoted-printable, carriage returns': quotedPrintable(repeat('=\r')),
  'base64, lines': base64(repeat('AAAA\r\n')),
  'base64, spaces': base64(repeat(' ')),
  'base64, wrong at the end': base64(around('', repeat('AAAA'), '*')),
  'base64, padding': base64(repeat('=')),
  'binary, line breaks': part('A: b', repeat('\n')),
  'binary, dashes': part('A: b', repeat('-')),
  'binary, lines of dashes': part('A: b', repeat('\n--')),
  'binary, lines that begin like the boundary': part('A: b', repeat('\n-b')),
  'an unknown coding': part('Content-Transfer-Encoding: x', repeat('a')),
  'different header lines': headers(count((i) => `h${i.toString(36)}:`, '\n')),
  'one header line again and again': headers(repeat('a: b\n')),
  'folded lines': headers(around('a: b', repeat('\n c'), '')),
  'folded lines of spaces': headers(around('a: b', repeat(`\n${' '.repeat(40)}`), '')),
  'folded lines before any header': headers(repeat(' c\n')),
  'a long header line': headers(around('a: ', repeat('b'), '')),
  'a header line of spaces': headers(around('a:', repeat(' '), 'b')),
  'a header line of colons': headers(repeat(':')),
  'lines without a colon': headers(repeat('a\n')),
  'carriage returns in a header line': headers(around('a: b', repeat('\r'), '')),
  'a long Content-Type': headers(around('Content-Type: text/xml', repeat('; a=b'), '')),
  'a Content-Type of quotes': headers(around('Content-Type: text/xml; a="', repeat('\\"'), '"')),
  'a Content-Type of spaces': headers(around('Content-Type: text/xml;', repeat(' '), 'a=b')),
  'a long Content-ID': headers(around('Content-ID: ', repeat('<'), '')),
  'a Content-ID of brackets': headers(around('Content-ID: <', repeat('>'), '')),
  'a long transfer coding': headers(around('Content-Transfer-Encoding: ', repeat(' '), 'x')),
  'no end of the headers': around('--b\n', repeat('a: b\n'), ''),
  'no end of the package': around('--b\n\n<a/>', repeat('\n'), ''),
  'empty parts': parts(() => ''),
  'small parts': parts((i) => `Content-ID: <${i}>\n\nx`),
  'parts without headers': parts(() => '\nx'),
  'text before the first part': chain(repeat('a\n'), fixed('--b\n\n<a/>\n--b--\n')),
  'text after the last part': chain(fixed('--b\n\n<a/>\n--b--\n'), repeat('a\n')),
  'boundaries without line breaks': repeat('--b'),
  'boundaries on lines': repeat('--b\n'),
  'a part with an XML declaration of spaces': part(
    'Content-Type: text/xml',
    around('<?xml version="1.0"', repeat(' '), '?><a/>'),
  ),
  'an XML declaration of encodings': part('Content-Type: text/xml', around('<?xml', repeat(' encoding="a'), '?><a/>')),
  'an XML declaration of words': part('Content-Type: text/xml', around('<?xml', repeat(' encoding '), '?><a/>')),
  'Includes of nothing': xop(around('<a>', repeat(include('z')), '</a>'), fixed('')),
  'Includes of one part': xop(around('<a>', repeat(include(1)), '</a>'), fixed('--b\nContent-ID: <1>\n\nx\n')),
  'one Include of a long part': xop(
    fixed(`<a>${include(1)}</a>`),
    around('--b\nContent-ID: <1>\n\n', repeat('x'), '\n'),
  ),
  'an Include with a long address': xop(
    around(`<a>${include('z').replace('cid:z"/>', '')}`, repeat('%41'), '"/></a>'),
    fixed(''),
  ),
  'an Include of percent signs': xop(
    around(`<a>${include('z').replace('cid:z"/>', '')}`, repeat('%'), '"/></a>'),
    fixed(''),
  ),
  'an Include with content': xop(
    around(`<a>${include(1).replace('/>', '>')}`, repeat('<i/>'), '</x:Include></a>'),
    fixed('--b\nContent-ID: <1>\n\nx\n'),
  ),
  'text beside parts': xop(around('<a>', repeat('<i/>'), '</a>'), fixed('--b\nContent-ID: <1>\n\nx\n')),
};

/** A client takes packages apart by the same means as a server. */
const someBodies: Grammars = Object.fromEntries(
  Object.entries(bodies).filter(([name]) =>
    /^(quoted-printable, (spaces|soft)|base64, (lines|wrong)|different|folded lines$|Includes|small)/.test(name),
  ),
);

/** As many Includes as parts. */
const included: Grammar = (size) => {
  const many = Math.min(900, Math.max(1, Math.round(size / 200)));
  const content = 'x'.repeat(Math.max(1, Math.round(size / many) - 150));
  return `--b\nContent-Type: application/xop+xml; type="text/xml"\n\n<a>${times(many, include)}</a>\n${times(many, (i) => `--b\nContent-ID: <${i}>\n\n${content}\n`)}--b--\n`;
};

/** Lines that are the boundaries which a packer may try. */
const collisions: Grammars = {
  'boundaries in order': count((i) => `\n--MIME_boundary_${i}`),
  'boundaries from the end': (size) => {
    const many = Math.round(size / 24);
    return times(many, (i) => `\n--MIME_boundary_${many - i}`);
  },
  'one boundary': repeat('\n--MIME_boundary_0'),
  dashes: repeat('\n--'),
  'starts of boundaries': repeat('\n--MIME_boundary_'),
};

const longBoundary = 'b'.repeat(2000);

/** Bodies after a line with their boundary. */
const longBoundaries: Grammars = {
  'lines that are nearly the boundary': around(`${longBoundary}\n`, repeat(`\n--${longBoundary.slice(1)}x`), ''),
  'a boundary of dashes': around(`${'-'.repeat(2000)}\n`, repeat('-'), ''),
  'lines of a boundary of dashes': around(`${'-'.repeat(2000)}\n`, repeat('\n-'), ''),
  'a boundary as long as the body': (size) => `${'-'.repeat(size / 2)}\n${'-'.repeat(size / 2)}`,
};

const mediaTypeTexts: Grammars = {
  parameters: around(
    'text/xml',
    count((i) => `;p${i}=a`),
    '',
  ),
  'one parameter again and again': around('text/xml', repeat(';a=b'), ''),
  semicolons: around('text/xml', repeat(';'), ''),
  spaces: around('text/xml', repeat(' '), ';a=b'),
  'spaces in a parameter': around('text/xml;', repeat(' '), 'x'),
  'spaces at the end': around('text/xml;a=b', repeat(' '), ''),
  'spaces before equals': around('text/xml;a', repeat(' '), '=b'),
  'a long value': around('text/xml;a=', repeat('b'), ''),
  'a long type': repeat('a'),
  slashes: repeat('a/'),
  'a quoted value': around('text/xml;a="', repeat('b'), '"'),
  'quotes without end': around('text/xml;a="', repeat('b'), ''),
  backslashes: around('text/xml;a="', repeat('\\'), '"'),
  'escaped quotes': around('text/xml;a="', repeat('\\"'), '"'),
  'quoted values': around('text/xml', repeat(';a="b"'), ''),
  quotes: around('text/xml;a=', repeat('"'), ''),
};

const formBodies: Grammars = {
  fields: around(
    '',
    count((i) => `--b\r\nContent-Disposition: form-data; name="f${i}"\r\n\r\nx\r\n`),
    '--b--',
  ),
  'a long value': around('--b\r\nContent-Disposition: form-data; name="f"\r\n\r\n', repeat('x'), '\r\n--b--'),
  'a long name': around('--b\r\nContent-Disposition: form-data; name="', repeat('%22'), '"\r\n\r\nx\r\n--b--'),
  'spaces in a header': around('--b\r\nContent-Disposition: form-data;', repeat(' '), 'x\r\n\r\nx\r\n--b--'),
  'semicolons in a header': around('--b\r\nContent-Disposition: form-data', repeat('; '), 'x\r\n\r\nx\r\n--b--'),
  'names without end': around('--b\r\nContent-Disposition: form-data', repeat(';name="'), '\r\n\r\nx\r\n--b--'),
  'no end of the header': around('--b\r\n', repeat('a: b\r\n'), '\r\n--b--'),
  boundaries: repeat('\r\n--b'),
  'boundaries that begin': repeat('\r\n--'),
};

export const mime: Area = {
  name: 'mime',
  families: [
    ...familiesOf(packages, { ...bodies, 'Includes of as many parts': included }),
    ...familiesOf(boundaries, longBoundaries),
    ...familiesOf(packing, collisions),
    ...familiesOf(mediaTypes, mediaTypeTexts),
    ...familiesOf(multipartForms, formBodies),
  ],
};

export const mimeOnTheWire: Area = {
  name: 'mime on the wire',
  families: [
    ...familiesOf(
      server,
      each(bodies, (body) => bytesPost(body, related)),
    ),
    ...familiesOf(
      client,
      each(someBodies, (body) => bytesAnswer(body, related)),
    ),
    ...familiesOf(senderEntry('soap11', true), collisions),
    ...familiesOf(
      roomyServer,
      each(formBodies, (body) =>
        around('POST /Lit.asmx/Look\ncontent-type: multipart/form-data; boundary=b\n\n', body, ''),
      ),
    ),
  ],
};
