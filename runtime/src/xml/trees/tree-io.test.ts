import fc from 'fast-check';
import { XmlEvent } from '../interfaces/reader.js';
import type { XmlElement, XmlNode } from '../interfaces/tree.js';
import { XmlReader } from '../read/xml-reader.js';
import { XmlEncodeError, XmlLimitError, XmlSyntaxError, XmlWriteError } from '../text/errors.js';
import { XmlWriter } from '../write/xml-writer.js';
import { formatTree, parseTree, readTree } from './tree-io.js';
import { writeTree } from './tree-writing.js';

const leaf: XmlElement = { namespace: '', name: 'leaf', attributes: [], children: [] };
const around = (...children: XmlNode[]): XmlElement => ({ namespace: '', name: 'a', attributes: [], children });

describe('elements in elements', () => {
  it('may be at several places, but not in themselves', () => {
    const shared = around(...Array.from({ length: 3000 }, () => leaf));
    const deep = Array.from({ length: 300 }).reduce<XmlElement>((inner) => around(inner), shared);
    expect(formatTree(around(leaf, shared, deep)).length).toBeGreaterThan(30_000);
    const children: XmlNode[] = ['text', leaf];
    const endless = { ...around(), children };
    children.push(around(endless));
    expect(() => formatTree(endless)).toThrow('/a: the element contains itself');
    expect(() => formatTree(around('text', endless))).toThrow(XmlWriteError);
  });
});

