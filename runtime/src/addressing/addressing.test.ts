import fc from 'fast-check';
import {
  type ClientAnswer,
  type ClientOptions,
  DynamicClient,
  type Interceptor,
  SoapFaultError,
  type Transport,
} from '../index.js';
import { complexType, element, field, sequence } from '../schema/index.js';
import * as xs from '../schema/xs.js';
import { createServer, registerService, type ServerOptions, type ServiceContext, SoapFault } from '../server/index.js';
import type { OperationDescriptor, ServiceDescriptor, SoapBindingDescriptor } from '../service/descriptor.js';
import { parseTree, type XmlElement } from '../xml/index.js';
import { addressingOf, type CallTarget, type MessageAddressing, wsAddressing } from './index.js';

const ns = 'urn:svc';
const wsa10 = 'http://www.w3.org/2005/08/addressing';
const wsa2004 = 'http://schemas.xmlsoap.org/ws/2004/08/addressing';
const wrapper = (name: string): ReturnType<typeof element> =>
  element(ns, name, complexType(ns, '', { content: sequence([field(ns, 'text', xs.string, { min: 0 })]) }));

interface Methods {
  echo: { input: { text?: string }; output: { text?: string } };
  notify: { input: { text?: string }; output: undefined };
}

/** A service with facts of its own. */
function service(
  facts: Partial<SoapBindingDescriptor> = {},
  more: Partial<OperationDescriptor<'echo'>> = {},
): ServiceDescriptor<Methods> {
  const soap = (action: string): SoapBindingDescriptor => ({ action, style: 'document', ...facts });
  const echo = soap('urn:svc/Echo');
  const notify = soap('urn:svc/Notify');
  return {
    kind: 'service',
    name: 'Service',
    namespace: ns,
    placeholders: [],
    actionBase: 'urn:svc:Port:',
    ports: [
      { name: 'Soap', binding: 'soap11', address: 'http://localhost/service' },
      { name: 'Soap12', binding: 'soap12', address: 'http://localhost/service' },
    ],
    operations: {
      echo: {
        name: 'Echo',
        input: { element: wrapper('Echo') },
        output: { element: wrapper('EchoResponse') },
        soap11: echo,
        soap12: echo,
        ...more,
      },
      notify: { name: 'Notify', oneWay: true, input: { element: wrapper('Notify') }, soap11: notify, soap12: notify },
    },
  };
}

interface Joined {
  readonly client: DynamicClient<Methods>;
  readonly sent: { readonly url: string; readonly headers: XmlElement[] }[];
  readonly answered: { readonly status: number; readonly text: string }[];
  /** Requests and answers, as they were on the wire. */
  readonly texts: string[];
  /** Sends a request as text to the server. */
  post(body: string, headers?: Readonly<Record<string, string>>): Promise<{ status: number; text: string }>;
}

/** The header blocks of an envelope. */
function headerBlocks(text: string): XmlElement[] {
  const [first] = parseTree(text).children.filter((child) => typeof child !== 'string');
  return first?.name === 'Header' ? first.children.filter((child) => typeof child !== 'string') : [];
}

