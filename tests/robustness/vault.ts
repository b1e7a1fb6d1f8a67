import { inspect } from 'node:util';
import { type BindingKind, DynamicClient, type ServiceDescriptor, type Transport } from '@wsdl-codegen/runtime';
import { attribute, complexType, element, field, sequence } from '@wsdl-codegen/runtime/schema';
import * as xs from '@wsdl-codegen/runtime/xs';
import fc from 'fast-check';

/** A client that sends a credential in every place, and what looks for it in the errors that come of it. */

/** Namespace of the service. */
export const ns = 'urn:masking';
const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const inner = complexType(ns, '', {
  content: sequence([field(ns, 'note', xs.string), field(ns, 'Password', xs.string, { min: 0, max: 9, list: true })]),
  attributes: [attribute('', 'authHash', xs.string)],
});
const service: ServiceDescriptor = {
  kind: 'service',
  name: 'Vault',
  namespace: ns,
  placeholders: [],
  ports: (['soap11', 'soap12', 'httpGet', 'httpPost'] as const).map((binding) => ({
    name: binding,
    binding,
    address: 'http://vault.example/Vault.asmx',
  })),
  operations: {
    open: {
      name: 'Open',
      method: 'open',
      input: {
        element: element(
          ns,
          'Open',
          complexType(ns, '', {
            content: sequence([field(ns, 'sessionId', xs.string), field(ns, 'inner', inner, { min: 0 })]),
          }),
        ),
      },
      output: {
        element: element(ns, 'OpenResponse', complexType(ns, '', { content: sequence([field(ns, 'r', xs.int)]) })),
        unwrap: 'r',
      },
      soap11: { action: 'open', style: 'document' },
      soap12: { action: 'open', style: 'document' },
      ...Object.fromEntries(
        [
          ['httpGet', 'urlEncoded'],
          ['httpPost', 'form'],
        ].map(([binding, input]) => [
          binding,
          {
            location: '/Open',
            input,
            parameters: [{ name: 'sessionId', property: 'sessionId', type: xs.string }],
            output: element(ns, 'int', xs.int),
          },
        ]),
      ),
    },
  },
};

/** Escapes for HTML and XML. */
export const html = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? '&#39;');
/** Base64 of UTF-8. */
export const base64 = (text: string): string => Buffer.from(text).toString('base64');
/** A value as a text; not every value has one. */
function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return '';
  }
}

/** JSON of a value, which may hold itself. */
function jsonOf(value: unknown): string {
  const seen = new Set<unknown>();
  const once = (_: string, item: unknown): unknown => {
    const known = typeof item === 'object' && seen.has(item);
    seen.add(item);
    return known ? undefined : item;
  };
  return JSON.stringify(value, once) ?? '';
}

/** Everything that somebody might print of an error. */
export function shown(error: unknown): string {
  const chain: unknown[] = [];
  for (let at = error; at !== undefined && at !== null && chain.length < 10; at = (at as Error).cause) {
    chain.push(at);
  }
  return chain
    .flatMap((each) => [
      textOf(each),
      (each as Error).stack ?? '',
      jsonOf(each),
      inspect(each, { depth: Number.POSITIVE_INFINITY, showHidden: true, maxStringLength: null, maxArrayLength: null }),
    ])
    .join('\n');
}

/** All 4-byte windows are too weak to search; these are the value itself and the forms in which it was sent back. */
function formsOf(secret: string): string[] {
  const inside = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    return text.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((text.length * 8) / 6));
  });
  return [secret, html(secret), encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...inside];
}

// A beginning that cannot occur by accident, then characters that are hard to escape.
export const secrets = fc
  .tuple(
    fc.stringMatching(/^Q[0-9a-f]{9}Z$/),
    fc.string({ unit: fc.constantFrom(...' &<>"\'\\/+%=;,:?#[](){}.*$^|-_~aZ0\té߷Ж😀'), minLength: 0, maxLength: 40 }),
  )
  .map(([start, rest]) => start + rest);
/** All bindings. */
export const bindings = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;

function clientFor(binding: BindingKind, secret: string, transport: Transport): DynamicClient<never> {
  const plain = secret.replace(/[^ -~]/g, '').trim();
  return new DynamicClient(service, {
    address: `http://me:${encodeURIComponent(secret.replace(/\p{Cs}/gu, ''))}@vault.example/Vault.asmx`,
    binding,
    transport,
    headers: {
      Authorization: Buffer.byteLength(secret) % 2 ? `Bearer ${plain}` : `Basic ${base64(`me:${secret}`)}`,
      Cookie: `theme=dark; sid=${plain.replaceAll(';', '')}`,
      'X-Api-Key': plain,
    },
    soapHeaders: [
      {
        tree: {
          namespace: wsse,
          name: 'Security',
          attributes: [],
          children: [
            {
              namespace: wsse,
              name: 'UsernameToken',
              attributes: [],
              children: [{ namespace: wsse, name: 'Password', attributes: [], children: [secret] }],
            },
          ],
        },
        mustUnderstand: true,
      },
    ],
  }) as unknown as DynamicClient<never>;
}

/** The error of a call that sends the credential. */
export async function failureOf(binding: BindingKind, secret: string, transport: Transport): Promise<Error> {
  const input = { sessionId: secret, inner: { note: 'n', Password: ['x', secret], authHash: secret } };
  const client = clientFor(binding, secret, transport);
  const call = client.call as (method: string, input: unknown) => Promise<unknown>;
  return call.call(client, 'open', input).then(
    (value) => {
      throw new Error(`resolved with ${value}`);
    },
    (error) => error,
  );
}

/** Fails when an error shows the credential in any form. */
export function expectHidden(error: Error, secret: string): void {
  const text = shown(error);
  // The beginning has no characters to escape: it may be nowhere at all.
  expect(text).not.toContain(secret.slice(0, 11));
  for (const form of formsOf(secret)) {
    expect(text).not.toContain(form);
  }
}
