import { withinSeconds } from '../../../../tests/support/processor-time.js';
import { thorough } from '../../../../tests/support/thorough.js';
import { XmlEvent, type XmlReaderOptions } from '../interfaces/reader.js';
import { XmlLimitError, XmlSyntaxError } from '../text/errors.js';
import { XmlReader } from './xml-reader.js';

/** The reader of browsers has the same tests, and one text for all that is not well-formed. */

/** Reads to the end: `<n` for a start, `>n` for an end, `"t` for text. */
function events(text: string, options?: XmlReaderOptions): string[] {
  const reader = new XmlReader(text, options);
  const found: string[] = [];
  for (let event = reader.next(); event !== XmlEvent.EndDocument; event = reader.next()) {
    if (event === XmlEvent.Text) {
      found.push(`"${reader.text}`);
    } else {
      found.push((event === XmlEvent.StartElement ? '<' : '>') + reader.localName);
    }
  }
  return found;
}

/** A reader at the start of the root element. */
function atRoot(text: string, options?: XmlReaderOptions): XmlReader {
  const reader = new XmlReader(text, options);
  reader.next();
  return reader;
}

function errorOf(text: string, options?: XmlReaderOptions): XmlSyntaxError {
  try {
    events(text, options);
  } catch (error) {
    if (error instanceof XmlSyntaxError) {
      return error;
    }
    throw error;
  }
  throw new Error(`accepted: ${text}`);
}

it('reads strings only, and says so in words of its own', () => {
  const made = (document: unknown) => () => new XmlReader(document as string);
  expect(made(new Uint8Array(4))).toThrow(new TypeError('A document is read from a string, not from a Uint8Array.'));
  expect(made(undefined)).toThrow(new TypeError('A document is read from a string, not from undefined.'));
});

describe('events', () => {
  it('gives start and end for an empty element', () => {
    expect(events('<a><b/></a>')).toEqual(['<a', '<b', '>b', '>a']);
  });

  it('joins text, CDATA, references, and text around comments and processing instructions', () => {
    expect(events('<a>x<![CDATA[<y>]]>&amp;<!-- c -->z<?pi?>&#x1F600;</a>')).toEqual(['<a', '"x<y>&z😀', '>a']);
  });

  it('has no text event for comments and empty CDATA sections alone', () => {
    expect(events('<a><!-- c --><![CDATA[]]><?pi?></a>')).toEqual(['<a', '>a']);
  });

  it('passes over the XML declaration, a byte order mark, comments and instructions around the root', () => {
    expect(events('\ufeff<?xml version="1.0"?>\n<!-- c --><?pi x?><a/>\n<!-- c -->')).toEqual(['<a', '>a']);
  });

  it('normalises line ends in text and CDATA but not those of references', () => {
    expect(events('<a>1\r\n2\r3\n&#13;<![CDATA[\r\n]]></a>')).toEqual(['<a', '"1\n2\n3\n\r\n', '>a']);
  });

  it('throws when asked for more than the end', () => {
    const reader = atRoot('<a/>');
    reader.next();
    expect(reader.next()).toBe(XmlEvent.EndDocument);
    expect(() => reader.next()).toThrow('end of the document');
  });

  it('reports depth, offset and position', () => {
    const reader = atRoot('<a>\r\n <b/></a>');
    reader.next();
    reader.next();
    expect([reader.localName, reader.depth, reader.offset]).toEqual(['b', 2, 6]);
    expect(reader.position()).toEqual({ line: 2, column: 2, offset: 6 });
  });
});