/** A client and a server that are joined without a network. */
function joined(
  clientOptions: Partial<ClientOptions>,
  serverOptions: Partial<ServerOptions>,
  descriptor: ServiceDescriptor<Methods> = service(),
  echo: (input: { text?: string }, context: ServiceContext) => { text?: string } = (input) => input,
): Joined {
  const sent: Joined['sent'] = [];
  const answered: Joined['answered'] = [];
  const wire: string[] = [];
  const registration = registerService(descriptor, {
    echo: (input, context) => echo(input, context as ServiceContext),
    notify: () => undefined,
  });
  const server = createServer({ services: [registration], ...serverOptions });
  const handle = async (
    url: string,
    body: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<{ status: number; text: string; headers: Record<string, string> }> => {
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const bytes = new TextEncoder().encode(body);
    const answer = await server.handle({ method: 'POST', url: new URL(url).pathname, headers: lower, body: bytes });
    const text = String(answer.body ?? '');
    answered.push({ status: answer.status, text });
    wire.push(body, text);
    return { status: answer.status, text, headers: answer.headers as Record<string, string> };
  };
  const transport: Transport = async ({ url, headers, body }) => {
    sent.push({ url, headers: headerBlocks(String(body)) });
    const { status, text, headers: answerHeaders } = await handle(url, String(body), headers);
    return { status, statusText: '', headers: new Headers(answerHeaders), body: new TextEncoder().encode(text) };
  };
  const client = new DynamicClient(descriptor, { transport, ...clientOptions });
  return {
    client,
    sent,
    answered,
    texts: wire,
    post: (body, headers = { 'Content-Type': 'text/xml', SOAPAction: '""' }) =>
      handle('http://localhost/service', body, headers),
  };
}

/** The texts of header blocks by name. */
function texts(blocks: readonly XmlElement[]): Record<string, string> {
  const textOf = ({ children }: XmlElement): string =>
    children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
  return Object.fromEntries(blocks.map((block) => [block.name, textOf(block)]));
}

/** An envelope of SOAP 1.1 with header blocks of WS-Addressing 1.0. */
function envelope(header: string, namespace = wsa10): string {
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:a="${namespace}"><s:Header>${header}</s:Header><s:Body><Echo xmlns="${ns}"><text>x</text></Echo></s:Body></s:Envelope>`;
}

/** An envelope of SOAP 1.2. */
function envelope12(header: string, namespace = wsa10): string {
  return envelope(header, namespace).replace(
    'http://schemas.xmlsoap.org/soap/envelope/',
    'http://www.w3.org/2003/05/soap-envelope',
  );
}

const soap12 = { 'Content-Type': 'application/soap+xml' };
const uuid = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe.each([
  ['1.0', 'soap11', wsa10, `${wsa10}/anonymous`],
  ['1.0', 'soap12', wsa10, `${wsa10}/anonymous`],
  ['2004/08', 'soap11', wsa2004, `${wsa2004}/role/anonymous`],
  ['2004/08', 'soap12', wsa2004, `${wsa2004}/role/anonymous`],
] as const)('WS-Addressing %s over %s', (addressing, binding, namespace, anonymous) => {
  it('addresses a request, and relates its answer to it', async () => {
    const seen: (MessageAddressing | undefined)[] = [];
    const { client, sent, answered } = joined(
      { binding, addressing: wsAddressing(addressing) },
      { addressing: true },
      service(),
      (input, context) => {
        seen.push(addressingOf(context));
        return input;
      },
    );
    const answers: (MessageAddressing | undefined)[] = [];
    const onResponse = (answer: ClientAnswer): void => {
      answers.push(addressingOf(answer));
    };
    expect(await client.call('echo', { text: 'x' }, { onResponse })).toEqual({ text: 'x' });
    const [{ headers }] = sent as [Joined['sent'][0]];
    expect(headers.every((block) => block.namespace === namespace)).toBe(true);
    const request = texts(headers);
    expect(request).toEqual({
      Action: 'urn:svc/Echo',
      MessageID: expect.stringMatching(uuid),
      ReplyTo: anonymous,
      To: 'http://localhost/service',
    });
    expect(seen).toEqual([
      expect.objectContaining({
        version: addressing,
        action: 'urn:svc/Echo',
        messageId: request.MessageID,
        to: 'http://localhost/service',
        replyTo: { address: anonymous, referenceParameters: [] },
        relatesTo: [],
      }),
    ]);
    expect(answers).toEqual([
      expect.objectContaining({
        version: addressing,
        action: 'urn:svc:Port:EchoResponse',
        messageId: expect.stringMatching(uuid),
        relatesTo: [{ messageId: request.MessageID, type: undefined }],
      }),
    ]);
    expect(headerBlocks((answered[0] as Joined['answered'][0]).text).map(({ name }) => name)).toEqual(
      addressing === '1.0' ? ['Action', 'MessageID', 'RelatesTo'] : ['Action', 'MessageID', 'RelatesTo', 'To'],
    );
  });

  it('one-way calls ask for no answer', async () => {
    const { client, sent, answered } = joined({ binding, addressing: wsAddressing(addressing) }, { addressing: true });
    expect(await client.call('notify', { text: 'x' })).toBeUndefined();
    expect(Object.keys(texts(sent[0]?.headers ?? []))).toEqual(['Action', 'MessageID', 'To']);
    expect(answered).toEqual([{ status: 202, text: '' }]);
  });

  it('each attempt has an id of its own', async () => {
    const again: Interceptor = async (call, next) => {
      await next(call);
      return next(call);
    };
    const { client, sent } = joined(
      { binding, addressing: wsAddressing(addressing), interceptors: [again] },
      { addressing: true },
    );
    await client.call('echo', {});
    const ids = sent.map(({ headers }) => texts(headers).MessageID);
    expect(new Set(ids).size).toBe(2);
  });

  it('a fault has its action, and relates to the request', async () => {
    const { client, sent, answered } = joined(
      { binding, addressing: wsAddressing(addressing) },
      { addressing: true },
      service(),
      () => {
        throw new SoapFault('No.', { code: 'Client' });
      },
    );
    await expect(client.call('echo', {})).rejects.toBeInstanceOf(SoapFaultError);
    const fault = texts(headerBlocks((answered[0] as Joined['answered'][0]).text));
    expect(fault.Action).toBe(addressing === '1.0' ? `${wsa10}/soap/fault` : `${wsa2004}/fault`);
    expect(fault.RelatesTo).toBe(texts(sent[0]?.headers ?? []).MessageID);
  });

  it('an operation that the endpoint does not have is refused in the words of the specification', async () => {
    const other = service({ inputAction: 'urn:other' });
    const { client, sent } = joined({ binding, addressing: wsAddressing(addressing) }, { addressing: true });
    const stranger = new DynamicClient(other, {
      binding,
      addressing: wsAddressing(addressing),
      transport: (client.$options as ClientOptions).transport as Transport,
    });
    const error = (await stranger.call('echo', {}).catch((thrown: unknown) => thrown)) as SoapFaultError;
    expect(sent).toHaveLength(1);
    const codes = [error.code, ...error.subcodes].map(({ name }) => name);
    // SOAPAction says the SOAP action, so that the two do not agree over SOAP 1.1.
    const first = addressing === '1.0' ? 'ActionMismatch' : 'InvalidMessageInformationHeader';
    expect(codes).toContain(binding === 'soap11' ? first : 'ActionNotSupported');
  });
});

it.each([
  [
    '1.0',
    `<wsa:Action xmlns:wsa="${wsa10}">urn:svc/Echo</wsa:Action><wsa:MessageID xmlns:wsa="${wsa10}">urn:uuid:ID</wsa:MessageID><wsa:ReplyTo xmlns:wsa="${wsa10}"><wsa:Address>${wsa10}/anonymous</wsa:Address></wsa:ReplyTo><wsa:To xmlns:wsa="${wsa10}">http://localhost/service</wsa:To>`,
    `<wsa:Action xmlns:wsa="${wsa10}">urn:svc:Port:EchoResponse</wsa:Action><wsa:MessageID xmlns:wsa="${wsa10}">urn:uuid:ID</wsa:MessageID><wsa:RelatesTo xmlns:wsa="${wsa10}">urn:uuid:ID</wsa:RelatesTo>`,
  ],
  [
    '2004/08',
    `<wsa:Action xmlns:wsa="${wsa2004}">urn:svc/Echo</wsa:Action><wsa:MessageID xmlns:wsa="${wsa2004}">urn:uuid:ID</wsa:MessageID><wsa:ReplyTo xmlns:wsa="${wsa2004}"><wsa:Address>${wsa2004}/role/anonymous</wsa:Address></wsa:ReplyTo><wsa:To xmlns:wsa="${wsa2004}">http://localhost/service</wsa:To>`,
    `<wsa:Action xmlns:wsa="${wsa2004}">urn:svc:Port:EchoResponse</wsa:Action><wsa:MessageID xmlns:wsa="${wsa2004}">urn:uuid:ID</wsa:MessageID><wsa:RelatesTo xmlns:wsa="${wsa2004}">urn:uuid:ID</wsa:RelatesTo><wsa:To xmlns:wsa="${wsa2004}">${wsa2004}/role/anonymous</wsa:To>`,
  ],
] as const)('the header blocks of version %s are these, byte for byte', async (addressing, request, answer) => {
  const { client, texts: wire } = joined({ addressing: wsAddressing(addressing) }, { addressing: true });
  await client.call('echo', {});
  const headers = wire.map((text) =>
    /Header>(.*)<\/soap:Header>/.exec(text)?.[1]?.replace(/urn:uuid:[-0-9a-f]+/g, 'urn:uuid:ID'),
  );
  expect(headers).toEqual([request, answer]);
});