describe('a tree that a program made', () => {
  const whole = { namespace: '', name: 'a', attributes: [], children: [] };
  const attribute = { namespace: '', name: 'x', value: '1' };
  const child = (given: unknown): object => ({ ...whole, children: ['text', given] });
  const element = 'an XmlElement with namespace, name, attributes and children';
  it.each<[string, unknown, string]>([
    ['is no text', 'a', `/: expected ${element}, got "a"`],
    ['is something', undefined, `/: expected ${element}, got undefined`],
    ['has children that are something', child(undefined), `/a/children[1]: expected text or ${element}, got undefined`],
    [
      'has no empty places',
      { ...whole, children: new Array(1) },
      `/a/children[0]: expected text or ${element}, got undefined`,
    ],
    ['has texts that are strings', child(5), `/a/children[1]: expected text or ${element}, got 5`],
    ['has a namespace', child({}), '/a/children[1]/namespace: expected a string, got undefined'],
    ['has a name', child({ namespace: '' }), '/a/children[1]/name: expected a string, got undefined'],
    [
      'has a name that XML allows',
      child({ ...whole, name: 'a b' }),
      '/a/children[1]: "a b" is not an XML name without a colon',
    ],
    [
      'has a prefix that is one',
      child({ ...whole, namespace: 'urn:a', prefix: 0 }),
      '/a/children[1]/prefix: expected a string, got 0',
    ],
    [
      'has attributes',
      child({ ...whole, attributes: {} }),
      '/a/children[1]/attributes: expected an array of attributes, got an object',
    ],
    [
      'has whole attributes',
      { ...whole, attributes: [attribute, null] },
      '/a/attributes[1]: expected an attribute with namespace, name and value, got null',
    ],
    [
      'has attributes with values',
      { ...whole, attributes: [{ ...attribute, value: 5 }] },
      '/a/attributes[0]/value: expected a string, got 5',
    ],
    [
      'has attributes with characters',
      { ...whole, attributes: [{ ...attribute, value: '\0' }] },
      '/a/attributes[0]: XML 1.0 has no way to write the character',
    ],
    [
      'has each attribute once',
      { ...whole, attributes: [attribute, attribute] },
      '/a/attributes[1]: The attribute "x" is given twice',
    ],
    [
      'has children',
      { ...whole, children: undefined },
      '/a/children: expected an array of texts and elements, got undefined',
    ],
    [
      'has declarations by prefix',
      { ...whole, declarations: new Map() },
      '/a/declarations: expected an object with the namespaces of prefixes, got a Map',
    ],
    ['declares namespaces', { ...whole, declarations: { p: 1 } }, '/a/declarations/p: expected a string, got 1'],
    [
      'can be read',
      child(
        Object.defineProperty({}, 'namespace', {
          get: () => {
            throw new Error('no');
          },
        }),
      ),
      '/a/children[1]: the value cannot be written: no',
    ],
  ])('%s', (_, tree, message) => {
    let error: unknown;
    try {
      formatTree(tree as XmlElement);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(XmlEncodeError);
    expect(String(error)).toContain(`XmlEncodeError: ${message}`);
  });

  it('may have null where something is absent', () => {
    expect(formatTree({ ...whole, prefix: null, declarations: null } as unknown as XmlElement)).toBe('<a/>');
  });
});

describe('reading', () => {
  it('keeps names, prefixes, attributes, text and declarations', () => {
    expect(parseTree('<a xmlns="u:1" xmlns:p="u:2" p:x="1" y="2">t<p:b/><c xmlns=""> </c></a>')).toEqual({
      namespace: 'u:1',
      name: 'a',
      attributes: [
        { namespace: 'u:2', name: 'x', value: '1', prefix: 'p' },
        { namespace: '', name: 'y', value: '2' },
      ],
      children: [
        't',
        { namespace: 'u:2', name: 'b', prefix: 'p', attributes: [], children: [] },
        { namespace: '', name: 'c', attributes: [], children: [' '], declarations: { '': '' } },
      ],
      declarations: { '': 'u:1', p: 'u:2' },
    });
  });

  it('gives a tree from within a document every declaration in scope, and leaves the cursor on its end', () => {
    const reader = new XmlReader('<r xmlns:p="u:1" xmlns:q="u:2"><a xmlns:q="u:3"><a>q:v</a></a><b/></r>');
    reader.next();
    reader.next();
    const tree = readTree(reader);
    expect(tree.declarations).toEqual({ p: 'u:1', q: 'u:3' });
    expect([reader.event, reader.localName, reader.depth]).toEqual([XmlEvent.EndElement, 'a', 2]);
    reader.next();
    expect(reader.localName).toBe('b');
  });

  it('accepts prefixes and names that every object has', () => {
    const tree = parseTree('<__proto__:a xmlns:__proto__="u:1" __proto__:constructor="1"/>');
    expect(Object.entries(tree.declarations!)).toEqual([['__proto__', 'u:1']]);
    expect(formatTree(tree)).toBe('<__proto__:a xmlns:__proto__="u:1" __proto__:constructor="1"/>');
  });

  it('rejects what follows the root, and obeys limits', () => {
    expect(() => parseTree('<a/><b/>')).toThrow(XmlSyntaxError);
    expect(() => parseTree('<a><b/></a>', { limits: { maxDepth: 1 } })).toThrow(XmlLimitError);
  });

  it('does not overflow the stack, nor does writing', () => {
    const depth = 50_000;
    const text = `${'<a>'.repeat(depth - 1)}<a/>${'</a>'.repeat(depth - 1)}`;
    expect(formatTree(parseTree(text, { limits: { maxDepth: depth } }))).toBe(text);
  });
});

describe('writing', () => {
  it('gives back what was read', () => {
    const text = '<p:a xmlns:p="u:1" xmlns="u:2" x="&lt;"><b p:y="1"><c xmlns="">t&amp;</c></b></p:a>';
    expect(formatTree(parseTree(text))).toBe(text);
  });

  it('works if prefixes of the tree mean something else', () => {
    const tree = parseTree('<ns2:a xmlns:ns1="u:2" xmlns:ns2="u:1"><ns1:b/>ns1:v</ns2:a>');
    const writer = new XmlWriter();
    writer.startElement('u:1', 'r', 'ns1');
    writeTree(tree, writer);
    writer.endElement();
    expect(writer.toString()).toBe(
      '<ns1:r xmlns:ns1="u:1"><ns2:a xmlns:ns1="u:2" xmlns:ns2="u:1"><ns1:b/>ns1:v</ns2:a></ns1:r>',
    );
  });

  it('finds prefixes for trees made by hand', () => {
    const attributes = [{ namespace: 'u:2', name: 'x', value: '1' }];
    expect(formatTree({ namespace: 'u:1', name: 'a', attributes, children: [] })).toBe(
      '<a xmlns="u:1" xmlns:ns1="u:2" ns1:x="1"/>',
    );
    const clashing: XmlElement = {
      namespace: 'u:1',
      name: 'a',
      prefix: 'p',
      attributes: [],
      children: [],
      declarations: { p: 'u:2' },
    };
    expect(formatTree(clashing)).toBe('<ns1:a xmlns:p="u:2" xmlns:ns1="u:1"/>');
  });

  it('throws when the declarations leave no way to write a name', () => {
    const tree: XmlElement = { namespace: '', name: 'a', attributes: [], children: [], declarations: { '': 'u:1' } };
    expect(() => formatTree(tree)).toThrow(XmlWriteError);
  });

  it('gives back every tree, in any surroundings', () => {
    const namespace = fc.constantFrom('', 'u:1', 'u:2', 'u:3');
    const prefix = fc.constantFrom('', 'p', 'q', 'ns1', '__proto__');
    const name = fc.constantFrom('a', 'b', 'constructor');
    const attribute = fc
      .record({ namespace, name, value: fc.string(), prefix })
      .filter((a) => !/[\0-\x1f]/.test(a.value));
    const { element } = fc.letrec<{ element: XmlElement }>((tie) => ({
      element: fc.record({
        namespace,
        name,
        prefix,
        attributes: fc.uniqueArray(attribute, { maxLength: 3, selector: (a) => `${a.namespace} ${a.name}` }),
        children: fc.array(fc.oneof({ depthSize: 'small' }, fc.constantFrom('text', '<&>', ' '), tie('element')), {
          maxLength: 3,
        }),
      }),
    }));
    fc.assert(
      fc.property(element, namespace, prefix, (tree, outer, outerPrefix) => {
        const writer = new XmlWriter();
        writer.startElement(outer, 'outer', outerPrefix);
        writeTree(tree, writer);
        writer.endElement();
        expect(bare(parseTree(writer.toString()).children[0]!)).toEqual(bare(tree));
        const again = formatTree(parseTree(writer.toString()));
        expect(formatTree(parseTree(again))).toBe(again);
      }),
    );
  });
});

/** The meaning of a tree: no prefixes, no declarations, adjacent text joined. */
function bare(node: XmlNode): unknown {
  if (typeof node === 'string') {
    return node;
  }
  const children: unknown[] = [];
  for (const child of node.children) {
    const last = children.at(-1);
    if (typeof child === 'string' && typeof last === 'string') {
      children[children.length - 1] = last + child;
    } else {
      children.push(bare(child));
    }
  }
  const attributes = node.attributes.map(({ namespace, name, value }) => ({ namespace, name, value }));
  return { namespace: node.namespace, name: node.name, attributes, children };
}