describe('attributes', () => {
  it('are found by expanded name and by index, without declarations', () => {
    const reader = atRoot(`<a xmlns:p="u:p" x="1" p:x='2' y="a&lt;b&#10;\tc"/>`);
    expect(reader.attributeCount).toBe(3);
    expect([reader.attributeName(1), reader.attributeNamespace(1), reader.attributePrefix(1)]).toEqual([
      'x',
      'u:p',
      'p',
    ]);
    expect([reader.attribute('', 'x'), reader.attribute('u:p', 'x'), reader.attribute('', 'z')]).toEqual([
      '1',
      '2',
      undefined,
    ]);
    expect(reader.attributeValue(2)).toBe('a<b\n c');
    expect(() => reader.attributeValue(3)).toThrow();
  });

  it('belong only to the start of an element', () => {
    const reader = atRoot('<a x="1">t</a>');
    reader.next();
    expect([reader.attributeCount, reader.attribute('', 'x')]).toEqual([0, undefined]);
  });

  it('normalise white space as CDATA attributes do', () => {
    expect(atRoot('<a x=" \t\r\n\r\n &#9;"/>').attribute('', 'x')).toBe('     \t');
    const long = 'v'.repeat(100);
    expect(atRoot(`<a x="${long}\n${long}&amp;"/>`).attribute('', 'x')).toBe(`${long} ${long}&`);
  });

  it('may have names of properties that every object has', () => {
    const reader = atRoot('<__proto__ constructor="1" __proto__="2"/>');
    expect([reader.localName, reader.attribute('', 'constructor'), reader.attribute('', '__proto__')]).toEqual([
      '__proto__',
      '1',
      '2',
    ]);
    expect(reader.attribute('', 'toString')).toBeUndefined();
  });
});

describe('namespaces', () => {
  it('follow the scope of declarations, the end tag included', () => {
    const reader = atRoot('<a xmlns="u:1" xmlns:p="u:2"><p:b xmlns="" xmlns:p="u:3"><c/></p:b></a>');
    expect([reader.namespace, reader.declarations()]).toEqual([
      'u:1',
      [
        ['', 'u:1'],
        ['p', 'u:2'],
      ],
    ]);
    reader.next();
    expect([reader.namespace, reader.resolvePrefix('p'), reader.resolvePrefix('')]).toEqual(['u:3', 'u:3', '']);
    expect([...reader.namespacesInScope()]).toEqual([['p', 'u:3']]);
    reader.next();
    expect([reader.localName, reader.namespace, reader.declarations()]).toEqual(['c', '', []]);
    reader.next();
    reader.next();
    expect([reader.event, reader.localName, reader.resolvePrefix('p')]).toEqual([XmlEvent.EndElement, 'b', 'u:3']);
    reader.next();
    expect([reader.localName, reader.namespace, reader.resolvePrefix('p')]).toEqual(['a', 'u:1', 'u:2']);
  });

  it('include xml, but no undeclared prefixes', () => {
    const reader = atRoot('<a xml:lang="en"/>');
    expect(reader.attribute('http://www.w3.org/XML/1998/namespace', 'lang')).toBe('en');
    expect([reader.resolvePrefix('q'), reader.resolvePrefix('__proto__'), reader.resolvePrefix('')]).toEqual([
      undefined,
      undefined,
      '',
    ]);
  });

  it('are translated where they are declared', () => {
    const namespaces = new Map([['http://wire/', '{api_namespace}']]);
    const reader = atRoot('<p:a xmlns:p="http://wire/" xmlns:q="http://other/" q:x="1"/>', { namespaces });
    expect([reader.namespace, reader.attributeNamespace(0)]).toEqual(['{api_namespace}', 'http://other/']);
  });
});

describe('a DOCTYPE that is passed over', () => {
  const doctype = 'skip';

  it.each([
    '<!DOCTYPE a>',
    '<?xml version="1.0"?><!-- c -->\n<!DOCTYPE p:a SYSTEM "a.dtd">\n<?go?>',
    `<!DOCTYPE a PUBLIC "-//x//y (1.0)" 'http://x/?a>b="c"' >`,
  ])('may stand before the root: %s', (prolog) => {
    const text = `${prolog}<a/>`;
    const reader = atRoot(text, { doctype });
    expect([reader.localName, reader.position().offset]).toEqual(['a', prolog.length]);
    expect(() => atRoot(text)).toThrow('A DOCTYPE is not allowed');
  });

  it.each([
    ['<!DOCTYPE a []><a/>', 'declarations of its own'],
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'declarations of its own'],
    ['<!DOCTYPE a SYSTEM "x" [<!ATTLIST a b CDATA "c">]><a/>', 'declarations of its own'],
    ['<!DOCTYPE a><a>&x;</a>', 'must start a character reference'],
    ['<!DOCTYPE a><!DOCTYPE a><a/>', 'A DOCTYPE is not allowed'],
    ['<a/><!DOCTYPE a>', 'A DOCTYPE is not allowed'],
    ['<a><!DOCTYPE a></a>', '"<!"'],
    ['<!DOCTYPE>', 'malformed'],
    ['<!DOCTYPEa><a/>', 'malformed'],
    ['<!DOCTYPE 1a><a/>', 'malformed'],
    ['<!DOCTYPE a:b:c><a/>', 'malformed'],
    ['<!DOCTYPE a PUBLIC "x"><a/>', 'malformed'],
    ['<!DOCTYPE a PUBLIC "{}" "x"><a/>', 'malformed'],
    ['<!DOCTYPE a SYSTEM "x><a/>', 'malformed'],
    ['<!DOCTYPE a', 'malformed'],
    ['<!doctype a><a/>', 'Only comments'],
  ])('has no declarations, and stands once in its place: %s', (text, message) => {
    expect(() => events(text, { doctype })).toThrow(message);
  });
});