it('any reference parameters arrive as they were', async () => {
  const name = fc.stringMatching(/^[a-z]{1,8}$/);
  const text = fc.string({ unit: fc.constantFrom('a', '<', '&', '"', ' ', 'ü', '😀', ']]>') });
  const parameter = fc.record({ namespace: name.map((word) => `urn:${word}`), name, text, attribute: text });
  await fc.assert(
    fc.asyncProperty(fc.array(parameter, { maxLength: 4 }), async (parameters) => {
      let seen: readonly XmlElement[] | undefined;
      const { client } = joined(
        { addressing: wsAddressing('1.0') },
        { addressing: true },
        service(),
        (input, context) => {
          seen = addressingOf(context)?.referenceParameters;
          return input;
        },
      );
      const referenceParameters = parameters.map(({ namespace, name: local, text: content, attribute }) => ({
        namespace,
        name: local,
        attributes: [{ namespace: '', name: 'a', value: attribute }],
        children: content === '' ? [] : [content],
      }));
      await client.call('echo', {}, { to: { address: 'http://localhost/service', referenceParameters } });
      expect(
        seen?.map(({ namespace, name: local, attributes, children }) => [
          namespace,
          local,
          attributes.find((each) => each.name === 'a')?.value,
          children.join(''),
        ]),
      ).toEqual(parameters.map((each) => [each.namespace, each.name, each.attribute, each.text]));
    }),
  );
});

