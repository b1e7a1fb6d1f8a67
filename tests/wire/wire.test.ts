import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { XmlElement } from '@wsdl-codegen/runtime';
import { type ExpectedCall, locatorOperations, walletCalls } from './cases.js';
import { type Recording, recordingTransport } from './connection.js';
import { type Message, parseMessage, readWithSaxes, type SeenElement, showMessage } from './message.js';
import {
  apiNamespace,
  type Binding,
  bindings,
  callerOf,
  geoNamespace,
  locatorOf,
  methodName,
  serverOf,
} from './services.js';

/**
 * The exact bytes of each operation in each binding: `golden/<operation>.http` to read, and the rules of the specification
 * checked one by one. `UPDATE_GOLDEN=1` rewrites the files.
 */
const update = process.env.UPDATE_GOLDEN === '1';
const folder = join(__dirname, 'golden');

const titles: Readonly<Record<Binding, string>> = {
  soap11: 'SOAP 1.1',
  soap12: 'SOAP 1.2',
  httpGet: 'HTTP GET',
  httpPost: 'HTTP POST',
};
const envelopes: Readonly<Record<string, string>> = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
};
const soapTypes: Readonly<Record<string, string>> = {
  soap11: 'text/xml; charset=utf-8',
  soap12: 'application/soap+xml; charset=utf-8',
};

describe.each(walletCalls.map((call) => [call.operation, call] as const))('%s', (operation, call) => {
  const recordings = new Map<Binding, Recording>();
  const inputs = new Map<Binding, unknown>();
  const results = new Map<Binding, unknown>();

  beforeAll(async () => {
    let input: unknown;
    const recorder = recordingTransport(
      serverOf((_, received) => {
        input = received;
        return call.result;
      }),
    );
    const caller = callerOf(recorder.transport);
    for (const binding of bindings) {
      results.set(binding, await caller(call.group, operation, inputOf(call), binding));
      recordings.set(binding, recorder.take());
      inputs.set(binding, input);
    }
  });

  it('is on the wire as the golden file says', () => {
    expectGolden(`${operation}.http`, bindings.map((b) => section(titles[b], recordings.get(b)!)).join('\n'));
  });

  it.each(bindings)('hands over parameters and result in %s', (binding) => {
    expect(inputs.get(binding)).toEqual(inputOf(call));
    expect(results.get(binding)).toBe(call.result);
  });

  it.each(['soap11', 'soap12'] as const)('follows the rules of %s', (binding) => {
    const { request, response } = messages(recordings.get(binding)!);
    expect(request.start).toBe(`POST ${call.path} HTTP/1.1`);
    expect(request.headers.get('content-type')).toBe(soapTypes[binding]);
    expect(request.headers.get('soapaction')).toBe(binding === 'soap11' ? `"${apiNamespace}/${operation}"` : undefined);
    expectLength(request);
    const body = bodyOf(request, binding);
    expect(body).toEqual(
      wrapper(
        operation,
        call.parameters.map(({ name, soap }) => [name, soap]),
      ),
    );

    expect(response.start).toBe('HTTP/1.1 200 OK');
    expect(response.headers.get('content-type')).toBe(soapTypes[binding]);
    expectLength(response);
    const expected = wrapper(`${operation}Response`, [[`${operation}Result`, String(call.result)]]);
    expect(bodyOf(response, binding)).toEqual(expected);
  });

  it.each(['httpGet', 'httpPost'] as const)('follows the rules of %s', (binding) => {
    const { request, response } = messages(recordings.get(binding)!);
    const location = `${call.path}/${operation}`;
    const [line = '', query = ''] = request.start.replace(/ HTTP\/1\.1$/, '').split('?', 2);
    expectLength(request);
    if (binding === 'httpGet') {
      expect(line).toBe(`GET ${location}`);
      expect(pairsOf(query)).toEqual(formOf(call));
      expect(request.body).toBe('');
    } else {
      expect(request.start).toBe(`POST ${location} HTTP/1.1`);
      expect(request.headers.get('content-type')).toBe('application/x-www-form-urlencoded');
      expect(pairsOf(request.body)).toEqual(formOf(call));
    }
    expect(request.headers.has('soapaction')).toBe(false);

    expect(response.start).toBe('HTTP/1.1 200 OK');
    expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expectLength(response);
    expect(readWithSaxes(response.body)).toEqual(element(call.root, String(call.result)));
  });
});