describe('documents that are rejected', () => {
  const xmlns = 'http://www.w3.org/2000/xmlns/';
  const xml = 'http://www.w3.org/XML/1998/namespace';
  it.each([
    ['', 'no root element'],
    ['text<a/>', 'outside the root'],
    ['<a/>text', 'outside the root'],
    ['<a/><b/>', 'one root'],
    ['</a>', 'no start tag'],
    ['<!DOCTYPE a><a/>', 'DOCTYPE'],
    ['<a><!DOCTYPE a></a>', '"<!"'],
    ['<![CDATA[x]]><a/>', 'Only comments'],
    ['<a', 'not closed'],
    ['<a>', '"a" is not closed'],
    ['<a><b></a>', '"</b>"'],
    ['<a></ab>', '"</a>"'],
    ['<a></a', '"</a>"'],
    ['< a/>', 'name is expected'],
    ['<1/>', 'qualified name'],
    ['<a:b:c/>', 'qualified name'],
    ['<a b/>', '"="'],
    ['<a b=c/>', 'quoted'],
    ['<a b="c/>', 'not closed'],
    ['<a b="1"c="2"/>', 'White space'],
    ['<a b="<"/>', '"<"'],
    [`<a b="${'x'.repeat(50)}<"/>`, '"<"'],
    ['<a b="1" b="2"/>', 'twice'],
    ['<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>', 'twice'],
    ['<a xmlns:p="u" xmlns:p="v"/>', 'twice'],
    ['<a xmlns="u" xmlns="u"/>', 'twice'],
    ['<p:a/>', '"p" is not declared'],
    ['<a p:b="1"/>', '"p" is not declared'],
    ['<xmlns:a/>', '"xmlns" is not declared'],
    ['<a xmlns:p=""/>', 'no namespace'],
    [`<a xmlns:xml="u"/>`, 'bound only to each other'],
    [`<a xmlns:p="${xml}"/>`, 'bound only to each other'],
    [`<a xmlns="${xml}"/>`, 'bound only to each other'],
    [`<a xmlns:xmlns="u"/>`, '"xmlns" cannot'],
    [`<a xmlns:p="${xmlns}"/>`, 'cannot be declared'],
    ['<a>]]></a>', ']]>'],
    ['<a><!-- -- --></a>', '"--"'],
    ['<a><!-- ', 'comment is not closed'],
    ['<a><![CDATA[ ', 'CDATA section is not closed'],
    ['<a><?pi ', 'instruction is not closed'],
    ['<a><?xml version="1.0"?></a>', 'XML declaration'],
    ['<a><?XML ?></a>', 'XML declaration'],
    [' <?xml version="1.0"?><a/>', 'XML declaration'],
    ['<?xml version="2.0"?><a/>', 'declaration is malformed'],
    ['<?xml encoding="utf-8"?><a/>', 'declaration is malformed'],
    ['<a>&nbsp;</a>', '&amp;'],
    ['<a>&lt</a>', '&amp;'],
    ['<a>& </a>', '&amp;'],
    ['<a b="&"/>', '&amp;'],
    ['<a>&#;</a>', '&amp;'],
    ['<a>&#xg;</a>', '&amp;'],
    ['<a>&#0;</a>', 'does not allow'],
    ['<a>&#xD800;</a>', 'does not allow'],
    ['<a>&#x110000;</a>', 'does not allow'],
    ['<a>&#99999999999999999999;</a>', 'does not allow'],
    ['<a>\0</a>', 'U+0000'],
    ['<a>\x1f</a>', 'U+001F'],
    ['<a>\ufffe</a>', 'U+FFFE'],
    ['<a>\ud800</a>', 'U+D800'],
    ['<a b="\udc00"/>', 'U+DC00'],
    ['<a><!--\x01--></a>', 'U+0001'],
    ['<a/>\x01', 'U+0001'],
  ])('%j', (text, message) => {
    expect(errorOf(text).message).toContain(message);
  });

  it('are reported with line, column and offset', () => {
    const error = errorOf('<a>\r\n\n  &x;</a>');
    expect([error.line, error.column, error.offset]).toEqual([3, 3, 8]);
    expect(error.message).toMatch(/\(line 3, column 3\)$/);
    expect(error.name).toBe('XmlSyntaxError');
  });

  it.each([1499, 1500, 2500, 32_766, 32_767, 32_768, 32_769, 65_535, 65_536])(
    'are reported at what is no character of XML after %i characters, and pairs of surrogates are two units of one',
    (offset) => {
      const around = (character: string): string => `${'<a>'.padEnd(offset, 'x')}${character}${'y'.repeat(70_000)}</a>`;
      for (const wrong of ['\0', '\ud83d', '\ude00', '\ude00\ud83d', '\ufffe', '\uffff', '\u0100\0', '\n\x1f']) {
        expect(errorOf(around(wrong)).offset).toBe(offset + (/^[\u0100\n]/.test(wrong) ? 1 : 0));
      }
      for (const right of ['\ud83d\ude00', '\u0100', '\n', '\t', '\x7f\x80\xff']) {
        expect(events(around(right))).toHaveLength(3);
      }
    },
  );

  it('are reported at the reference even if normalisation has moved it', () => {
    expect(errorOf('<a>\r\n\r\n&amp;&y;</a>').offset).toBe(12);
  });
});