describe('actions', () => {
  it.each([
    ['the SOAP action', {}, 'urn:svc/Echo'],
    ['that of the WSDL', { inputAction: 'urn:explicit', action: '' }, 'urn:explicit'],
    ['the default one where there is none', { action: '' }, 'urn:svc:Port:EchoRequest'],
  ])('a request has %s', async (_, facts, action) => {
    const { client, sent } = joined({ addressing: wsAddressing() }, { addressing: true }, service(facts));
    await client.call('echo', {});
    expect(texts(sent[0]?.headers ?? []).Action).toBe(action);
  });

  it('answers and declared faults have those of the WSDL, or default ones', async () => {
    const faults = [
      { name: 'Gone', element: element(ns, 'Gone', xs.string) },
      { name: 'Lost', element: element(ns, 'Lost', xs.string), action: 'urn:lost' },
    ];
    const actions: (string | undefined)[] = [];
    const { client, answered } = joined(
      { addressing: wsAddressing() },
      { addressing: true },
      service({ outputAction: 'urn:answer' }, { faults }),
      (input) => {
        if (input.text !== undefined) {
          throw new SoapFault('No.', { fault: input.text, detail: 'x' });
        }
        return input;
      },
    );
    for (const text of [undefined, 'Gone', 'Lost']) {
      await client.call('echo', text === undefined ? {} : { text }).catch(() => undefined);
      actions.push(texts(headerBlocks(answered.at(-1)?.text ?? '')).Action);
    }
    expect(actions).toEqual(['urn:answer', 'urn:svc:Port:Echo:Fault:Gone', 'urn:lost']);
  });
});

describe('a call of an endpoint reference', () => {
  const parameter = parseTree('<p:Id xmlns:p="urn:p">7</p:Id>');
  const address = 'http://localhost/service?subscription=7';
  const epr = (version: string): XmlElement =>
    parseTree(
      `<x:Ref xmlns:x="urn:x" xmlns:a="${version}"><a:Address>${address}</a:Address><a:ReferenceParameters><p:Id xmlns:p="urn:p">7</p:Id></a:ReferenceParameters></x:Ref>`,
    );
  it.each<[string, CallTarget]>([
    ['address and parameters', { address, referenceParameters: [parameter] }],
    ['a value of the WSDL', { Address: { $value: address }, ReferenceParameters: { $any: [parameter] } }],
    ['an element', epr(wsa10)],
    ['an element of 2004/08', epr(wsa2004)],
  ])('goes to its address, with its parameters as header blocks: %s', async (_, to) => {
    const seen: (readonly XmlElement[] | undefined)[] = [];
    const { client, sent } = joined(
      { addressing: wsAddressing('1.0') },
      { addressing: true },
      service(),
      (input, context) => {
        seen.push(addressingOf(context)?.referenceParameters);
        return input;
      },
    );
    await client.call('echo', {}, { to });
    expect(sent[0]?.url).toBe(address);
    expect(texts(sent[0]?.headers ?? [])).toMatchObject({ To: address, Id: '7' });
    const marked = {
      namespace: 'urn:p',
      name: 'Id',
      attributes: [{ namespace: wsa10, name: 'IsReferenceParameter', value: 'true' }],
      children: ['7'],
    };
    expect(seen).toMatchObject([[marked]]);
  });

  it('has reference properties and parameters without a mark in 2004/08', async () => {
    const { client, sent } = joined({ addressing: wsAddressing('2004/08') }, { addressing: true });
    const to = {
      Address: address,
      ReferenceProperties: { $any: [parameter] },
      ReferenceParameters: { $any: [parameter] },
    };
    await client.call('echo', {}, { to });
    const parameters = sent[0]?.headers.filter(({ name }) => name === 'Id');
    expect(parameters?.map(({ attributes }) => attributes)).toEqual([[], []]);
  });

  it.each<[string, CallTarget, string]>([
    ['has no address', { address: '' }, 'The endpoint reference has no address.'],
    ['is an element without one', parameter, 'The endpoint reference has no address.'],
    ['is anonymous', { address: `${wsa10}/anonymous` }, 'Nothing can be sent to the endpoint reference'],
    ['is nobody', { address: `${wsa10}/none` }, 'Nothing can be sent to the endpoint reference'],
    ['is not of HTTP', { address: 'urn:x' }, 'it is not an http: or https: address'],
  ])('is refused if it %s', async (_, to, message) => {
    const { client } = joined({ addressing: wsAddressing('1.0') }, {});
    await expect(client.call('echo', {}, { to })).rejects.toThrow(message);
  });

  it('needs WS-Addressing', async () => {
    const { client } = joined({}, {});
    await expect(client.call('echo', {}, { to: { address } })).rejects.toThrow(TypeError);
  });
});

