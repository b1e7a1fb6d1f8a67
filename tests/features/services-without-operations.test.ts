import { packageOf, typeCheck } from './package.js';

const parts = {
  message: '<message name="m"><part name="p" element="tns:nope"/></message>',
  operation: '<operation name="Do"><input message="tns:m"/></operation>',
  bound: '<operation name="Do"><soap:operation/><input><soap:body use="literal"/></input></operation>',
  port: '<port name="Port" binding="tns:B"><soap:address location="http://h/x"/></port>',
};

function wsdl({ message, operation, bound, port }: typeof parts): string {
  return `<definitions targetNamespace="urn:e" xmlns:tns="urn:e" xmlns="http://schemas.xmlsoap.org/wsdl/"
      xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
    ${message}
    <portType name="P">${operation}</portType>
    <binding name="B" type="tns:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${bound}</binding>
    <service name="Svc">${port}</service>
  </definitions>`;
}

/** Services of which nothing is left: because it cannot be resolved, or because nothing was there. */
const services: Readonly<Record<string, Partial<typeof parts>>> = {
  'left-out': {},
  'no-ports': { port: '' },
  'no-operations': { operation: '', bound: '' },
  'nothing-bound': { bound: '' },
};

describe('services without operations', () => {
  it('type-check under the options of generated packages', async () => {
    const made = await Promise.all(
      Object.entries(services).map(async ([name, changes]) => {
        const { files } = await packageOf({ 'a.wsdl': wsdl({ ...parts, ...changes }) }, { packageName: name });
        return [name, files] as const;
      }),
    );
    expect(typeCheck(Object.fromEntries(made))).toBe('');
  }, 60_000);
});
