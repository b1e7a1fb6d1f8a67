import { createServer } from '@wsdl-codegen/runtime/node';
import { exchangerApi } from 'wallet-api';
import { apiNamespace } from '../support/wallet-services.js';
import { path, query, targets } from './spellings.js';

let calls = 0;
const services = [exchangerApi({ exchange: () => ++calls })];
const namespaces = { api_namespace: apiNamespace };

async function reaching(profile: 'aspnet' | 'strict'): Promise<string[]> {
  const wallet = createServer({ services, namespaces, profile });
  const found: string[] = [];
  for (const target of targets) {
    calls = 0;
    await wallet.handle({ method: 'GET', url: `${target}?${query}`, headers: {}, body: new Uint8Array(0) });
    if (calls > 0) {
      found.push(target.replace(/^https?:\/\/(?:h|h:80|\[::1\])(?=\/)/i, ''));
    }
  }
  return [...new Set(found)];
}

it('an operation has one path, and with ASP.NET and WCF the letter case of its service means nothing', async () => {
  expect(await reaching('strict')).toEqual([path]);
  const anyCase = await reaching('aspnet');
  expect(anyCase.every((found) => /^\/ExchangerApi\.asmx\/Exchange$/i.test(found) && found.endsWith('/Exchange'))).toBe(
    true,
  );
  expect(anyCase.length).toBe(1 + 'ExchangerApiasmx'.length);
});