describe.each(locatorOperations)('%s', (operation) => {
  let recording: Recording;
  let input: unknown;
  let result: unknown;
  // The content of the messages is open: elements of any name, in any namespace, with attributes.
  const question = fieldOf(geoNamespace, 'address', 'Москва, ул. <Тверская> & "1"');
  const answer = fieldOf(geoNamespace, 'found', operation);

  beforeAll(async () => {
    const recorder = recordingTransport(
      serverOf((_, received) => {
        input = received;
        return { $any: [answer] };
      }),
    );
    const client = locatorOf(recorder.transport) as unknown as Record<string, (input: object) => Promise<unknown>>;
    result = await client[methodName(operation)]!({ $any: [question] });
    recording = recorder.take();
  });

  it('is on the wire as the golden file says', () => {
    expectGolden(`${operation}.http`, section(titles.soap11, recording));
  });

  it('hands over content of any kind, in the namespaces of the deployment', () => {
    expect(input).toEqual({ $any: [expect.objectContaining(question)] });
    expect(result).toEqual({ $any: [expect.objectContaining(answer)] });
  });

  it('follows the rules of SOAP 1.1', () => {
    const { request, response } = messages(recording);
    expect(request.start).toBe('POST /geosrvex/AddressLocator.svc HTTP/1.1');
    expect(request.headers.get('content-type')).toBe(soapTypes.soap11);
    expect(request.headers.get('soapaction')).toBe(`"${geoNamespace}/IAddressLocator/${operation}"`);
    expectLength(request);
    expect(bodyOf(request, 'soap11')).toEqual(locatorMessage(operation, question));
    expect(response.start).toBe('HTTP/1.1 200 OK');
    expect(response.headers.get('content-type')).toBe(soapTypes.soap11);
    expectLength(response);
    expect(bodyOf(response, 'soap11')).toEqual(locatorMessage(`${operation}Response`, answer));
  });
});

it('has no golden file that nobody writes', () => {
  const operations = [...walletCalls.map((call) => call.operation), ...locatorOperations];
  expect(readdirSync(folder).sort()).toEqual(operations.map((operation) => `${operation}.http`).sort());
});

function expectGolden(name: string, text: string): void {
  const path = join(folder, name);
  if (update) {
    writeFileSync(path, text);
  }
  expect(text).toBe(existsSync(path) ? readFileSync(path, 'utf8') : 'no golden file: UPDATE_GOLDEN=1 writes it');
}

function section(title: string, { request, response }: Recording): string {
  return `### ${title}\n\n${showMessage(request)}\n${showMessage(response)}`;
}

function messages({ request, response }: Recording): { readonly request: Message; readonly response: Message } {
  return { request: parseMessage(request), response: parseMessage(response) };
}

function inputOf({ parameters }: ExpectedCall): Record<string, unknown> {
  return Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
}

function formOf({ parameters }: ExpectedCall): readonly (readonly [string, string])[] {
  return parameters.map(({ name, soap, form }) => [name, form ?? soap]);
}

/** Names and values of a query or form, in their order. */
function pairsOf(text: string): readonly (readonly [string, string])[] {
  expect(text).toMatch(/^[A-Za-z0-9%&=+._~!*()'-]*$/);
  return [...new URLSearchParams(text)];
}

function expectLength(message: Message): void {
  expect(message.headers.get('content-length')).toBe(String(Buffer.byteLength(message.body)));
}

/** The one element in the Body of an envelope. */
function bodyOf(message: Message, binding: string): SeenElement {
  const envelope = readWithSaxes(message.body);
  expect([envelope.namespace, envelope.name]).toEqual([envelopes[binding], 'Envelope']);
  const [body, ...others] = envelope.children;
  expect([body?.namespace, body?.name, others]).toEqual([envelopes[binding], 'Body', []]);
  expect(body?.children.length).toBe(1);
  return body!.children[0]!;
}

function wrapper(name: string, children: readonly (readonly [string, string])[]): SeenElement {
  return { ...element(name, ''), children: children.map(([child, text]) => element(child, text)) };
}

function element(name: string, text: string): SeenElement {
  return { namespace: apiNamespace, name, attributes: {}, children: [], text };
}

function fieldOf(namespace: string, name: string, text: string): XmlElement {
  return { namespace, name, attributes: [{ namespace: '', name: 'culture', value: 'ru' }], children: [text] };
}

function locatorMessage(name: string, content: XmlElement): SeenElement {
  const child: SeenElement = {
    namespace: geoNamespace,
    name: content.name,
    attributes: { '{}culture': 'ru' },
    children: [],
    text: String(content.children[0]),
  };
  return { namespace: geoNamespace, name, attributes: {}, children: [child], text: '' };
}