describe('limits', () => {
  it('bound depth, attributes and length', () => {
    expect(errorOf('<a>'.repeat(257))).toBeInstanceOf(XmlLimitError);
    expect(errorOf('<a><b/></a>', { limits: { maxDepth: 1 } }).message).toMatch(/(?:deeper|More) than 1/);
    expect(errorOf('<a b="1" xmlns:p="u"/>', { limits: { maxAttributes: 1 } })).toBeInstanceOf(XmlLimitError);
    expect(errorOf('<abc/>', { limits: { maxLength: 5 } })).toBeInstanceOf(XmlLimitError);
    expect(events('<a b="1"><b/></a>', { limits: { maxDepth: 2, maxAttributes: 1, maxLength: 17 } })).toHaveLength(4);
    expect(errorOf(`<a xmlns:p="u"><b xmlns:q="v"/></a>`, { limits: { maxNamespaces: 1 } })).toBeInstanceOf(
      XmlLimitError,
    );
    expect(events(`<a><b xmlns:p="u"/><b xmlns:q="v"/></a>`, { limits: { maxNamespaces: 1 } })).toHaveLength(6);
  });
});

describe('hostile documents', () => {
  const many = thorough ? 200_000 : 40_000;
  const unlimited = { limits: { maxDepth: many, maxAttributes: many, maxNamespaces: many } };
  it.each([
    ['attributes', `<a${Array.from({ length: many }, (_, i) => ` a${i}=""`).join('')}/>`],
    [
      'declarations',
      `<a${Array.from({ length: many }, (_, i) => ` xmlns:a${i}="u"`).join('')}>${'<b/>'.repeat(1000)}</a>`,
    ],
    ['references', `<a>${'&amp;'.repeat(many)}</a>`],
    ['references in a value', `<a b="${'&#65;'.repeat(many)}"/>`],
    ['comments', `<a>${'x<!---->'.repeat(many)}</a>`],
    ['brackets', `<a>${']]'.repeat(many)}</a>`],
    ['depth', `${'<a>'.repeat(many)}${'</a>'.repeat(many)}`],
    ['names', `<a>${Array.from({ length: many }, (_, i) => `<n${i}/>`).join('')}</a>`],
    ['white space', `<a${' '.repeat(many)}>${'\r'.repeat(many)}</a>`],
    ['zeros', `<a>&#${'0'.repeat(many)}65;</a>`],
  ])('cost time only in proportion to their length: %s', async (_, text) => {
    // Anything that grows with the square takes minutes, and a twenty-fifth of that for a fifth of the length.
    await withinSeconds(thorough ? 4.5 : 1.5, () => events(text, unlimited));
  });
});
