import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { shopWsdl } from '../diff/shop.js';
import { TestProject } from '../support/test-project.js';

let project: TestProject;
let server: Server;
let address: string;

beforeEach(async () => {
  project = new TestProject();
  server = createServer((request, response) => {
    response.statusCode = request.headers['x-key'] === 'k1' ? 200 : 401;
    response.end(response.statusCode === 200 ? shopWsdl() : '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/shop.wsdl`;
  project.write('key', 'k1');
  project.write('shop.wsdl', shopWsdl());
});
afterEach(() => {
  server.close();
  project.remove();
});

const access = ['--allow-remote', '--header', 'X-Key: @key'];

it('inputs at addresses are fetched with the header fields of the command line, by every command', async () => {
  project.write(
    'codegen.config.json',
    JSON.stringify({ packages: [{ name: 'shop', inputs: [address], out: 'shop', compiled: false }] }),
  );
  expect(await project.run('generate', '--allow-remote')).toMatchObject({ status: 1 });
  expect(await project.run('generate', ...access)).toMatchObject({ status: 0, err: '' });
  expect(await project.run('check', '--full', ...access)).toMatchObject({ status: 0, err: '' });
  expect(await project.run('diff', ...access)).toMatchObject({ status: 0, out: 'shop: no change\n', err: '' });
  expect(await project.run('diff', 'shop.wsdl', address, ...access)).toMatchObject({ status: 0, err: '' });
  expect(await project.run('docs', '--out', 'pages', ...access)).toMatchObject({ status: 0, err: '' });
});

it('credentials are refused if inputs of two services would get them', async () => {
  const other = address.replace('127.0.0.1', 'localhost');
  project.write(
    'codegen.config.json',
    JSON.stringify({ packages: [{ name: 'shop', inputs: [address, other], out: 'shop' }] }),
  );
  expect(await project.run('generate', ...access)).toMatchObject({ status: 1, codes: ['config/usage'] });
});
