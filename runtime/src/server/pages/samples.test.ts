import { send } from '../../../../tests/support/runtime/server.js';
import {
  attribute,
  choice,
  complexType,
  element,
  enumeration,
  field,
  restriction,
  sequence,
} from '../../schema/index.js';
import * as xs from '../../schema/xs.js';
import type { ServiceDescriptor } from '../../service/descriptor.js';
import { parseTree } from '../../xml/index.js';
import { createServer, registerService } from '../index.js';
import { markedMessage } from './marked-message.js';

const color = enumeration('urn:e', 'Color', xs.string, ['red', 'green']);
const code = restriction('urn:e', 'Code', xs.string, { minLength: 2, maxLength: 5 });
const price = restriction('urn:e', 'Price', xs.decimal, { minInclusive: '0', maxExclusive: '100', fractionDigits: 2 });
const line = complexType('urn:o', 'Line', {
  attributes: [attribute('', 'color', color, { required: true }), attribute('', 'note', xs.string)],
  content: sequence([field('urn:o', 'price', price), field('urn:o', 'more', price, { min: 0 })]),
});
const order = complexType('urn:e', 'Order', {
  content: sequence([
    field('urn:e', 'code', code),
    field('urn:e', 'line', line, { min: 0, max: Infinity }),
    field('urn:e', 'color', color, { min: 0, nillable: true }),
    field('urn:e', 'other', color),
    choice([field('urn:e', 'card', xs.string), field('urn:e', 'cash', xs.int)]),
  ]),
});
const service: ServiceDescriptor = {
  kind: 'service',
  name: 'Orders',
  namespace: 'urn:e',
  placeholders: [],
  ports: [{ name: 'P', binding: 'soap11', address: '/orders' }],
  operations: {
    put: {
      name: 'Put',
      input: { element: element('urn:e', 'Put', order) },
      output: { element: element('urn:e', 'PutResponse', xs.int) },
      faults: [
        { name: 'Refused', element: element('urn:e', 'Refused', xs.string) },
        { name: 'Late', element: element('urn:e', 'Late', xs.int), header: true },
      ],
      soap11: {
        action: 'urn:e/Put',
        style: 'document',
        inputHeaders: [{ property: 'session', element: element('urn:h', 'Session', code) }],
        outputHeaders: [{ property: 'left', element: element('urn:h', 'Left', xs.int) }],
      },
    },
  },
};

/** The messages of a page by their ids, as a reader sees them. */
async function samplesOf(url: string): Promise<ReadonlyMap<string, string>> {
  const server = createServer({ services: [registerService(service, { put: () => 1 })] });
  const { text } = await send(server, 'GET', url);
  return new Map(
    [...text.matchAll(/<pre id="([^"]*)">([\s\S]*?)<\/pre>/g)].map(([, id = '', markup = '']) => [
      id,
      markup
        .replace(/<\/?(?:var|i)>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&'),
    ]),
  );
}

describe('the sample of a request', () => {
  it('says types, bounds, values, and which parts are optional, repeated or a choice', async () => {
    const request = (await samplesOf('/orders?op=Put')).get('soap11-request') ?? '';
    expect(request.slice(request.indexOf('<soap:Body>'))).toBe(`<soap:Body>
    <Put xmlns="urn:e">
      <code>strin</code> <!-- Code, string, length 2 to 5 -->
      <line color="red" note="string"> <!-- @color: Color: red | green; @note: string, optional; optional; repeats -->
        <n1:price>19.99</n1:price> <!-- Price, decimal, at least 0, less than 100, at most 2 decimals -->
        <n1:more>1</n1:more> <!-- Price, decimal, at least 0, less than 100, at most 2 decimals; optional -->
      </line>
      <color>red</color> <!-- Color; optional; may be nil -->
      <other>red</other> <!-- Color -->
      <card>string</card> <!-- string -->
      <!-- or: cash -->
    </Put>
  </soap:Body>
</soap:Envelope>`);
  });

  it('has the header blocks that are declared, and namespaces that repeat are declared once', async () => {
    const request = (await samplesOf('/orders?op=Put')).get('soap11-request') ?? '';
    expect(request).toContain(
      '<ns1:Session xmlns:ns1="urn:h">strin</ns1:Session> <!-- Code, string, length 2 to 5; optional header -->',
    );
    expect(request.match(/xmlns:n1="urn:o"/g)).toHaveLength(1);
  });
});

describe('the samples of answers', () => {
  it('have header blocks', async () => {
    const response = (await samplesOf('/orders?op=Put')).get('soap11-response') ?? '';
    expect(response).toContain('<ns1:Left xmlns:ns1="urn:h">1</ns1:Left> <!-- int; optional header -->');
  });

  it('are there for each declared fault, in its detail or in a header block', async () => {
    const samples = await samplesOf('/orders?op=Put');
    expect(samples.get('soap11-fault-0')).toContain('HTTP/1.1 500 Internal Server Error');
    expect(samples.get('soap11-fault-0')).toContain('<detail>\n        <Refused xmlns="urn:e">string</Refused>');
    expect(samples.get('soap11-fault-1')).toContain('<soap:Header>\n    <Late xmlns="urn:e">1</Late>');
    expect(samples.get('soap11-fault-1')).not.toContain('detail');
  });
});

describe('comments', () => {
  it('can hold whatever a type has, and the message stays well-formed', async () => {
    const hostile = enumeration('urn:e', 'Bad-->', xs.string, ['a--b', '--><script>alert(1)</script>', '-']);
    const input = element(
      'urn:e',
      'In',
      complexType('urn:e', 'In', { content: sequence([field('urn:e', 'v', hostile)]) }),
    );
    const { put } = service.operations;
    const operations = { put: { ...put, name: 'Put', input: { element: input } } };
    const server = createServer({ services: [registerService({ ...service, operations }, { put: () => 1 })] });
    const { text } = await send(server, 'GET', '/orders?op=Put');
    expect(text).not.toContain('<script>alert');
    const [, markup = ''] = /<pre id="soap11-request">([\s\S]*?)<\/pre>/.exec(text) ?? [];
    const xml = markup
      .replace(/<\/?(?:var|i)>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"');
    expect(parseTree(xml.slice(xml.indexOf('<?xml'))).name).toBe('Envelope');
    expect(xml).toContain('a- -b | - -><script>');
  });
});

describe('markedMessage', () => {
  it('shows the values of texts, attributes, queries and forms, and comments', () => {
    expect(markedMessage('GET /x?a=1&b=%20 HTTP/1.1\nHost: h')).toBe(
      'GET /x?a=<var>1</var>&amp;b=<var>%20</var> HTTP/1.1\nHost: h',
    );
    expect(markedMessage('POST / HTTP/1.1\nContent-Length: length\n\na=b&c=d')).toBe(
      'POST / HTTP/1.1\nContent-Length: <var>length</var>\n\na=<var>b</var>&amp;c=<var>d</var>',
    );
    expect(markedMessage('x\n\n<a xmlns="u" b="1>2">t &amp; u</a> <!-- n -->')).toBe(
      'x\n\n&lt;a xmlns=&quot;u&quot; b=&quot;<var>1&gt;2</var>&quot;&gt;<var>t &amp;amp; u</var>&lt;/a&gt; <i>&lt;!-- n --&gt;</i>',
    );
  });
});
