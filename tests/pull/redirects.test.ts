import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { pullDescriptor } from '../../generator/index.js';
import { TestProject } from '../support/test-project.js';
import { type Answer, shopSchema, shopWsdl, TestService } from './service.js';

let project: TestProject;
let own: TestService;
let other: TestService;
let ownBase: string;
let otherBase: string;
/** Fields of requests that may be credentials, by the server that got them. */
let seen: Record<'own' | 'other', string[]>;

beforeEach(async () => {
  project = new TestProject();
  [own, other] = [new TestService(), new TestService()];
  [ownBase, otherBase] = [await own.start(), await other.start()];
  seen = { own: [], other: [] };
});
afterEach(async () => {
  await own.stop();
  await other.stop();
  project.remove();
});

const secrets = ['authorization', 'x-key', 'cookie', 'proxy-authorization', 'referer'];

/** Answers at a path, and notes the credentials that come. */
function answer(service: 'own' | 'other', path: string, given: Answer): void {
  (service === 'own' ? own : other).answers.set(path, (request: IncomingMessage) => {
    const values = secrets.flatMap((name) => request.headers[name] ?? []);
    seen[service].push(values.join(' '));
    return given;
  });
}

const moved = (location: string): Answer => ({ status: 302, headers: { location } });

async function pull(path: string, address: string = ownBase): Promise<readonly string[]> {
  const { diagnostics } = await pullDescriptor({
    address: address + path,
    out: project.at('wsdl'),
    headers: [
      ['X-Key', 'k'],
      ['Cookie', 'c=1'],
    ],
    user: { name: 'me', password: 'secret' },
    allowHosts: [new URL(otherBase).host, new URL(otherBase.replace('127.0.0.1', 'localhost')).host],
  });
  return diagnostics.map(({ code }) => code);
}

const basic = `Basic ${Buffer.from('me:secret').toString('base64')}`;
const isOwn = (values: string): boolean => values.includes(basic) || /\bk\b|c=1/.test(values);

describe('credentials do not follow a redirect to another server', () => {
  const forms: readonly (readonly [string, () => string])[] = [
    ['an address', () => `${otherBase}/x`],
    ['an address without a scheme', () => `${otherBase.replace('http:', '')}/x`],
    [
      'an address that begins with the name of the first server',
      () => `http://${new URL(ownBase).host}@${new URL(otherBase).host}/x`,
    ],
    ['an address with a backslash', () => `http:\\\\${new URL(otherBase).host}\\x`],
    ['another name of the same machine', () => `${otherBase.replace('127.0.0.1', 'localhost')}/x`],
    ['an address with a tab in its scheme', () => `ht\ttp://${new URL(otherBase).host}/x`],
  ];
  it.each(forms)('of the descriptor: %s', async (_title, location) => {
    answer('own', '/x', moved(location()));
    answer('other', '/x', { body: shopWsdl('a.xsd') });
    answer('other', '/a.xsd', { body: shopSchema() });
    await pull('/x');
    expect(seen.own).toEqual([`${basic} k c=1`]);
    expect(seen.other.filter(isOwn)).toEqual([]);
  });

  it.each(forms)('of a document: %s', async (_title, location) => {
    answer('own', '/x', { body: shopWsdl('a.xsd') });
    answer('own', '/a.xsd', moved(location()));
    answer('other', '/x', { body: shopSchema() });
    await pull('/x');
    expect(seen.own).toEqual([`${basic} k c=1`, `${basic} k c=1`]);
    expect(seen.other.filter(isOwn)).toEqual([]);
  });

  it('of a user in the address', async () => {
    answer('own', '/x', moved(`${otherBase}/x`));
    answer('other', '/x', { body: shopWsdl('a.xsd') });
    answer('other', '/a.xsd', { body: shopSchema() });
    await pullDescriptor({
      address: `${ownBase.replace('://', '://me:secret@')}/x`,
      out: project.at('wsdl'),
      allowHosts: [new URL(otherBase).host],
    });
    expect(seen.own).toEqual([basic]);
    expect(seen.other).toEqual(['', '']);
    expect(JSON.stringify(project.tree())).not.toContain('secret');
  });
});

it('a redirect leads to no other host for a document, unless it is allowed', async () => {
  answer('own', '/x', { body: shopWsdl('a.xsd') });
  answer('own', '/a.xsd', moved(`${otherBase}/x`));
  const { diagnostics } = await pullDescriptor({ address: `${ownBase}/x`, out: project.at('wsdl') });
  expect(diagnostics.map(({ code }) => code)).toContain('source/fetch-failed');
  expect(seen.other).toEqual([]);
});

it.each([
  'file:///etc/passwd',
  'ftp://127.0.0.1/x',
  'data:text/xml,<a/>',
  'http://',
  'javascript:1',
  '\\\\host\\share',
])('a redirect to %s is not followed', async (location) => {
  answer('own', '/x', moved(location));
  expect((await pull('/x')).some((code) => /^(?:source|pull)\//.test(code))).toBe(true);
  expect(Object.keys(project.tree())).toEqual([]);
});

it('redirects end', async () => {
  answer('own', '/x', moved('/x'));
  expect(await pull('/x')).toEqual(['source/fetch-failed']);
  expect(seen.own.length).toBeLessThan(10);
});

it('an answer that is compressed many times is not unpacked', async () => {
  const codings = Array.from({ length: 50 }, () => 'gzip').join(', ');
  let body = Buffer.alloc(1_000_000);
  for (let i = 0; i < 50; i++) {
    body = gzipSync(body, { level: 0 });
  }
  answer('own', '/x', { headers: { 'content-encoding': codings }, body: gzipSync(body) });
  expect(await pull('/x')).toEqual(['source/fetch-failed']);
});
