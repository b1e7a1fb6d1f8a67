import { createServer, registerService } from '@wsdl-codegen/runtime';
import { XmlWriter } from '@wsdl-codegen/runtime/xml';
import { AddressLocator, geoNamespace } from '../support/runtime/fixture.js';

/**
 * A service that gives back what it gets has to declare, on each element, what was declared around it. Few bytes of a request must not become a
 * great many of an answer.
 */

const size = 1_000_000;
const errors: unknown[] = [];
const server = createServer({
  services: [registerService(AddressLocator, { parse: (input) => input })],
  namespaces: { geo_namespace: geoNamespace },
  onError: (error) => errors.push(error),
});

async function echo(
  around: string,
  content: string,
): Promise<{ readonly status: number; readonly length: number; readonly sent: number }> {
  errors.length = 0;
  const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"${around}><s:Body><Parse xmlns="${geoNamespace}">${content}</Parse></s:Body></s:Envelope>`;
  const answer = await server.handle({
    method: 'POST',
    url: '/geosrvex/AddressLocator.svc',
    headers: {
      host: 'h',
      'content-type': 'text/xml; charset=utf-8',
      soapaction: `"${geoNamespace}IAddressLocator/Parse"`,
    },
    body: new TextEncoder().encode(body),
  });
  return { status: answer.status, length: answer.body?.length ?? 0, sent: body.length };
}

const prefixes = (count: number, namespace: string): string =>
  Array.from({ length: count }, (_, i) => ` xmlns:p${i}="${namespace}${i}"`).join('');

it.each([
  ['many prefixes', prefixes(120, 'urn:'), '<x/>'],
  ['many prefixes that are used', prefixes(120, 'urn:'), '<p7:x>p8:y</p7:x>'],
  ['a long namespace', ` xmlns:p="${'u'.repeat(400_000)}"`, '<x/>'],
  ['a long default namespace', '', `<x xmlns=""/>`],
])('%s around small elements', async (_, around, element) => {
  const { status, length, sent } = await echo(around, element.repeat((size - around.length) / element.length - 200));
  expect(status === 200 || errors.length === 1).toBe(true);
  expect(length).toBeLessThan(20 * sent + 5_000_000);
});

it('ordinary answers have all the declarations that they need', async () => {
  const { status, length } = await echo(
    prefixes(20, 'http://schemas.example/2003/10/of-usual-length/'),
    '<x>text</x>'.repeat(3000),
  );
  expect([status, errors]).toEqual([200, []]);
  expect(length).toBeGreaterThan(3000 * 20 * 50);
});

it('a document of many short elements with a namespace each is written', () => {
  const writer = new XmlWriter();
  writer.startElement('', 'r');
  for (let i = 0; i < 200_000; i++) {
    writer.startElement(`http://schemas.example/${i % 7}`, 'x', '');
    writer.endElement();
  }
  writer.endElement();
  expect(writer.toString().length).toBeGreaterThan(6_000_000);
});