describe('a client', () => {
  it('refuses an answer to another request', async () => {
    const { client } = joined({ addressing: wsAddressing('1.0') }, { addressing: true });
    const transport = (client.$options as ClientOptions).transport as Transport;
    const forged: Transport = async (request) => {
      const answer = await transport(request);
      const text = new TextDecoder().decode(answer.body).replace(/(RelatesTo[^>]*>)urn:uuid:./, '$1urn:uuid:x');
      return { ...answer, body: new TextEncoder().encode(text) };
    };
    const other = new DynamicClient(service(), { addressing: wsAddressing('1.0'), transport: forged });
    await expect(other.call('echo', {})).rejects.toMatchObject({
      name: 'UnexpectedMessageError',
      problem: 'unrelated',
    });
  });

  it('reads answers without WS-Addressing', async () => {
    const { client } = joined({ addressing: wsAddressing('1.0'), strict: true }, { understoodHeaders: [] });
    expect(await client.call('echo', { text: 'x' })).toEqual({ text: 'x' });
  });

  it.each([
    ['where the WSDL asks for it', { addressing: { version: '2004/08' } }, undefined, wsa2004],
    ['in the version of the WSDL', { addressing: { version: '2004/08' } }, wsAddressing(), wsa2004],
    ['in another version on request', { addressing: { version: '2004/08' } }, wsAddressing('1.0'), wsa10],
    ['on request', {}, wsAddressing(), wsa10],
    ['nowhere else', {}, undefined, undefined],
    ['and not where it is turned off', { addressing: { version: '1.0' } }, false, undefined],
    ['in the version that is named', {}, wsAddressing('2004/08'), wsa2004],
  ] as const)('has it %s', async (_, facts, addressing, namespace) => {
    const { client, sent } = joined({ ...(addressing !== undefined && { addressing }) }, {}, service(facts));
    await client.call('echo', {});
    expect(sent[0]?.headers[0]?.namespace).toBe(namespace);
  });

  it('sends no user and password of the address', async () => {
    const { client, sent } = joined({ addressing: wsAddressing('1.0'), address: 'http://me:pw@localhost/service' }, {});
    await client.call('echo', {});
    expect(texts(sent[0]?.headers ?? []).To).toBe('http://localhost/service');
  });
});

