import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseXml } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { element } from '@wsdl-codegen/runtime/schema';
import * as xs from '@wsdl-codegen/runtime/xs';
import { type Client, createClientAsync } from 'soap';
import { AccountApiClient, accountApi, AccountApi as accountDescriptor, ErrorsApiClient, errorsApi } from 'wallet-api';
import { textOf } from '../support/repository.js';

/** Measures what `docs/at-a-glance.md` and README say about the package `soap`: a row or a statement whose test fails has to go. */
const namespaces = { api_namespace: 'http://wallet.example/api' };
const ours = { value: '  two\n lines  ' };
let received: unknown;
let soapAccount: Client;
let soapErrors: Client;
let account: AccountApiClient;
let errors: ErrorsApiClient;
let stop: () => Promise<void>;

beforeAll(async () => {
  const record = (input: unknown): number => {
    received = input;
    return 1;
  };
  const everything = Object.fromEntries(Object.keys(accountDescriptor.operations).map((name) => [name, record]));
  const services = [accountApi(everything as never), errorsApi({ getErrorDesc: () => ours.value })];
  const server = await createServer({ services, namespaces }).listen(0, '127.0.0.1');
  stop = () => server.close();
  account = new AccountApiClient({ baseUrl: server.url, namespaces });
  errors = new ErrorsApiClient({ baseUrl: server.url, namespaces });
  soapAccount = await createClientAsync(`${server.url}/AccountApi.asmx?WSDL`);
  soapErrors = await createClientAsync(`${server.url}/ErrorsApi.asmx?WSDL`);
});
afterAll(() => stop());

/** Calls a method of the package `soap`. */
function call(client: Client, method: string, input: object): Promise<Record<string, unknown>> {
  const methods = client as unknown as Record<string, (input: object) => Promise<[Record<string, unknown>]>>;
  return methods[`${method}Async`]!(input).then(([result]) => result);
}

it('compares with the version that is installed', () => {
  const { version } = JSON.parse(textOf('tests/node_modules/soap/package.json')) as { version: string };
  expect(textOf('docs/at-a-glance.md')).toContain(`\`soap\` ${version.split('.').slice(0, 2).join('.')}`);
});

it('bindings: soap offers only the SOAP ports', () => {
  const ports = (soapAccount.describe() as { AccountApi: object }).AccountApi;
  expect(Object.keys(ports)).toEqual(['AccountApiSoap', 'AccountApiSoap12']);
  expect(Object.keys(accountDescriptor.operations.markOperationAsRead ?? {})).toEqual(
    expect.arrayContaining(['soap11', 'soap12', 'httpGet', 'httpPost']),
  );
});

it('white space around text: soap cuts it off', async () => {
  expect(await call(soapErrors, 'GetErrorDesc', { errorCode: 1, cultureCode: 1 })).toEqual({
    GetErrorDescResult: ours.value.trim(),
  });
  expect(await errors.getErrorDesc({ errorCode: 1, cultureCode: 1 })).toBe(ours.value);
});

it('a value outside of an enumeration: soap sends it', async () => {
  received = undefined;
  const input = { sessionId: 's', currency: 'euro' };
  await expect(call(soapAccount, 'MarkAllOperationsAsReadForCurrency', input)).rejects.toThrow(
    'unable to read request',
  );
  await expect(account.markAllOperationsAsReadForCurrency(input as never)).rejects.toThrow('euro');
  expect(received).toBeUndefined();
});

it('64-bit integers in answers: soap rounds them', async () => {
  const server = createHttpServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    response.end(request.method === 'GET' ? descriptor(`http://127.0.0.1:${port}/`) : answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = await createClientAsync(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?wsdl`);
  const result = await call(client, 'Get', {});
  server.close();
  server.closeAllConnections();
  expect(result).toEqual({ id: 9007199254740992 });
  expect(parseXml(element('urn:t', 'id', xs.long), id)).toBe(9007199254740993n);
});

const id = '<id xmlns="urn:t">9007199254740993</id>';
const answer = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetResponse xmlns="urn:t">${id}</GetResponse></s:Body></s:Envelope>`;

function descriptor(address: string): string {
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" xmlns:x="http://www.w3.org/2001/XMLSchema"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="urn:t"><types>
    <x:schema targetNamespace="urn:t" elementFormDefault="qualified">
      <x:element name="Get"><x:complexType/></x:element>
      <x:element name="GetResponse"><x:complexType><x:sequence><x:element name="id" type="x:long"/></x:sequence></x:complexType></x:element>
    </x:schema></types>
    <message name="in"><part name="p" element="t:Get"/></message><message name="out"><part name="p" element="t:GetResponse"/></message>
    <portType name="P"><operation name="Get"><input message="t:in"/><output message="t:out"/></operation></portType>
    <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Get">
      <soap:operation soapAction="urn:t/Get" style="document"/><input><soap:body use="literal"/></input>
      <output><soap:body use="literal"/></output></operation></binding>
    <service name="S"><port name="Q" binding="t:B"><soap:address location="${address}"/></port></service></definitions>`;
}
