import type { SourceElement } from './document.js';
import { parseDocument } from './parse.js';
import { parseLeniently } from './parse-lenient.js';

const options = { uri: '/work/a.xsd', file: 'a.xsd', maxDepth: 20 };

function parse(text: string, define?: Record<string, string>) {
  return parseDocument(text, { ...options, ...(define && { define }) });
}

async function root(text: string): Promise<SourceElement> {
  const [element, diagnostics] = await parse(text);
  expect(diagnostics).toEqual([]);
  return element as SourceElement;
}

describe('positions', () => {
  it('are that of "<" for elements, and that after the quote for attribute values', async () => {
    const element = await root('<?xml version="1.0"?>\r\n<a>\r\n  <b\n    one="1"   two = \'&amp;x\'/></a>');
    const b = element.children[1] as SourceElement;
    expect(b.position).toEqual({ uri: '/work/a.xsd', file: 'a.xsd', line: 3, column: 3 });
    expect(b.attributes.map(({ local, value, position }) => [local, value, position.line, position.column])).toEqual([
      ['one', '1', 4, 10],
      ['two', '&x', 4, 22],
    ]);
  });

  it('have columns in UTF-16 code units', async () => {
    const element = await root('<a b="𝒳" c="d"/>');
    expect(element.attributes[1]?.position.column).toBe(14);
  });

  it('points at the place where well-formedness ends', async () => {
    const [element, diagnostics] = await parse('<a>\n  <b></c>\n</a>');
    expect(element).toBeUndefined();
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({ code: 'source/not-well-formed', span: { file: 'a.xsd', line: 2 } });
  });
});

describe('namespaces', () => {
  it('resolves names and shares scopes that nothing is added to', async () => {
    const element = await root('<a xmlns="urn:d" xmlns:p="urn:p"><p:b c="1" p:d="2"/><e xmlns=""/></a>');
    const [b, e] = element.children as SourceElement[];
    expect(element.namespace).toBe('urn:d');
    expect(b).toMatchObject({ namespace: 'urn:p', prefix: 'p', local: 'b' });
    expect(b?.attributes.map(({ namespace }) => namespace)).toEqual(['', 'urn:p']);
    expect(b?.namespaces).toBe(element.namespaces);
    expect(e?.namespace).toBe('');
    expect(b?.parent).toBe(element);
  });

  it('include xml: without a declaration, and undeclared prefixes are reported', async () => {
    expect((await root('<a xml:lang="en"/>')).attributes[0]?.namespace).toBe('http://www.w3.org/XML/1998/namespace');
    const [element, diagnostics] = await parse('<a>\n<p:b/></a>');
    expect(diagnostics[0]).toMatchObject({ code: 'source/undeclared-prefix', span: { line: 2, column: 1 } });
    expect(element?.children[1]).toMatchObject({ local: 'b', namespace: '' });
  });
});

describe('text', () => {
  it('joins text, CDATA and references, and passes over comments and instructions', async () => {
    expect((await root('<a>x &lt; <![CDATA[<y>]]><!-- no --> &#65;<?no ?></a>')).children).toEqual([
      { kind: 'text', value: 'x < <y> A' },
    ]);
  });
});