describe('a server', () => {
  const action = '<a:Action>urn:svc/Echo</a:Action>';
  const id = '<a:MessageID>urn:uuid:1</a:MessageID>';
  const replyTo = (address: string): string => `<a:ReplyTo><a:Address>${address}</a:Address></a:ReplyTo>`;

  it.each([
    ['no action', id, 'MessageAddressingHeaderRequired', 'ProblemHeaderQName', 'wsa:Action'],
    [
      'no id where an answer is expected',
      action,
      'MessageAddressingHeaderRequired',
      'ProblemHeaderQName',
      'wsa:MessageID',
    ],
    ['two actions', action + action, 'InvalidAddressingHeader InvalidCardinality', 'ProblemHeaderQName', 'wsa:Action'],
    ['two ids', action + id + id, 'InvalidAddressingHeader InvalidCardinality', 'ProblemHeaderQName', 'wsa:MessageID'],
    [
      'an endpoint without an address',
      `${action}${id}<a:ReplyTo/>`,
      'InvalidAddressingHeader MissingAddressInEPR',
      'ProblemHeaderQName',
      'wsa:ReplyTo',
    ],
    [
      'an answer to elsewhere',
      `${action}${id}${replyTo('http://evil.example/')}`,
      'InvalidAddressingHeader OnlyAnonymousAddressSupported',
      'ProblemHeaderQName',
      'wsa:ReplyTo',
    ],
    [
      'faults to elsewhere',
      `${action}${id}${replyTo('http://evil.example/').replaceAll('ReplyTo', 'FaultTo')}`,
      'InvalidAddressingHeader OnlyAnonymousAddressSupported',
      'ProblemHeaderQName',
      'wsa:FaultTo',
    ],
    ['an unknown action', `<a:Action>urn:none</a:Action>${id}`, 'ActionNotSupported', 'ProblemAction', 'urn:none'],
    ['a foreign address', `${action}${id}<a:To>urn:else</a:To>`, 'DestinationUnreachable', 'ProblemIRI', 'urn:else'],
  ])('refuses %s', async (_, header, codes, detailName, detail) => {
    const addressing = { isDestination: (to: string) => to.startsWith('http://localhost/') };
    const { post } = joined({}, { addressing });
    const inner = codes.split(' ').at(-1);
    const old = await post(envelope(header));
    expect(old.text).toMatch(new RegExp(`<faultcode[^>]*>\\w+:${inner}</faultcode>`));
    const blocks = headerBlocks(old.text);
    expect(texts(blocks)).toMatchObject({ Action: `${wsa10}/fault`, FaultDetail: detail });
    expect(texts(blocks).RelatesTo).toBe(header.includes('MessageID') ? 'urn:uuid:1' : `${wsa10}/unspecified`);
    const answer = await post(envelope12(header), soap12);
    for (const code of codes.split(' ')) {
      expect(answer.text).toMatch(new RegExp(`Value[^>]*>\\w+:${code}</`));
    }
    expect(answer.text).toMatch(new RegExp(`Detail>.*${detailName}.*${detail}.*Detail>`));
    expect(texts(headerBlocks(answer.text)).FaultDetail).toBeUndefined();
  });

  it.each([
    ['no action', id, 'MessageInformationHeaderRequired'],
    ['no address', action + id, 'MessageInformationHeaderRequired'],
    ['two actions', action + action, 'InvalidMessageInformationHeader'],
    ['an unknown action', `<a:Action>urn:none</a:Action>${id}<a:To>http://localhost/</a:To>`, 'ActionNotSupported'],
  ])('refuses %s in the words of 2004/08', async (_, header, code) => {
    const { post } = joined({}, { addressing: true });
    const { text } = await post(envelope12(header, wsa2004), soap12);
    expect(text).toMatch(new RegExp(`Value[^>]*>\\w+:${code}</`));
    expect(texts(headerBlocks(text)).Action).toBe(`${wsa2004}/fault`);
  });

  it('takes any action where the descriptor knows none', async () => {
    const { actionBase: _, ...unknown } = service({ action: '' });
    const { post } = joined({}, { addressing: true }, unknown);
    expect((await post(envelope(`<a:Action>urn:svc:PortType:EchoRequest</a:Action>${id}`))).text).toContain(
      'EchoResponse',
    );
  });

  it.each(['1.0', '2004/08'] as const)(
    '%s takes a SOAPAction that is not the action where the WSDL has both',
    async (addressing) => {
      const { client } = joined(
        { addressing: wsAddressing(addressing) },
        { addressing: true },
        service({ inputAction: 'urn:svc:Port:Asked' }),
      );
      await expect(client.call('echo', {})).resolves.not.toThrow();
    },
  );

  it('refuses a SOAPAction that is not the action', async () => {
    const { post } = joined({}, { addressing: true });
    const headers = { 'Content-Type': 'text/xml', SOAPAction: '"urn:svc/Echo"' };
    const { text } = await post(envelope(`<a:Action>urn:svc:Port:EchoRequest</a:Action>${id}`), headers);
    expect(text).toMatch(/<faultcode[^>]*>\w+:ActionMismatch</);
    const detail = headerBlocks(text).find(({ name }) => name === 'FaultDetail');
    expect(detail && texts([detail]).FaultDetail).toBe('urn:svc:Port:EchoRequesturn:svc/Echo');
  });

  it('answers nobody where the request says so', async () => {
    const { post } = joined({}, { addressing: true });
    expect(await post(envelope(`${action}${replyTo(`${wsa10}/none`)}`))).toMatchObject({ status: 202, text: '' });
    const broken = joined({}, { addressing: true }, service(), () => {
      throw new Error('broken');
    });
    expect(await broken.post(envelope(`${action}${replyTo(`${wsa10}/none`)}`))).toMatchObject({
      status: 202,
      text: '',
    });
    const faultTo = `<a:FaultTo><a:Address>${wsa10}/anonymous</a:Address></a:FaultTo>`;
    const told = await broken.post(envelope(`${action}${id}${replyTo(`${wsa10}/none`)}${faultTo}`));
    expect(told.status).toBe(500);
  });

  it('gives the reference parameters of the endpoint for answers back', async () => {
    const { post } = joined({}, { addressing: true });
    const parameters = '<a:ReferenceParameters><p:Id xmlns:p="urn:p">7</p:Id></a:ReferenceParameters>';
    const back = replyTo(`${wsa10}/anonymous`).replace('</a:ReplyTo>', `${parameters}</a:ReplyTo>`);
    const { text } = await post(envelope(action + id + back));
    const block = headerBlocks(text).find(({ namespace }) => namespace === 'urn:p');
    expect(block).toMatchObject({ children: ['7'], attributes: [{ name: 'IsReferenceParameter', value: 'true' }] });
  });

  it('serves requests without it, unless the WSDL requires it', async () => {
    expect((await joined({}, { addressing: true }).post(envelope(''))).text).toContain('EchoResponse');
    const required = service({ addressing: { version: '1.0', required: true } });
    const refused = await joined({}, {}, required).post(envelope(''));
    expect(refused.text).toContain('MessageAddressingHeaderRequired');
    expect(texts(headerBlocks(refused.text)).Action).toBe(`${wsa10}/fault`);
    expect((await joined({}, { addressing: false }, required).post(envelope(''))).text).toContain('EchoResponse');
  });

  it('understands it where the WSDL asks for it, and nowhere else', async () => {
    const marked = action.replace('>', ' s:mustUnderstand="1">') + id;
    const asked = joined({}, {}, service({ addressing: { version: '1.0' } }));
    expect((await asked.post(envelope(marked))).text).toContain('RelatesTo');
    expect((await joined({}, {}).post(envelope(marked))).text).toContain('MustUnderstand');
    const one = joined({}, { addressing: '2004/08', profile: 'strict' });
    expect((await one.post(envelope(marked))).text).toContain('MustUnderstand');
  });

  it('cuts what it repeats of a request', async () => {
    const { post } = joined({}, { addressing: true });
    const { text } = await post(envelope(`<a:Action>${'x'.repeat(100_000)}</a:Action>${id}`));
    expect(text.length).toBeLessThan(5000);
  });
});

