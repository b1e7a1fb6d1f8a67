import fc from 'fast-check';
import { XmlSyntaxError } from '../xml/index.js';
import { formatRelated, type RelatedPart, readRelated } from './mime.js';
import { openMessage } from './xop.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (content: Uint8Array | undefined): string => new TextDecoder().decode(content);
const part = (contentId: string, content: string | Uint8Array, contentType = 'text/plain'): RelatedPart => ({
  contentId,
  contentType,
  content: typeof content === 'string' ? bytes(content) : content,
});

describe('multipart/related', () => {
  it('carries any bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 4 }), (contents) => {
        const parts = contents.map((content, i) => part(`${i}@x`, content));
        const { contentType, body } = formatRelated(part('root', '<a/>'), parts, { type: 'text/xml' });
        const read = readRelated(body, contentType);
        expect(text(read?.root.content)).toBe('<a/>');
        expect(read?.parts.map(({ content }) => [...content])).toEqual(contents.map((content) => [...content]));
      }),
    );
  });

  it('chooses a boundary that no part contains', () => {
    const { contentType, body } = formatRelated(
      part('root', '--MIME_boundary_0'),
      [part('1', 'x\n--MIME_boundary_1--\n')],
      {},
    );
    expect(readRelated(body, contentType)?.parts).toMatchObject([{ contentId: '1' }]);
  });

  it('is read as others write it: preamble, folded headers, transfer encodings, any start', () => {
    const message = [
      'This is a package.',
      '--b',
      'Content-Type: image/gif;',
      '  name="x"',
      'Content-ID: <pic>',
      'Content-Transfer-Encoding: base64',
      '',
      'AQ ID',
      '--b',
      'content-id: <root@x>',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<a>=C3=BC=',
      '</a>',
      '--b--',
      'epilogue',
    ].join('\r\n');
    const read = readRelated(bytes(message), 'Multipart/Related; boundary=b; start="<root@x>"');
    expect(text(read?.root.content)).toBe('<a>ü</a>');
    expect(read?.parts).toMatchObject([{ contentId: 'pic', contentType: 'image/gif; name="x"' }]);
    expect([...(read?.parts[0]?.content ?? [])]).toEqual([1, 2, 3]);
  });

  it.each([
    ['no boundary', 'multipart/related', '--b\r\n\r\nx\r\n--b--'],
    ['another type', 'multipart/mixed; boundary=b', '--b\r\n\r\nx\r\n--b--'],
    ['no end', 'multipart/related; boundary=b', '--b\r\n\r\nx\r\n'],
    ['nothing', 'multipart/related; boundary=b', ''],
    ['headers without end', 'multipart/related; boundary=b', '--b\r\nx\r\n--b--'],
    [
      'an unknown transfer encoding',
      'multipart/related; boundary=b',
      '--b\r\nContent-Transfer-Encoding: rot13\r\n\r\nx\r\n--b--',
    ],
  ])('is nothing that can be read with %s', (_, contentType, message) => {
    expect(readRelated(bytes(message), contentType)).toBeUndefined();
  });

  it.each<[string, () => string]>([
    ['a thousand and one parts', () => '--b\r\n\r\nx\r\n'.repeat(1001)],
    ['more header lines than any sender writes', () => `--b\r\n${'a: 1\r\n'.repeat(101)}\r\nx\r\n`],
    ['headers that do not end within 16 KB', () => `--b\r\na: ${'x'.repeat(20_000)}\r\n\r\nx\r\n`],
  ])('is refused with %s', (_, parts) => {
    expect(readRelated(bytes(`${parts()}--b--`), 'multipart/related; boundary=b')).toBeUndefined();
  });

  it('has no boundary longer than RFC 2046 allows', () => {
    const read = (length: number): unknown => {
      const boundary = 'b'.repeat(length);
      return readRelated(bytes(`--${boundary}\n\nx\n--${boundary}--`), `multipart/related; boundary=${boundary}`);
    };
    expect(read(70)).toMatchObject({ root: { contentId: '' } });
    expect(read(71)).toBeUndefined();
  });

  it('is not decoded when the part with the envelope is not wanted', () => {
    const message = bytes('--b\r\nContent-Type: a/b\r\nContent-Transfer-Encoding: rot13\r\n\r\nx\r\n--b--');
    const asked: string[] = [];
    const isWanted = (contentType: string): boolean => {
      asked.push(contentType);
      return false;
    };
    expect(readRelated(message, 'multipart/related; boundary=b', isWanted)).toBeUndefined();
    expect(asked).toEqual(['a/b']);
  });

  it('survives hostile bytes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('--b', '--b--', '\r\n', '\n', ':', 'a', '<x>', '--'), { maxLength: 30 }),
        (pieces) => {
          expect(() => readRelated(bytes(pieces.join('')), 'multipart/related; boundary=b')).not.toThrow();
        },
      ),
    );
  });
});

describe('xop:Include', () => {
  const open = (envelope: string, parts: readonly RelatedPart[]): string => {
    const root = part('root', envelope, 'application/xop+xml; charset=utf-8; type="text/xml"');
    const { contentType, body } = formatRelated(root, parts, { type: 'application/xop+xml', 'start-info': 'text/xml' });
    const opened = openMessage(body, contentType);
    expect(opened?.contentType).toBe('text/xml; charset=utf-8');
    return text(opened?.body);
  };
  const xop = 'xmlns:i="http://www.w3.org/2004/08/xop/include"';

  it('becomes the base64 of its part, and all else stays', () => {
    const parts = [part('1@x', Uint8Array.of(1, 2, 3)), part('a b', Uint8Array.of(255))];
    expect(
      open(
        `<a ${xop}> <b><i:Include href="cid:1@x"/></b><!-- > --><c><i:Include href='cid:a%20b' x=">"><y/></i:Include></c>é</a>`,
        parts,
      ),
    ).toBe(`<a ${xop}> <b>AQID</b><!-- > --><c>/w==</c>é</a>`);
  });

  it('of another namespace is content like any other', () => {
    expect(open('<a><Include href="cid:1"/></a>', [])).toBe('<a><Include href="cid:1"/></a>');
  });

  it.each([
    ['<?xml version="1.0" encoding="utf-16"?><a/>', '<?xml version="1.0"?><a/>'],
    [
      `<?xml  version = '1.0'\n encoding = 'x' standalone="no" ?><a/>`,
      `<?xml  version = '1.0'\n standalone="no" ?><a/>`,
    ],
    ['<?xml version="1.0"?><a encoding="x"/>', '<?xml version="1.0"?><a encoding="x"/>'],
    [' <?xml version="1.0" encoding="x"?><a/>', ' <?xml version="1.0" encoding="x"?><a/>'],
  ])('the encoding of a declaration goes, since the text is UTF-8 from here on: %s', (envelope, opened) => {
    const { contentType, body } = formatRelated(part('root', envelope, 'text/xml; charset=utf-8'), [], {});
    expect(text(openMessage(body, contentType)?.body)).toBe(opened);
  });

  it.each([
    ['nothing', `<a ${xop}><i:Include href="cid:2"/></a>`],
    ['a part twice', `<a ${xop}><i:Include href="cid:1"/><i:Include href="cid:1"/></a>`],
    ['a part beside text', `<a ${xop}>AQID<i:Include href="cid:1"/></a>`],
    ['a part before text', `<a ${xop}><i:Include href="cid:1"/> AQID</a>`],
  ])('that names %s is an error', (_, envelope) => {
    expect(() => open(envelope, [part('1', 'x')])).toThrow(XmlSyntaxError);
  });
});