describe('document types', () => {
  it('expands internal entities, also nested ones', async () => {
    const [element, diagnostics] = await parse(
      '<!DOCTYPE a [<!ENTITY b "x&c;"><!ENTITY c \'y&#x21;&lt;\'> <!-- "> -->]><a d="&b;">&b;</a>',
    );
    expect(diagnostics).toEqual([]);
    expect(element?.attributes[0]?.value).toBe('xy!<');
    expect(element?.children).toEqual([{ kind: 'text', value: 'xy!<' }]);
  });

  it('never reads external identifiers', async () => {
    const [element, diagnostics] = await parse(
      '<!DOCTYPE a SYSTEM "file:///etc/passwd" [<!ENTITY b SYSTEM "file:///etc/passwd">]><a/>',
    );
    expect(element?.local).toBe('a');
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['source/external-dtd', 'info']]);
    const [unread, others] = await parse('<!DOCTYPE a [<!ENTITY b SYSTEM "x">]><a>&b;</a>');
    expect(unread?.children).toEqual([{ kind: 'text', value: '&b;' }]);
    expect(others.map(({ code }) => code)).toContain('source/not-well-formed');
  });

  it('stops entity bombs before they go off', async () => {
    const lines = Array.from({ length: 12 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`);
    const [element, diagnostics] = await parse(`<!DOCTYPE a [<!ENTITY e0 "ha">${lines.join('')}]><a>&e12;</a>`);
    expect(element).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(['source/entity-expansion']);
    const [circular] = await parse('<!DOCTYPE a [<!ENTITY e "&f;"><!ENTITY f "&e;">]><a>&e;</a>');
    expect(circular).toBeUndefined();
  });

  it('may not define entities with markup, or names of JavaScript objects', async () => {
    const [, diagnostics] = await parse('<!DOCTYPE a [<!ENTITY b "<c/>">]><a/>');
    expect(diagnostics.map(({ code }) => code)).toEqual(['source/entity-markup']);
    expect((await parse('<a>&constructor;</a>'))[0]?.children).toEqual([{ kind: 'text', value: '&constructor;' }]);
  });
});

it('refuses elements that are nested too deep', async () => {
  const [element, diagnostics] = await parse(`${'<a>'.repeat(21)}${'</a>'.repeat(21)}`);
  expect(element).toBeUndefined();
  expect(diagnostics.map(({ code }) => code)).toEqual(['source/too-deep']);
});

it('reads a document after white space, with a warning', async () => {
  const [element, diagnostics] = await parse('\n\n<?xml version="1.0"?><a/>');
  expect(element?.position).toMatchObject({ line: 3, column: 22 });
  expect(diagnostics.map(({ code }) => code)).toEqual(['source/leading-space']);
});

describe('a document that is not well-formed, but clear', () => {
  it.each([
    ['text before the document', 'Content-Type: text/xml\n\n<?xml version="1.0"?><a b="c"/>', 'source/leading-space'],
    ['text after it', '<a b="c"/>\ndone', 'source/not-well-formed'],
    ['another element after it', '<a b="c"/><script/>', 'source/not-well-formed'],
    ['an end tag after it', '<a b="c"/></a>', 'source/not-well-formed'],
    ['a character that XML does not allow', '<a b="c">\v</a>', 'source/not-well-formed'],
    ['an attribute twice', '<a b="c" b="d"/>', 'source/not-well-formed'],
    ['an entity of HTML', '<a b="c">&nbsp;</a>', 'source/not-well-formed'],
  ])('with %s is reported, and otherwise complete', async (_, text, code) => {
    const [element, diagnostics] = await parse(text);
    expect([element?.local, element?.attributes[0]?.value]).toEqual(['a', 'c']);
    expect(diagnostics.map((found) => found.code)).toEqual([code]);
  });

  it('keeps bare ampersands, as addresses have them, and the places of what follows', async () => {
    const [element, diagnostics] = await parse('<a location="http://h/?a=1&b=2&amp;c=3" d="e"><![CDATA[&x]]></a>');
    expect(element?.attributes.map(({ value }) => value)).toEqual(['http://h/?a=1&b=2&c=3', 'e']);
    expect(element?.attributes[1]?.position.column).toBe(44);
    expect(element?.children).toEqual([{ kind: 'text', value: '&x' }]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['source/not-well-formed']);
  });

  it.each(['<a>', '<a><b></a>', '<a b=c/>', 'a', ''])('%s is no document', async (text) => {
    expect((await parse(text))[0]).toBeUndefined();
  });
});

describe('namespaces that are written wrong', () => {
  it.each([
    ['http://www.w3.org/1999/XMLSchema', 'http://www.w3.org/2001/XMLSchema'],
    ['http://www.w3.org/2001/XMLSchema/', 'http://www.w3.org/2001/XMLSchema'],
    ['http://schemas.xmlsoap.org/wsdl', 'http://schemas.xmlsoap.org/wsdl/'],
    [' urn:t ', 'urn:t'],
  ])('"%s" is read as the correct one, with a warning', async (declared, meant) => {
    const [element, diagnostics] = await parse(`<a xmlns="${declared}"><b xmlns="${declared}"/></a>`);
    expect(element?.namespace).toBe(meant);
    expect(diagnostics.map(({ code, span }) => [code, span?.column])).toEqual([['source/corrected-namespace', 11]]);
  });
});

describe('placeholders', () => {
  it('are text until they are given a value, and then replaced where a namespace or an address stands', async () => {
    const text =
      '<a xmlns="{api}" xmlns:p="{api}/p" targetNamespace="{api}" location="{base}/x.asmx" soapAction="{api}/Op" name="{api}" default="{api}">{api}</a>';
    expect((await root(text)).namespace).toBe('{api}');
    const [element] = await parse(text, { api: 'urn:real', other: 'no' });
    expect(element?.namespace).toBe('urn:real');
    expect(element?.attributes.map(({ value }) => value)).toEqual([
      'urn:real',
      '{base}/x.asmx',
      'urn:real/Op',
      '{api}',
      '{api}',
    ]);
    expect(element?.children).toEqual([{ kind: 'text', value: '{api}' }]);
  });

  it('do not reach into JavaScript objects, and values are not searched again', async () => {
    expect((await parse('<a xmlns="{constructor}"/>', {}))[0]?.namespace).toBe('{constructor}');
    expect((await parse('<a xmlns="{a}"/>', { a: '{b}', b: 'no' }))[0]?.namespace).toBe('{b}');
  });
});

it('gives the same whichever of the two readers reads', async () => {
  const text =
    `<?xml version="1.0"?>\r\n<!-- x --><a xmlns = "urn:d"\txmlns:p='urn:p'\n p:b="&lt;>'" c='"\n' >t\r\nt<p:b/ ><![CDATA[]]><e xmlns="" f="𝒳"\n/></a >`.replace(
      '/ >',
      '/>',
    );
  const [strict] = await parseDocument(text, options);
  const [lenient] = parseLeniently(text, options);
  expect(strict).toBeDefined();
  expect(strict).toEqual(lenient);
});
