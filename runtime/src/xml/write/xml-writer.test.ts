import fc from 'fast-check';
import { withinSeconds } from '../../../../tests/support/processor-time.js';
import type { XmlWriterOptions } from '../interfaces/writer.js';
import { XmlWriteError } from '../text/errors.js';
import { parseTree } from '../trees/tree-io.js';
import { XmlWriter } from './xml-writer.js';

function write(build: (writer: XmlWriter) => void, options?: XmlWriterOptions): string {
  const writer = new XmlWriter(options);
  build(writer);
  return writer.toString();
}

describe('content', () => {
  it('is an XML declaration, elements, attributes and text', () => {
    const text = write((w) => {
      w.declaration();
      w.startElement('', 'a');
      w.attribute('', 'x', '1');
      w.startElement('', 'b');
      w.text('');
      w.endElement();
      w.text('t');
      w.endElement();
    });
    expect(text).toBe('<?xml version="1.0" encoding="utf-8"?><a x="1"><b/>t</a>');
  });

  it('is escaped so that a reader gives it back', () => {
    const text = write((w) => {
      w.startElement('', 'a');
      w.attribute('', 'x', '<&>"\'\t\n\r');
      w.text('<&>"\'\t\n\r]]>');
      w.endElement();
    });
    expect(text).toBe(`<a x="&lt;&amp;>&quot;'&#9;&#10;&#13;">&lt;&amp;&gt;"'\t\n&#13;]]&gt;</a>`);
  });

  it.each(['\0', '\x1f', '\ufffe', '\uffff', '\ud800', 'x\udc00', '\ud800x'])('cannot contain %j', (value) => {
    const writer = new XmlWriter();
    writer.startElement('', 'a');
    expect(() => writer.attribute('', 'x', value)).toThrow(XmlWriteError);
    expect(() => writer.text(value)).toThrow(/has no way to write/);
  });

  it('survives a reader, whatever characters it has', () => {
    const characters = fc
      .string({ unit: 'binary' })
      .map((s) => s.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]/gu, ''));
    fc.assert(
      fc.property(characters, (value) => {
        const root = parseTree(
          write((w) => {
            w.startElement('', 'a');
            w.attribute('', 'x', value);
            w.text(value);
            w.endElement();
          }),
        );
        expect(root.attributes[0]!.value).toBe(value);
        expect(root.children.join('')).toBe(value);
      }),
    );
  });

  it.each(['', '1', 'a:b', 'a b', 'a>', '-', 'a\ud800'])('cannot have the name %j', (name) => {
    const writer = new XmlWriter();
    expect(() => writer.startElement('', name)).toThrow(XmlWriteError);
    writer.startElement('', 'a');
    expect(() => writer.attribute('u', name, '')).toThrow(XmlWriteError);
    if (name !== '') {
      expect(() => writer.declare(name, 'u')).toThrow(XmlWriteError);
    }
  });
});

