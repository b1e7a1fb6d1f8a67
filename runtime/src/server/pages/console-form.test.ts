import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { namespaces, send, walletServer } from '../../../../tests/support/runtime/server.js';
import {
  element,
  enumeration,
  field,
  patterns,
  record,
  restriction,
  type SimpleType,
  sequence,
} from '../../schema/index.js';
import * as xs from '../../schema/xs.js';
import type { ServiceDescriptor } from '../../service/descriptor.js';
import { createServer, registerService } from '../index.js';

/** The page of an operation of some bindings with one parameter of a type. */
async function pageOf(
  parameters: Readonly<Record<string, SimpleType>>,
  bindings: readonly ('soap11' | 'soap12' | 'httpGet' | 'httpPost')[] = ['httpPost'],
): Promise<string> {
  const fields = Object.entries(parameters);
  const content = sequence(fields.map(([name, type]) => field('urn:e', name, type)));
  const http = { location: '/Op', parameters: fields.map(([name, type]) => ({ name, type })) };
  const service: ServiceDescriptor = {
    kind: 'service',
    name: 'S',
    namespace: 'urn:e',
    placeholders: [],
    ports: bindings.map((binding) => ({ name: binding, binding, address: '/s' })),
    operations: {
      op: {
        name: 'Op',
        input: { element: element('urn:e', 'Op', record('urn:e', '', { content })) },
        output: { element: element('urn:e', 'R', xs.int) },
        soap11: { action: 'urn:a', style: 'document' },
        soap12: { action: 'urn:a', style: 'document' },
        httpGet: { ...http, input: 'urlEncoded' },
        httpPost: { ...http, input: 'form' },
      },
    },
  };
  const server = createServer({ services: [registerService(service, { op: () => 1 })] });
  return (await send(server, 'GET', '/s?op=Op')).text;
}

/** The control of a parameter of a type. */
async function controlOf(type: SimpleType, name = 'v'): Promise<string> {
  return /<(?:input|select) id="f0-0"[^>]*>/.exec(await pageOf({ [name]: type }))?.[0] ?? '';
}

describe('a field', () => {
  it.each<[string, SimpleType, string]>([
    ['int', xs.int, ' type="number" step="1" min="-2147483648" max="2147483647" required value="1"'],
    ['decimal', xs.decimal, ' type="number" step="any" required value="1"'],
    [
      'money',
      restriction('', 'Money', xs.decimal, { minInclusive: '0', maxInclusive: '99.99', fractionDigits: 2 }),
      ' type="number" step="0.01" min="0" max="99.99" required',
    ],
    ['long', xs.long, ' inputmode="numeric" pattern="[+\\-]?\\d+" title="A whole number" required value="1"'],
    ['date', xs.date, ' type="date" required value="2024-01-15"'],
    ['dateTime', xs.dateTime, ' title="Like 2024-01-15T09:30:00Z" required value="2024-01-15T09:30:00Z"'],
    [
      'code',
      restriction('', 'Code', xs.string, { minLength: 2, maxLength: 5 }),
      ' minlength="2" required maxlength="5"',
    ],
    [
      'pattern',
      restriction('', 'P', xs.string, { patterns: patterns(['[A-Z]{2}-\\d+']) }),
      ' pattern="[A-Z]{2}-\\p{Nd}+" title="Pattern [A-Z]{2}-\\d+"',
    ],
  ])('of type %s has an input that checks it, with a sample value', async (_, type, expected) => {
    expect(await controlOf(type)).toContain(expected);
  });

  it('does not check patterns that browsers would read differently', async () => {
    for (const pattern of ['\\i\\c*', '[a-z-[aeiou]]', '\\p{Lu}+', '\\w+', '^a$']) {
      const control = await controlOf(restriction('', 'P', xs.string, { patterns: patterns([pattern]) }));
      expect(control).not.toContain('pattern=');
    }
  });

  it('of an enumeration or a boolean is a list of its values', async () => {
    const page = await pageOf({ v: enumeration('', 'E', xs.string, ['a', 'b']), w: xs.boolean });
    expect(page).toContain('data-field><option selected>a</option><option>b</option></select>');
    expect(page).toContain('data-field><option selected>true</option><option>false</option></select>');
  });

  it('of a credential hides what is typed, and has no sample value', async () => {
    const control = await controlOf(xs.string, 'password');
    expect(control).toContain('type="password"');
    expect(control).not.toContain('value=');
  });
});

describe('the button that Enter presses', () => {
  it('is that of POST', async () => {
    const page = await pageOf({ v: xs.string }, ['httpGet', 'httpPost']);
    expect(page.indexOf('formmethod="post"')).toBeLessThan(page.indexOf('formmethod="get"'));
  });

  it('does nothing where credentials could only be sent with GET', async () => {
    const form = /<form class="console"[\s\S]*?<\/form>/.exec(await pageOf({ password: xs.string }, ['httpGet']))?.[0];
    expect(form).toMatch(/^<form [^>]*data-secret>\n<button type="submit" disabled hidden data-plain>/);
    expect(await pageOf({ v: xs.string }, ['httpGet'])).not.toContain('disabled hidden data-plain');
  });
});

describe('the form of an operation', () => {
  it('is one for all bindings that take the same parameters', async () => {
    const page = await pageOf({ v: xs.string }, ['httpGet', 'httpPost', 'soap11', 'soap12']);
    expect(page.match(/<form class="console"/g)).toHaveLength(1);
    expect(page.match(/<input type="radio"[^>]*>/g)).toEqual([
      '<input type="radio" name="binding-0" data-method="POST" data-url="./s/Op" data-type="application/x-www-form-urlencoded" checked>',
      '<input type="radio" name="binding-0" data-method="GET" data-url="./s/Op">',
      '<input type="radio" name="binding-0" data-method="POST" data-url="./s" data-soap="soap11" data-type="text/xml; charset=utf-8" data-action="&quot;urn:a&quot;">',
      '<input type="radio" name="binding-0" data-method="POST" data-url="./s" data-soap="soap12" data-type="application/soap+xml; charset=utf-8; action=&quot;urn:a&quot;">',
    ]);
  });

  it('waits for the script where only SOAP is offered', async () => {
    const page = await pageOf({ v: xs.string }, ['soap11']);
    expect(page).toContain('<form class="console" aria-label="Invoke Op" hidden');
    expect(page).toContain('<noscript>');
  });
});

describe('client code', () => {
  it('calls the operation with sample values', async () => {
    const { server } = walletServer();
    const { text } = await send(server, 'GET', '/AccountApi.asmx?op=TopupAtmCard', { Host: 'h' });
    const [, code = ''] = /<pre id="client-code">([\s\S]*?)<\/pre>/.exec(text) ?? [];
    expect(code.replaceAll('&#39;', "'")).toBe(`import { AccountApiClient } from 'your-generated-package';

const client = new AccountApiClient({ baseUrl: 'http://h', namespaces: { api_namespace: '${namespaces.api_namespace}' } });
const result = await client.topupAtmCard({
  sessionId: 'string',
  id: 1n,
  amount: 19.99,
  purseFrom: 'string',
});`);
  });
});

it('the script in the pages is that of its sources', () => {
  const root = join(__dirname, '../../../..');
  expect(execFileSync(process.execPath, ['scripts/page-script.mjs', '--check'], { cwd: root, encoding: 'utf8' })).toBe(
    '',
  );
});