describe('blocks that the program writes by itself', () => {
  const block = (name: string, text: string, namespace = wsa10): XmlElement =>
    parseTree(`<m:${name} xmlns:m="${namespace}">${text}</m:${name}>`);
  const related = `<a:RelatesTo xmlns:a="${wsa10}">urn:my-id</a:RelatesTo>`;

  it('take the place of those of the same name in a request, and the answer is to the id in them', async () => {
    const { client, sent, answered } = joined(
      { addressing: wsAddressing('1.0'), soapHeaders: { $any: [block('MessageID', 'urn:my-id')] } },
      { addressing: true },
    );
    const soapHeaders = { $any: [block('To', 'urn:my-place')] };
    expect(await client.call('echo', { text: 'x' }, { soapHeaders })).toEqual({ text: 'x' });
    const [{ headers }] = sent as [Joined['sent'][0]];
    expect(headers.map(({ name }) => name)).toEqual(['MessageID', 'To', 'Action', 'ReplyTo']);
    expect(texts(headers)).toMatchObject({ MessageID: 'urn:my-id', To: 'urn:my-place' });
    expect(answered[0]?.text).toContain('urn:my-id</wsa:RelatesTo>');
  });

  it('are written beside those of another version, and those for another receiver', async () => {
    const { client, sent } = joined({ addressing: wsAddressing('1.0') }, {});
    const elsewhere = { tree: block('To', 'urn:elsewhere'), actor: 'urn:gateway' };
    const soapHeaders = { $any: [block('Action', 'urn:old', wsa2004), elsewhere] };
    await client.call('echo', {}, { soapHeaders });
    const names = (sent[0]?.headers ?? []).map(({ name }) => name);
    expect(names).toEqual(['Action', 'To', 'Action', 'MessageID', 'ReplyTo', 'To']);
  });

  it('take the place of those of the same name in an answer and in a fault', async () => {
    const { client, answered } = joined(
      { addressing: wsAddressing('1.0') },
      { addressing: true },
      service(),
      (input, context) => {
        context.responseSoapHeaders.$any = [block('Action', 'urn:my-action')];
        if (input.text === 'no') {
          throw new SoapFault('No.');
        }
        return input;
      },
    );
    await client.call('echo', {});
    await expect(client.call('echo', { text: 'no' })).rejects.toBeInstanceOf(SoapFaultError);
    const blocks = answered.map(({ text }) => headerBlocks(text));
    expect(blocks.map((each) => each.map(({ name }) => name))).toEqual([
      ['Action', 'MessageID', 'RelatesTo'],
      ['Action', 'MessageID', 'RelatesTo'],
    ]);
    expect(blocks.map((each) => texts(each).Action)).toEqual(['urn:my-action', 'urn:my-action']);
  });

  it('an answer to another id is not the answer to such a request', async () => {
    const transport: Transport = async () => ({
      status: 200,
      statusText: '',
      headers: new Headers({ 'content-type': 'text/xml' }),
      body: new TextEncoder().encode(envelope(related).replace(/Echo\b/g, 'EchoResponse')),
    });
    const call = (id: string): Promise<unknown> =>
      new DynamicClient(service(), { transport, addressing: wsAddressing('1.0') }).call(
        'echo',
        {},
        { soapHeaders: { $any: [block('MessageID', id)] } },
      );
    expect(await call('urn:my-id')).toEqual({ text: 'x' });
    await expect(call('urn:other-id')).rejects.toMatchObject({ problem: 'unrelated' });
  });
});

