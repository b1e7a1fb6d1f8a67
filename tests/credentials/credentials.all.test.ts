import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { type RunningProgram, startProgram } from '../recipes/recipe.js';
import { repository } from '../support/repository.js';
import { attacks, type Proof } from './attacks.js';
import { credentialSamples } from './samples.js';
import { env, targets } from './targets.js';

/** Attempts that are under way at a time. */
const atOnce = 16;

const found = credentialSamples();
// Where programs find the packages that only tests need.
const cache = join(repository, 'tests/node_modules/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'credentials-'));
const started: RunningProgram[] = [];
afterAll(async () => {
  await Promise.all(started.map((program) => program.stop()));
  rmSync(folder, { recursive: true, force: true });
});

describe.each(Object.entries(targets))('%s', (name, { accepts, right, serve = (text) => text }) => {
  let url = '';
  beforeAll(async () => {
    const sample = found.find((each) => each.name === name)?.text ?? '';
    // Otherwise the first attacks would keep the others away.
    const text = sample.replace(/failures: \{ limit: \d+ \}/, 'failures: { limit: 1_000_000 }');
    const program = await startProgram(serve(text), folder, { env });
    started.push(program);
    url = program.url.replace(/\[::\]|0\.0\.0\.0|localhost/, '127.0.0.1');
  }, 30_000);

  it('lets in whom it knows, and nobody with the same digest again', async () => {
    for (const proof of right) {
      expect([proof, await isLetIn(url, proof)]).toEqual([proof, true]);
      const isDigest = proof.block?.includes('#PasswordDigest') === true;
      expect([proof, await isLetIn(url, proof)]).toEqual([proof, !isDigest]);
    }
  });

  it('lets in nobody else', async () => {
    const over = attacks(accepts).flatMap((proof) =>
      proof.block === undefined ? [{ ...proof, isGet: true }, proof] : [proof],
    );
    const letIn: Proof[] = [];
    for (let at = 0; at < over.length; at += atOnce) {
      const some = over.slice(at, at + atOnce);
      const outcomes = await Promise.all(some.map((proof) => isLetIn(url, proof)));
      letIn.push(...some.filter((_, index) => outcomes[index]));
    }
    expect(letIn).toEqual([]);
  }, 60_000);
});

interface Attempt extends Proof {
  readonly isGet?: boolean;
}

/** Calls the service over SOAP, or over GET. A server that does not answer lets nobody in. */
function isLetIn(url: string, { headers = [], block, isGet = false }: Attempt): Promise<boolean> {
  const method = isGet ? 'GET' : 'POST';
  const path = isGet ? '/ErrorsApi.asmx/GetErrorDesc?errorCode=1&cultureCode=1' : '/ErrorsApi.asmx';
  const api = 'http://wallet.example/api';
  const fields = [
    ...headers.flat(),
    ...(isGet ? [] : ['Content-Type', 'text/xml; charset=utf-8', 'SOAPAction', `"${api}/GetErrorDesc"`]),
  ];
  const header = block === undefined ? '' : `<s:Header>${block}</s:Header>`;
  const call = `<GetErrorDesc xmlns="${api}"><errorCode>1</errorCode><cultureCode>1</cultureCode></GetErrorDesc>`;
  return new Promise((resolve, reject) => {
    const { host } = new URL(url);
    const sent = request(
      `${url}${path}`,
      { method, headers: ['Host', host, ...fields], timeout: 5_000 },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode === 200));
      },
    );
    sent.on('timeout', () => {
      resolve(false);
      sent.destroy();
    });
    sent.on('error', reject);
    sent.end(
      isGet
        ? ''
        : `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${header}<s:Body>${call}</s:Body></s:Envelope>`,
    );
  });
}
