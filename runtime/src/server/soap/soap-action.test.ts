import { env11, env12, envelope, send, type TextAnswer } from '../../../../tests/support/runtime/server.js';
import { complexType, element, field, sequence } from '../../schema/index.js';
import * as xs from '../../schema/xs.js';
import type { OperationDescriptor, PortDescriptor, ServiceDescriptor } from '../../service/descriptor.js';
import { createServer, type ProfileName, registerService } from '../index.js';

/** Guards in front of a server look at headers: they have to see the operation that runs. */

const text = complexType('urn:a', '', { content: sequence([field('urn:a', 'text', xs.string, { min: 0 })]) });

function operation(method: string, name: string, action: string): OperationDescriptor {
  const binding = { action, style: 'document' } as const;
  return {
    name,
    method,
    input: { element: element('urn:a', name, text) },
    output: { element: element('urn:a', `${name}Response`, text) },
    soap11: binding,
    soap12: binding,
  };
}

function port(binding: PortDescriptor['binding']): PortDescriptor {
  return { name: binding, binding, address: 'http://h/Actions' };
}

const service: ServiceDescriptor = {
  kind: 'service',
  name: 'Actions',
  namespace: 'urn:a',
  ports: [port('soap11'), port('soap12')],
  operations: {
    echo: operation('echo', 'Echo', 'urn:a/Echo'),
    admin: operation('admin', 'Admin', 'urn:a/Admin'),
    zhe: operation('zhe', 'Zhe', 'urn:a/Ж b'),
  },
  placeholders: [],
};

interface Outcome extends TextAnswer {
  /** Methods that ran. */
  readonly ran: readonly string[];
}

async function call(
  headers: Readonly<Record<string, string>>,
  body: string,
  profile: ProfileName = 'aspnet',
  called: ServiceDescriptor = service,
): Promise<Outcome> {
  const ran: string[] = [];
  const run = (name: string) => (): object => {
    ran.push(name);
    return {};
  };
  const implementation = Object.fromEntries(Object.keys(called.operations).map((name) => [name, run(name)]));
  const services = [registerService(called, implementation)];
  return { ...(await send(createServer({ services, profile }), 'POST', '/Actions', headers, body)), ran };
}

const content = (name: string): string => `<${name} xmlns="urn:a"/>`;
const soap11 = (name: string): string => envelope(env11, content(name));
const soap12 = (name: string): string => envelope(env12, content(name));
const echo = '"urn:a/Echo"';
const admin = '"urn:a/Admin"';

/** A package of SOAP 1.2 with the parameters of its content type, and the content type of its root part. */
function packaged(outer: string, inner: string, body: string): [Record<string, string>, string] {
  const type = `multipart/related; boundary=b; type="application/xop+xml"${outer}`;
  return [{ 'Content-Type': type }, `--b\r\nContent-Type: ${inner}\r\n\r\n${body}\r\n--b--\r\n`];
}

const profiles: readonly ProfileName[] = ['aspnet', 'wcf', 'strict'];

describe.each(profiles)('an action that names another operation (%s)', (profile) => {
  it.each<[string, Record<string, string>, string]>([
    [
      'SOAP 1.2: SOAPAction beside the action parameter',
      { 'Content-Type': `application/soap+xml; action=${admin}`, SOAPAction: echo },
      soap12('Admin'),
    ],
    [
      'SOAP 1.2: SOAPAction, and no action parameter',
      { 'Content-Type': 'application/soap+xml', SOAPAction: echo },
      soap12('Admin'),
    ],
    [
      'SOAP 1.1: an action parameter beside SOAPAction',
      { 'Content-Type': `text/xml; action=${echo}`, SOAPAction: admin },
      soap11('Admin'),
    ],
    [
      'a package: the part with the envelope',
      ...packaged(
        `; action=${echo}`,
        `application/xop+xml; type="application/soap+xml"; action=${admin}`,
        soap12('Admin'),
      ),
    ],
    [
      'a package: the type of that part',
      ...packaged(
        `; action=${echo}`,
        'application/xop+xml; type="application/soap+xml; action=\\"urn:a/Admin\\""',
        soap12('Admin'),
      ),
    ],
    [
      'a package: its start-info',
      ...packaged(
        '; start-info="application/soap+xml; action=\\"urn:a/Echo\\""',
        `application/xop+xml; type="application/soap+xml"; action=${admin}`,
        soap12('Admin'),
      ),
    ],
  ])('%s: a fault', async (_, headers, body) => {
    const got = await call(headers, body, profile);
    expect(got.ran).toEqual([]);
    expect(got.text).toMatch(/:Fault>/);
  });

  it('does not run for the envelope of a package', async () => {
    const { ran } = await call(...packaged(`; action=${echo}`, 'application/soap+xml', soap12('Admin')), profile);
    // Where the action decides alone, its own operation runs.
    expect(ran).toEqual(profile === 'aspnet' ? ['echo'] : []);
  });
});