describe('namespaces', () => {
  it('are declared where first needed and not again in scope', () => {
    const text = write(
      (w) => {
        w.startElement('u:s', 'Envelope');
        w.startElement('u:s', 'Body');
        w.startElement('u:1', 'a', '');
        w.attribute('u:1', 'x', '1');
        w.startElement('u:1', 'b');
        w.endElement();
        w.endElement();
        w.startElement('u:2', 'c');
        w.attribute('u:3', 'y', '2', 'q');
        for (let i = 0; i < 3; i++) {
          w.endElement();
        }
      },
      { prefixes: new Map([['u:s', 'soap']]) },
    );
    expect(text).toBe(
      '<soap:Envelope xmlns:soap="u:s"><soap:Body><a xmlns="u:1" xmlns:ns1="u:1" ns1:x="1"><b/></a>' +
        '<ns1:c xmlns:ns1="u:2" xmlns:q="u:3" q:y="2"/></soap:Body></soap:Envelope>',
    );
  });

  it('leave the default namespace for names in none', () => {
    const text = write((w) => {
      w.startElement('u', 'a', '');
      w.startElement('', 'b');
      w.startElement('', 'c');
      w.endElement();
      w.startElement('u', 'd', '');
      for (let i = 0; i < 3; i++) {
        w.endElement();
      }
    });
    expect(text).toBe('<a xmlns="u"><b xmlns=""><c/><d xmlns="u"/></b></a>');
  });

  it('are translated where they are declared', () => {
    const namespaces = new Map([['{api}', 'http://wire/']]);
    const text = write(
      (w) => {
        w.startElement('{api}', 'a', 'p');
        w.startElement('{api}', 'b');
        w.endElement();
        w.endElement();
      },
      { namespaces },
    );
    expect(text).toBe('<p:a xmlns:p="http://wire/"><p:b/></p:a>');
  });

  it('give a prefix for values that are qualified names', () => {
    const writer = new XmlWriter();
    writer.startElement('u', 'a', '');
    expect([writer.prefixFor('u'), writer.prefixFor('v'), writer.prefixFor('v')]).toEqual(['', 'ns1', 'ns1']);
    expect([writer.resolvePrefix('ns1'), writer.resolvePrefix(''), writer.resolvePrefix('x')]).toEqual([
      'v',
      'u',
      undefined,
    ]);
    expect(() => writer.prefixFor('')).toThrow(XmlWriteError);
    writer.text('t');
    expect(writer.prefixFor('v')).toBe('ns1');
    expect(() => writer.prefixFor('w')).toThrow(XmlWriteError);
    expect(writer.toString()).toBe('<a xmlns="u" xmlns:ns1="v">t');
  });

  it('can be declared, unless that changes what is written', () => {
    const writer = new XmlWriter();
    writer.startElement('u', 'a', 'p');
    writer.declare('p', 'u');
    writer.declare('q', 'v');
    writer.declare('q', 'v');
    expect(() => writer.declare('p', 'v')).toThrow(XmlWriteError);
    expect(() => writer.declare('q', 'w')).toThrow(XmlWriteError);
    expect(() => writer.declare('r', '')).toThrow(XmlWriteError);
    expect(() => writer.declare('xml', 'u')).toThrow(XmlWriteError);
    writer.startElement('', 'b');
    expect(() => writer.declare('', 'u')).toThrow(XmlWriteError);
    writer.declare('p', 'v');
    expect(writer.prefixFor('u')).toBe('ns1');
    expect(writer.toString()).toBe('<p:a xmlns:p="u" xmlns:q="v"><b xmlns:p="v" xmlns:ns1="u"');
  });

  it('do not shadow a prefix that a generated one would meet', () => {
    const writer = new XmlWriter();
    writer.startElement('', 'a');
    writer.declare('ns1', 'u');
    writer.attribute('v', 'x', '1');
    writer.attribute('http://www.w3.org/XML/1998/namespace', 'lang', 'en');
    expect(writer.toString()).toBe('<a xmlns:ns1="u" xmlns:ns2="v" ns2:x="1" xml:lang="en"');
  });
});

describe('attributes that no element may have', () => {
  it('throw', () => {
    const writer = new XmlWriter();
    writer.startElement('', 'a');
    expect(() => writer.attribute('', 'xmlns', 'u')).toThrow(XmlWriteError);
    writer.attribute('', 'x', '1');
    expect(() => writer.attribute('', 'x', '2')).toThrow(/"x" is given twice/);
  });
});

describe('hostile documents', () => {
  it('cost time only in proportion to their declarations', async () => {
    const many = Array.from({ length: 1500 }, (_, i) => i);
    const elements = (w: XmlWriter): void => {
      w.startElement('', 'a');
      for (const i of many) {
        w.declare(`p${i}`, `u:${i}`);
      }
      for (const i of many) {
        w.startElement(`u:${i}`, 'b');
        w.endElement();
      }
      w.endElement();
    };
    // Looking through all declarations for each of them takes a tenth of a second; anything that grows faster takes many.
    const text = await withinSeconds(4.5, () => write(elements));
    expect(text).toContain('<p1499:b/></a>');
  });
});

describe('indentation', () => {
  it('puts elements on lines of their own, and does not change mixed content', () => {
    const text = write(
      (w) => {
        w.declaration();
        w.startElement('', 'a');
        w.startElement('', 'b');
        w.text('t');
        w.endElement();
        w.startElement('', 'mixed');
        w.startElement('', 'c');
        w.endElement();
        w.text('t');
        w.startElement('', 'd');
        w.endElement();
        w.endElement();
        w.endElement();
      },
      { indent: 2 },
    );
    expect(text).toBe('<?xml version="1.0" encoding="utf-8"?>\n<a>\n  <b>t</b>\n  <mixed><c/>t<d/></mixed>\n</a>');
  });

  it('is right for documents longer than one chunk', () => {
    const text = write(
      (w) => {
        w.startElement('', 'a');
        for (let i = 0; i < 5000; i++) {
          w.startElement('', 'b');
          w.endElement();
        }
        w.endElement();
      },
      { indent: 1 },
    );
    expect(text).toBe(`<a>${'\n <b/>'.repeat(5000)}\n</a>`);
  });
});
