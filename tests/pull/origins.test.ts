import type { IncomingMessage } from 'node:http';
import { TestProject } from '../support/test-project.js';
import { shopSchema, shopWsdl, TestService } from './service.js';

let project: TestProject;
let service: TestService;
let base: string;

beforeEach(async () => {
  project = new TestProject();
  service = new TestService();
  base = await service.start();
  service.publish({ '/shop?wsdl': shopWsdl('a.xsd'), '/a.xsd': shopSchema() });
});
afterEach(async () => {
  project.remove();
  await service.stop();
});

function config(origins: object | undefined, more: readonly object[] = []): void {
  const packages = [{ name: 'shop', inputs: ['wsdl/shop.wsdl'], out: 'shop' }, ...more];
  project.write('codegen.config.json', JSON.stringify({ packages, ...(origins && { origins }) }));
}

const price = '<x:element name="price" type="x:decimal"/>';

describe('codegen pull', () => {
  it('fetches the inputs whose origins the config names, under the names that it gives them', async () => {
    config({ 'wsdl/shop.wsdl': `${base}/shop?wsdl` });
    const { status, out } = await project.run('pull');
    expect(out).toContain('wsdl/shop.wsdl: 2 created');
    expect(status).toBe(0);
    expect((await project.run('generate')).status).toBe(0);
    service.publish({ '/a.xsd': shopSchema([], price) });
    expect((await project.run('pull')).out).toContain('the contract: minor');
  });

  it('refreshes inputs that were pulled before, without an entry in the config', async () => {
    await project.run('pull', `${base}/shop?wsdl`, 'wsdl');
    config(undefined);
    expect((await project.run('pull')).out).toBe(`wsdl/shop.wsdl: as at ${base}/shop?wsdl (2 files)\n`);
  });

  it('sends to each service what the config says, with secrets from the environment', async () => {
    const seen: (string | undefined)[] = [];
    const guarded = (body: string) => (request: IncomingMessage) => {
      seen.push(request.headers['x-key']?.toString());
      return request.headers['x-key'] === 'k0' ? { body } : { status: 401 };
    };
    service.answers.set('/shop?wsdl', guarded(shopWsdl('a.xsd')));
    project.write('key.txt', 'k0\n');
    config({ 'wsdl/shop.wsdl': { url: `${base}/shop?wsdl`, headers: { 'X-Key': '@key.txt' } } });
    expect((await project.run('pull')).status).toBe(0);
    expect(seen).toEqual(['k0']);
    expect(JSON.stringify(project.tree()['wsdl/codegen.origin.json'])).not.toContain('k0');
    config({ 'wsdl/shop.wsdl': { url: `${base}/shop?wsdl`, headers: { Authorization: 'Bearer written' } } });
    expect((await project.run('pull')).codes).toEqual(['config/usage']);
  });

  it('does not send the credentials of the command line to several services', async () => {
    config({ 'wsdl/shop.wsdl': `${base}/shop?wsdl`, 'wsdl/other.wsdl': 'http://other.example/?wsdl' });
    const { codes, err } = await project.run('pull', '--header', 'X-Key: a');
    expect(codes).toEqual(['config/usage']);
    expect(err).toContain('http://other.example');
    expect(service.asked).toEqual([]);
  });

  it('says that the config names no origin, and that one is wrong', async () => {
    config(undefined);
    expect((await project.run('pull')).codes).toEqual(['pull/no-origin']);
    config({ 'wsdl/shop.wsdl': 'ftp://x' });
    expect((await project.run('pull')).codes).toEqual(['config/invalid-value']);
    project.remove();
    project = new TestProject();
    expect((await project.run('pull')).codes).toEqual(['config/usage']);
  });
});

describe('codegen check --remote', () => {
  const check = (...more: readonly string[]) => project.run('check', '--remote', ...more);

  beforeEach(async () => {
    config({ 'wsdl/shop.wsdl': `${base}/shop?wsdl` });
    await project.run('pull');
    await project.run('generate');
  });

  it('is satisfied while the service is the same', async () => {
    const before = project.tree();
    const { status, out } = await check();
    expect(out).toBe(`wsdl/shop.wsdl: as at ${base}/shop?wsdl\n1 package is up to date\n`);
    expect(status).toBe(0);
    expect(project.tree()).toEqual(before);
  });

  it('says what the service changed, with a verdict, and exit code 1', async () => {
    service.publish({ '/a.xsd': shopSchema([], price) });
    const before = project.tree();
    const { status, out } = await check();
    expect(status).toBe(1);
    expect(out).toContain(`wsdl/shop.wsdl: differs from ${base}/shop?wsdl (a.xsd)\nshop: minor (1 change: 1 minor)\n`);
    expect(out).toContain('The live service differs. codegen pull updates the files.');
    expect(project.tree()).toEqual(before);
    const { result, remote } = JSON.parse((await check('--json')).out);
    expect(result).toBe('differs');
    expect(remote).toMatchObject({
      files: [{ file: 'wsdl/shop.wsdl', address: `${base}/shop?wsdl`, differing: ['a.xsd'] }],
      drifts: [{ title: 'shop', verdict: 'minor' }],
    });
    // After a pull the package is behind, and after generating all is well.
    await project.run('pull');
    expect((await check()).status).toBe(1);
    await project.run('generate');
    expect((await check()).status).toBe(0);
  });

  it('is satisfied when only comments or white space differ', async () => {
    service.publish({ '/a.xsd': `${shopSchema()}<!-- made at 12:00 -->` });
    const { status, out } = await check();
    expect(out).toContain('(a.xsd), but the contract is the same\n');
    expect(status).toBe(0);
  });

  it('cannot tell when the service does not answer, or when nothing has an origin', async () => {
    service.answers.set('/a.xsd', { status: 503 });
    expect(await check()).toMatchObject({ status: 2, codes: ['source/fetch-failed'] });
    project.remove();
    project = new TestProject();
    project.write('wsdl/shop.wsdl', shopWsdl('a.xsd'));
    project.write('wsdl/a.xsd', shopSchema());
    config(undefined);
    await project.run('generate');
    expect(await check()).toMatchObject({ status: 2, codes: ['pull/no-origin'] });
  });

  it('compares files that were saved by hand, under other names', async () => {
    project.remove();
    project = new TestProject();
    project.write('wsdl/shop.wsdl', shopWsdl('types.xsd'));
    project.write('wsdl/types.xsd', shopSchema());
    config({ 'wsdl/shop.wsdl': `${base}/shop?wsdl` });
    await project.run('generate');
    const { status, out } = await check();
    expect(out).toContain('(a.xsd, shop.wsdl), but the contract is the same\n');
    expect(status).toBe(0);
  });
});
