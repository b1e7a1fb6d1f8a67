import fc from 'fast-check';
import { parseMediaType } from '../http/media-type.js';
import { PackageError } from '../http/multipart.js';
import { RelatedReader } from '../stream/package/related-reader.js';
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

  it('is of one content type', () => {
    expect(readRelated(bytes('--b\r\n\r\nx\r\n--b--'), 'multipart/mixed; boundary=b')).toBeUndefined();
  });

  const ends = 'The package ends in the middle of a part';
  const unreadable = 'A part of the package has headers that cannot be read';

  it.each<[what: string, says: string, contentType: string, message: () => string]>([
    [
      'no boundary',
      'The boundary of a package has 1 to 70 characters',
      'multipart/related',
      () => '--b\r\n\r\nx\r\n--b--',
    ],
    ['no end', ends, 'multipart/related; boundary=b', () => '--b\r\n\r\nx\r\n'],
    ['nothing', ends, 'multipart/related; boundary=b', () => ''],
    ['no parts', 'The package has no parts', 'multipart/related; boundary=b', () => 'x\r\n--b--'],
    ['headers without end', ends, 'multipart/related; boundary=b', () => '--b\r\nx\r\n--b--'],
    [
      'a boundary among headers',
      unreadable,
      'multipart/related; boundary=b',
      () => '--b\r\nx\r\n--b\r\n\r\ny\r\n--b--',
    ],
    [
      'an unknown transfer encoding',
      'A part has the transfer encoding "rot13", which is not known',
      'multipart/related; boundary=b',
      () => '--b\r\nContent-Transfer-Encoding: rot13\r\n\r\nx\r\n--b--',
    ],
    [
      'no base64',
      'A part is not in base64, which its transfer encoding is',
      'multipart/related; boundary=b',
      () => '--b\r\nContent-Transfer-Encoding: base64\r\n\r\n!\r\n--b--',
    ],
    [
      'a thousand and one parts',
      'The package has more than 1000 parts',
      'multipart/related; boundary=b',
      () => `${'--b\r\n\r\nx\r\n'.repeat(1001)}--b--`,
    ],
    [
      'more header lines than any sender writes',
      unreadable,
      'multipart/related; boundary=b',
      () => `--b\r\n${'a: 1\r\n'.repeat(101)}\r\nx\r\n--b--`,
    ],
    [
      'headers that do not end within 16 KB',
      'A part of the package has too long headers',
      'multipart/related; boundary=b',
      () => `--b\r\na: ${'x'.repeat(20_000)}\r\n\r\nx\r\n--b--`,
    ],
    [
      'a header line without end',
      'A part of the package has too long headers',
      'multipart/related; boundary=b',
      () => `--b\r\na: ${'x'.repeat(20_000)}`,
    ],
  ])('with %s is refused, whole and in pieces', async (_, says, contentType, message) => {
    expect(() => readRelated(bytes(message()), contentType)).toThrow(says);
    expect(() => readRelated(bytes(message()), contentType)).toThrow(PackageError);
    const boundary = parseMediaType(contentType)?.parameters.get('boundary') ?? '';
    const inPieces = async (size: number): Promise<void> => {
      const body = bytes(message());
      let at = 0;
      const reader = new RelatedReader(boundary, async () => {
        at += size;
        return at - size < body.length ? body.subarray(at - size, at) : undefined;
      });
      let count = 0;
      for (; (await reader.nextPart()) !== undefined; count++) {
        while ((await reader.next()) !== undefined) {
          // Read to the error.
        }
      }
      if (count === 0) {
        throw new PackageError('The package has no parts');
      }
    };
    await expect(inPieces(7)).rejects.toThrow(says);
    await expect(inPieces(100_000)).rejects.toThrow(says);
  });

  it('has no boundary longer than RFC 2046 allows', () => {
    const read = (length: number): unknown => {
      const boundary = 'b'.repeat(length);
      return readRelated(bytes(`--${boundary}\n\nx\n--${boundary}--`), `multipart/related; boundary=${boundary}`);
    };
    expect(read(70)).toMatchObject({ root: { contentId: '' } });
    expect(() => read(71)).toThrow('The boundary of a package has 1 to 70 characters');
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
          try {
            readRelated(bytes(pieces.join('')), 'multipart/related; boundary=b');
          } catch (error) {
            expect(error).toBeInstanceOf(PackageError);
          }
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
