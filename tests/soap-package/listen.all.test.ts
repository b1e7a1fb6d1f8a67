import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SoapFault, SoapFaultError } from '@wsdl-codegen/runtime';
import { mountOnSoap, security } from '@wsdl-codegen/soap';
import express from 'express';
import { createClientAsync, listen, passwordDigest, WSSecurity } from 'soap';
import {
  AccountApiClient,
  type AccountApiService,
  accountApi,
  ErrorsApiClient,
  errorsApi,
  type TopupAtmCard,
} from 'wallet-api';

const namespaces = { api_namespace: 'http://wallet.example/api' };
const open: Server[] = [];

afterAll(() => {
  for (const server of open) {
    server.closeAllConnections();
    server.close();
  }
});

async function started(
  http: Server = createHttpServer((_, response) => response.writeHead(404).end()),
): Promise<[Server, string]> {
  open.push(http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return [http, `http://127.0.0.1:${(http.address() as AddressInfo).port}`];
}

const topups: TopupAtmCard[] = [];
const unused = (): never => {
  throw new Error('not called here');
};
const account: AccountApiService = {
  markAllOperationsAsReadForCurrency: unused,
  markAllMessagesAsReadForContact: unused,
  contactSetFavorite: unused,
  markOperationAsRead: unused,
  topupAtmCard: async (input) => {
    topups.push(input);
    return 7;
  },
};
const errors = errorsApi({
  getErrorDesc: ({ errorCode }) => {
    if (errorCode < 0) {
      throw new SoapFault('Отказ <&>', { code: 'Client' });
    }
    return ` text & ${errorCode} `;
  },
});

describe("a service on the package's listen", () => {
  it.each(['soap11', 'soap12'] as const)('gets every value as it was sent, over %s', async (binding) => {
    const [http, baseUrl] = await started();
    await mountOnSoap(listen, http, accountApi(account), { namespaces, baseUrl });
    const client = new AccountApiClient({ baseUrl, namespaces, binding });
    const input = { sessionId: '  <&>\r\n', id: 2n ** 63n - 1n, amount: Number.NEGATIVE_INFINITY, purseFrom: '   ' };
    expect(await client.topupAtmCard(input)).toBe(7);
    expect(topups.pop()).toEqual(input);
  });

  it("answers the package's own client, and serves the WSDL with the public address", async () => {
    const [http, baseUrl] = await started();
    await mountOnSoap(listen, http, errors, { namespaces, baseUrl });
    const client = await createClientAsync(`${baseUrl}/ErrorsApi.asmx?wsdl`, { preserveWhitespace: true });
    const [result] = await client.GetErrorDescAsync({ errorCode: 5, cultureCode: 1 });
    expect(result).toEqual({ GetErrorDescResult: ' text & 5 ' });
    expect(await (await fetch(`${baseUrl}/ErrorsApi.asmx?wsdl`)).text()).toContain(
      `location="${baseUrl}/ErrorsApi.asmx"`,
    );
  });

  it.each(['soap11', 'soap12'] as const)('sends its faults over %s', async (binding) => {
    const [http, baseUrl] = await started();
    await mountOnSoap(listen, http, errors, { namespaces, baseUrl });
    const call = new ErrorsApiClient({ baseUrl, namespaces, binding }).getErrorDesc({ errorCode: -1, cultureCode: 1 });
    const error = await call.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SoapFaultError);
    expect((error as SoapFaultError).reason).toBe('Отказ <&>');
    expect((error as SoapFaultError).code.name).toBe(binding === 'soap11' ? 'Client' : 'Sender');
  });

  it("works together with other services and the host's own answers", async () => {
    const [http, baseUrl] = await started();
    await mountOnSoap(listen, http, errors, { namespaces, baseUrl });
    await mountOnSoap(listen, http, accountApi(account), { namespaces, baseUrl, path: '/AccountApi.asmx' });
    expect(await new ErrorsApiClient({ baseUrl, namespaces }).getErrorDesc({ errorCode: 1, cultureCode: 1 })).toBe(
      ' text & 1 ',
    );
    const input = { id: 1n, amount: 1 };
    expect(await new AccountApiClient({ baseUrl, namespaces }).topupAtmCard(input)).toBe(7);
    expect((await fetch(`${baseUrl}/other`)).status).toBe(404);
  });

  it('works in an Express application', async () => {
    const app = express();
    const [, baseUrl] = await started(createHttpServer(app));
    await mountOnSoap(listen, app, errors, { namespaces, baseUrl, basePath: '/v1' });
    const client = new ErrorsApiClient({ baseUrl: `${baseUrl}/v1`, namespaces });
    expect(await client.getErrorDesc({ errorCode: 1, cultureCode: 1 })).toBe(' text & 1 ');
  });

  it('is for callers that authorizeConnection accepts; it chooses the status for the others', async () => {
    const [http, baseUrl] = await started();
    const mounted = await mountOnSoap(listen, http, errors, { namespaces, baseUrl });
    mounted.authorizeConnection = (request, response) => {
      if (request.headers['x-api-key'] === 'known') {
        return true;
      }
      response?.writeHead(401);
      return false;
    };
    const call = (key: string) =>
      new ErrorsApiClient({ baseUrl, namespaces, headers: { 'X-Api-Key': key } }).getErrorDesc({
        errorCode: 1,
        cultureCode: 1,
      });
    expect(await call('known')).toBe(' text & 1 ');
    await expect(call('other')).rejects.toMatchObject({ name: 'AccessDeniedError', status: 401 });
  });

  it("leaves the user's log in place, set before or after", async () => {
    const [http, baseUrl] = await started();
    const server = await mountOnSoap(listen, http, errors, { namespaces, baseUrl });
    const types: string[] = [];
    server.log = (type) => {
      types.push(type);
    };
    await new ErrorsApiClient({ baseUrl, namespaces }).getErrorDesc({ errorCode: 1, cultureCode: 1 });
    expect(types).toContain('received');
  });

  it('shows no stack traces, whatever is sent to it', async () => {
    const [http, baseUrl] = await started();
    await mountOnSoap(listen, http, errors, { namespaces, baseUrl });
    for (const body of [
      '',
      '<a',
      '<a/>',
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body/></s:Envelope>',
    ]) {
      const answer = await fetch(`${baseUrl}/ErrorsApi.asmx`, {
        method: 'POST',
        headers: { 'Content-Type': 'text/xml' },
        body,
      });
      expect(answer.status).toBe(500);
      expect(await answer.text()).not.toMatch(/node_modules| at /);
    }
    const client = new ErrorsApiClient({ baseUrl, namespaces });
    expect(await client.getErrorDesc({ errorCode: 1, cultureCode: 1 })).toBe(' text & 1 ');
  });

  it('accepts a body without a content type, but not from a browser', async () => {
    const [http, baseUrl] = await started();
    await mountOnSoap(listen, http, errors, { namespaces, baseUrl });
    const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetErrorDesc xmlns="${namespaces.api_namespace}"><errorCode>1</errorCode><cultureCode>1</cultureCode></GetErrorDesc></s:Body></s:Envelope>`;
    const status = async (headers: Readonly<Record<string, string>>): Promise<number> => {
      const bytes = new TextEncoder().encode(body);
      return (await fetch(`${baseUrl}/ErrorsApi.asmx`, { method: 'POST', headers, body: bytes })).status;
    };
    expect(await status({})).toBe(200);
    expect(await status({ 'Sec-Fetch-Site': 'same-origin' })).toBe(415);
    expect(await status({ Origin: 'https://evil.example' })).toBe(403);
    expect(await status({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await status({ Origin: 'https://evil.example', 'Content-Type': 'text/plain' })).toBe(403);
  });

  it('refuses what is longer than its limit', async () => {
    const [http, baseUrl] = await started();
    await mountOnSoap(listen, http, errors, { namespaces, baseUrl, limits: { maxBodyBytes: 100 } });
    const call = new ErrorsApiClient({ baseUrl, namespaces }).getErrorDesc({ errorCode: 1, cultureCode: 1 });
    await expect(call).rejects.toMatchObject({ name: 'HttpStatusError', status: 413 });
  });

  it('needs a SOAP port', async () => {
    const { descriptor, handlers } = errors;
    const ports = descriptor.ports.filter(({ binding }) => binding === 'httpGet');
    const registration = { descriptor: { ...descriptor, ports }, handlers };
    await expect(mountOnSoap(listen, createHttpServer(), registration, { namespaces })).rejects.toThrow(
      'has no SOAP port',
    );
  });
});

describe("the package's authenticate", () => {
  /** The package's parsed form of a Security block. */
  interface Token {
    readonly UsernameToken?: {
      readonly Username: string;
      readonly Password: { readonly $value: string };
      readonly Nonce: { readonly $value: string };
      readonly Created: string;
    };
  }
  const input = { errorCode: 1, cultureCode: 1 };
  const call = (baseUrl: string, password: string): Promise<string | undefined> => {
    const object = new WSSecurity('user', password, { passwordType: 'PasswordDigest', mustUnderstand: true });
    return new ErrorsApiClient({ baseUrl, namespaces, ...security(object) }).getErrorDesc(input);
  };

  it('accepts only callers that know the password', async () => {
    const [http, baseUrl] = await started();
    const server = await mountOnSoap(listen, http, errors, { namespaces, baseUrl });
    server.authenticate = (block: Token) => {
      const token = block?.UsernameToken;
      return token?.Password.$value === passwordDigest(token?.Nonce.$value ?? '', token?.Created ?? '', 'secret');
    };
    expect(await call(baseUrl, 'secret')).toBe(' text & 1 ');
    await expect(call(baseUrl, 'wrong')).rejects.toThrow(/401|Invalid username or password/);
    await expect(new ErrorsApiClient({ baseUrl, namespaces }).getErrorDesc(input)).rejects.toThrow(
      /401|Invalid username/,
    );
  });

  it('where it is not set, a block that must be understood is not', async () => {
    const [http, baseUrl] = await started();
    await mountOnSoap(listen, http, errors, { namespaces, baseUrl });
    await expect(call(baseUrl, 'secret')).rejects.toThrow(/Security was not understood/);
  });
});