describe('an action that is stated twice and names one operation', () => {
  it.each<[string, Record<string, string>, string]>([
    [
      'SOAPAction and action parameter',
      { 'Content-Type': `application/soap+xml; action=${echo}`, SOAPAction: echo },
      soap12('Echo'),
    ],
    [
      'an empty SOAPAction',
      { 'Content-Type': `application/soap+xml; action=${echo}`, SOAPAction: '""' },
      soap12('Echo'),
    ],
    [
      'a package with the action at four places',
      ...packaged(
        `; action=${echo}; start-info="application/soap+xml; action=\\"urn:a/Echo\\""`,
        `application/xop+xml; type="application/soap+xml; action=\\"urn:a/Echo\\""; action=${echo}`,
        soap12('Echo'),
      ),
    ],
    [
      'a package with the action inside alone',
      ...packaged('', `application/xop+xml; type="application/soap+xml"; action=${echo}`, soap12('Echo')),
    ],
  ])('%s: it runs', async (_, headers, body) => {
    const { status, ran } = await call(headers, body);
    expect([status, ran]).toEqual([200, ['echo']]);
  });
});

describe('percent-escapes in an action', () => {
  it.each(['"urn:a/%D0%96%20b"', '"urn:a/%u0416%20b"', '"urn:a/%d0%96%20b"'])(
    'are decoded for characters that cannot be sent: %s',
    async (action) => {
      const { status, ran } = await call({ 'Content-Type': 'text/xml', SOAPAction: action }, soap11('Zhe'));
      expect([status, ran]).toEqual([200, ['zhe']]);
    },
  );

  it.each(['"urn:a/%41dmin"', '"urn:a%2FAdmin"', '"urn:a/%u0041dmin"', '"urn:a/%2541dmin"', '"urn:a/%C1%81dmin"'])(
    'are not decoded for others: %s',
    async (action) => {
      const { status, ran } = await call({ 'Content-Type': 'text/xml', SOAPAction: action }, soap11('Admin'));
      expect([status, ran]).toEqual([500, []]);
    },
  );
});

it('says which action contradicts the request', async () => {
  const headers = { 'Content-Type': `application/soap+xml; action=${admin}`, SOAPAction: echo };
  const strict = await call(headers, soap12('Admin'), 'strict');
  expect([strict.status, strict.text]).toEqual([
    400,
    expect.stringContaining("The action 'urn:a/Echo' does not name the operation Admin, which the request calls."),
  ]);
  const wcf = await call(headers, soap12('Admin'), 'wcf');
  expect(wcf.text).toContain('a:ActionMismatch');
});

describe.each(profiles)('operations with the same element (%s)', (profile) => {
  const sharing: ServiceDescriptor = {
    ...service,
    operations: {
      find: operation('find', 'Ask', 'urn:a/Find'),
      ask: operation('ask', 'Ask', ''),
      tell: operation('tell', 'Ask', 'urn:a/Shared'),
      other: operation('other', 'Other', 'urn:a/Shared'),
    },
  };
  const ran = async (headers: Record<string, string>, body: string): Promise<readonly string[]> =>
    (await call(headers, body, profile, sharing)).ran;

  it('are told apart by their actions; the one without an action is meant where there is none', async () => {
    expect(await ran({ 'Content-Type': 'text/xml', SOAPAction: '"urn:a/Find"' }, soap11('Ask'))).toEqual(['find']);
    expect(await ran({ 'Content-Type': 'text/xml', SOAPAction: '""' }, soap11('Ask'))).toEqual(['ask']);
    expect(await ran({ 'Content-Type': 'application/soap+xml' }, soap12('Ask'))).toEqual(['ask']);
    expect(await ran({ 'Content-Type': 'application/soap+xml; action=""' }, soap12('Ask'))).toEqual(['ask']);
    // WCF calls nothing without SOAPAction.
    expect(await ran({ 'Content-Type': 'text/xml' }, soap11('Ask'))).toEqual(profile === 'wcf' ? [] : ['ask']);
  });

  it('are told apart by action and element together', async () => {
    const headers = { 'Content-Type': 'text/xml', SOAPAction: '"urn:a/Shared"' };
    expect(await ran(headers, soap11('Ask'))).toEqual(['tell']);
    expect(await ran(headers, soap11('Other'))).toEqual(['other']);
  });

  it('do not run with an action that none of them has', async () => {
    expect(await ran({ 'Content-Type': 'text/xml', SOAPAction: '"urn:a/Nothing"' }, soap11('Ask'))).toEqual([]);
    expect(await ran({ 'Content-Type': 'application/soap+xml; action="urn:a/No"' }, soap12('Ask'))).toEqual([]);
  });
});