describe('a fault to a request that calls nothing', () => {
  const id = '<a:MessageID>urn:my-id</a:MessageID>';
  const header = `<a:Action>urn:svc/Echo</a:Action>${id}`;
  const unknown = '<m:Other xmlns:m="urn:other" s:mustUnderstand="1"/>';
  const unknownAction = { 'Content-Type': 'text/xml', SOAPAction: '"urn:nothing"' };
  const fault = async (
    body: string,
    headers?: Readonly<Record<string, string>>,
    options: Partial<ServerOptions> = { addressing: true, profile: 'strict' },
  ): Promise<{ status: number; names: string[]; texts: Record<string, string> }> => {
    const { status, text } = await joined({}, options).post(body, headers);
    expect(text).toContain(':Fault>');
    const blocks = headerBlocks(text);
    return { status, names: blocks.map(({ name }) => name), texts: texts(blocks) };
  };

  it.each<[string, string, Readonly<Record<string, string>> | undefined, 'strict' | 'aspnet']>([
    ['whose Body cannot be read', envelope(header).replace('<text>', '<text><m/>'), undefined, 'strict'],
    ['whose Body has an unknown element', envelope(header).replaceAll('Echo', 'Nothing'), undefined, 'strict'],
    ['whose header block is not understood', envelope(header + unknown), undefined, 'strict'],
    ['whose SOAPAction is unknown', envelope(header), unknownAction, 'aspnet'],
    [
      'whose SOAPAction is of another operation',
      envelope(header),
      { ...unknownAction, SOAPAction: '"urn:svc/Notify"' },
      'strict',
    ],
    ['whose end is missing', envelope(header).slice(0, -10), undefined, 'strict'],
  ])('is related to it: one %s', async (_, body, headers, profile) => {
    const { names, texts: blocks } = await fault(body, headers, { addressing: true, profile });
    expect(names).toEqual(['Action', 'MessageID', 'RelatesTo']);
    expect(blocks).toMatchObject({ Action: `${wsa10}/soap/fault`, RelatesTo: 'urn:my-id' });
  });

  it('is in the version of the request', async () => {
    const { texts: blocks } = await fault(envelope(header + unknown, wsa2004));
    expect(blocks).toMatchObject({
      Action: `${wsa2004}/fault`,
      RelatesTo: 'urn:my-id',
      To: `${wsa2004}/role/anonymous`,
    });
  });

  it('names what was not understood over SOAP 1.2 as well', async () => {
    const { names } = await fault(envelope12(header + unknown), soap12);
    expect(names).toEqual(['NotUnderstood', 'Action', 'MessageID', 'RelatesTo']);
  });

  it('has the reference parameters of its endpoint', async () => {
    const parameters = '<a:ReferenceParameters><m:Session xmlns:m="urn:my">7</m:Session></a:ReferenceParameters>';
    const replyTo = `<a:ReplyTo><a:Address>${wsa10}/anonymous</a:Address>${parameters}</a:ReplyTo>`;
    expect((await fault(envelope(header + replyTo + unknown))).texts.Session).toBe('7');
    expect((await fault(envelope(header + replyTo + replyTo + unknown))).texts.Session).toBeUndefined();
  });

  it.each([
    ['none', ''],
    ['two', id + id],
  ])('is related to an unspecified message if the request has %s', async (_, ids) => {
    const { texts: blocks } = await fault(envelope(`<a:Action>urn:svc/Echo</a:Action>${ids}${unknown}`));
    expect(blocks.RelatesTo).toBe(`${wsa10}/unspecified`);
  });

  it('has no header blocks without WS-Addressing, or where the header cannot be read', async () => {
    expect((await fault(envelope(unknown))).names).toEqual([]);
    expect((await fault(envelope(`${header}<`))).names).toEqual([]);
    expect((await fault(envelope(header + unknown), undefined, { profile: 'strict' })).names).toEqual([]);
  });
});
