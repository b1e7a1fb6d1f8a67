import type { WholeEnvelope } from '@wsdl-codegen/runtime';
import { type SoapSignOptions, type SoapVerifyOptions, sign, verify } from '@wsdl-codegen/ws-security';
import { signingCertificate } from '../../../../tests/support/certificates.js';
import { openedBy, sealedBy } from '../../../../tests/support/signed-calls.js';
import { canonicalContent } from './attachments.js';

const alice = signingCertificate('Alice');
const envelope = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><a/></s:Body></s:Envelope>';
type Part = WholeEnvelope['parts'][number];

const octets = (text: string): Uint8Array => new TextEncoder().encode(text);
const part = (contentId: string, contentType: string, text: string): Part => ({
  contentId,
  contentType,
  content: octets(text),
});
const scan = part('scan 1@x', 'image/png', 'PNG\n');
const note = part('note@x', 'text/plain; charset=utf-8', 'a\nb\r\nc');
const order = part('order@x', 'application/xml', '<?xml version="1.0"?><a  b="1"/>');
const parts = [scan, note, order];

const signed = (given: readonly Part[], options: Partial<SoapSignOptions> = {}): Promise<string> =>
  sealedBy(
    sign({ key: alice.key, certificate: alice.cert, parts: ['body', 'attachments'], ...options }),
    envelope,
    given,
  );
const opened = (
  text: string,
  given: readonly Part[],
  options: Partial<SoapVerifyOptions> = {},
): Promise<readonly string[]> =>
  openedBy(verify({ trust: { certificates: alice.cert }, ...options }), text, given).then(
    ({ parts: read }) => read.map(({ contentId }) => contentId),
    (error: Error) => [String(error.cause)],
  );
const all = { require: ['body', 'attachments'] } as const;

it('attachments are signed, and read', async () => {
  const text = await signed(parts);
  expect(text.match(/URI="cid:[^"]+"/g)).toEqual([
    'URI="cid:scan%201%40x"',
    'URI="cid:note%40x"',
    'URI="cid:order%40x"',
  ]);
  expect(text).toContain('#Attachment-Content-Signature-Transform');
  expect(await opened(text, parts, all)).toEqual(['scan 1@x', 'note@x', 'order@x']);
});

it('the way of writing of texts and of XML does not count, every octet of others does', async () => {
  const text = await signed(parts);
  const sameNote = { ...note, content: octets('a\r\nb\r\nc') };
  const sameOrder = { ...order, content: octets("<a\n b='1'></a>") };
  expect(await opened(text, [scan, sameNote, sameOrder], all)).toHaveLength(3);
  for (const changed of [
    [{ ...scan, content: octets('PNG\r\n') }, note, order],
    [scan, { ...note, content: octets('a\nb\nc ') }, order],
    [scan, note, { ...order, content: octets('<a b="2"/>') }],
  ]) {
    expect(await opened(text, changed, all)).toEqual([expect.stringContaining('was changed after it was signed')]);
  }
});

it('of XML nothing is read but what was signed: no comments that split a value', async () => {
  const amount = part('amount@x', 'text/xml; charset=iso-8859-1', '<a>10</a>');
  const text = await signed([amount]);
  const changed = { ...amount, content: octets('<?xml version="1.0"?><!-- x --><a>1<!-- -->0</a>') };
  const { parts: read } = await openedBy(verify({ trust: { certificates: alice.cert }, ...all }), text, [changed]);
  expect(read).toEqual([{ ...amount, contentType: 'text/xml; charset=utf-8' }]);
});

it('attachments that nobody signed are left out, unless the program reads them', async () => {
  const text = await signed([scan]);
  const more = [scan, note];
  expect(await opened(text, more)).toEqual(['scan 1@x']);
  expect(await opened(text, more, { unsigned: ['attachments'] })).toEqual(['scan 1@x', 'note@x']);
  expect(await opened(text, more, all)).toEqual([expect.stringContaining('does not cover "attachments"')]);
});

it('attachments that are missing, twice there or exchanged are refused', async () => {
  const text = await signed([scan, note]);
  expect(await opened(text, [note])).toEqual([expect.stringContaining('never loaded')]);
  expect(await opened(text, [scan, note, { ...scan, content: octets('evil') }])).toEqual([
    expect.stringContaining('More than one attachment'),
  ]);
  const swapped = [
    { ...scan, contentId: note.contentId },
    { ...note, contentId: scan.contentId },
  ];
  expect(await opened(text, swapped)).toEqual([expect.stringContaining('was changed')]);
});

it('an element is no attachment, and an attachment no element', async () => {
  const text = await signed([scan]);
  const id = /URI="#([^"]+)"/.exec(text)![1]!;
  expect(await opened(text.replace('cid:scan%201%40x', `#${id}`), [scan])).toEqual([
    expect.stringMatching(/not made|is not an attachment|was changed/),
  ]);
});

it('line ends of texts become those of MIME', () => {
  const ends = new TextDecoder().decode(canonicalContent(part('', 'text/csv', '\na\rb\r\n\r\rc\n')));
  expect(ends).toBe('\r\na\r\nb\r\n\r\n\r\nc\r\n');
});
