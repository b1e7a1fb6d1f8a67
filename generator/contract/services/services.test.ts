import { contractOf, found, wsdl } from '../../../tests/support/descriptors.js';
import type { Operation, Service } from '../model.js';

const x = '{http://www.w3.org/2001/XMLSchema}';

/** `<x:element>` with a plain sequence of children. */
const wrapper = (name: string, children: string) =>
  `<x:element name="${name}"><x:complexType><x:sequence>${children}</x:sequence></x:complexType></x:element>`;
const child = (name: string, type = 'x:int') => `<x:element name="${name}" type="${type}"/>`;

const message = (name: string, ...parts: string[]) => `<message name="${name}">${parts.join('')}</message>`;
const element = (name: string, of: string) => `<part name="${name}" element="t:${of}"/>`;
const typed = (name: string, type = 'x:string') => `<part name="${name}" type="${type}"/>`;

const operation = (name: string, input: string, output = '') =>
  `<operation name="${name}"><input message="t:${input}"/>${output && `<output message="t:${output}"/>`}</operation>`;
const portType = (name: string, ...operations: string[]) =>
  `<portType name="${name}">${operations.join('')}</portType>`;

const soapOperation = (name: string, body = '<soap:body use="literal"/>') =>
  `<operation name="${name}"><soap:operation soapAction="urn:${name}"/><input>${body}</input><output>${body}</output></operation>`;
const soapBinding = (name: string, of: string, operations: string, style = 'document') =>
  `<binding name="${name}" type="t:${of}"><soap:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>${operations}</binding>`;
const httpOperation = (name: string, input = '<http:urlEncoded/>', output = '<mime:mimeXml part="Body"/>') =>
  `<operation name="${name}"><http:operation location="/${name}"/><input>${input}</input><output>${output}</output></operation>`;
const httpBinding = (name: string, of: string, operations: string, verb = 'GET') =>
  `<binding name="${name}" type="t:${of}"><http:binding verb="${verb}"/>${operations}</binding>`;
const service = (name: string, ...ports: string[]) =>
  `<service name="${name}">${ports.map((port) => `<port name="${port}" binding="t:${port}"><soap:address location="http://h/${name}"/></port>`).join('')}</service>`;

const read = async (content: string, schema = '') => {
  const result = await contractOf({ 'a.wsdl': wsdl(content, schema) });
  return { ...result, services: result.contract.services, found: found(result.diagnostics) };
};
const only = (services: readonly Service[]): Operation => services[0]?.operations[0] as Operation;

const addSchema = wrapper('Add', child('a') + child('b')) + wrapper('AddResponse', child('sum'));
const addAbstract =
  message('In', element('parameters', 'Add')) +
  message('Out', element('parameters', 'AddResponse')) +
  portType('P', operation('Add', 'In', 'Out'));

describe('document/literal', () => {
  const messagesOf = async (schema: string, name = 'Add') => {
    const abstract =
      message('In', element('p', 'Add')) +
      message('Out', element('p', 'AddResponse')) +
      portType('P', operation(name, 'In', 'Out'));
    const { services, found: problems } = await read(
      abstract + soapBinding('B', 'P', soapOperation(name)) + service('S', 'B'),
      schema,
    );
    expect(problems).toEqual([]);
    const { input, output } = only(services);
    return [input, output].map((m) => (m?.kind === 'element' ? m.wrapped : m?.kind));
  };

  it('is wrapped when the element has the name of the operation and contains a plain sequence', async () => {
    expect(await messagesOf(addSchema)).toEqual([true, true]);
  });

  it('is wrapped without parameters and without a result', async () => {
    expect(
      await messagesOf(
        '<x:element name="Add"><x:complexType/></x:element><x:element name="AddResponse"><x:complexType/></x:element>',
      ),
    ).toEqual([true, true]);
  });

  it('is wrapped when the element has the name of both messages, as ASP.NET writes it for a method with a MessageName', async () => {
    const named = operation('Sum', 'In', 'Out')
      .replace('<input ', '<input name="Add" ')
      .replace('<output ', '<output name="Add" ');
    const abstract =
      message('In', element('p', 'Add')) + message('Out', element('p', 'AddResponse')) + portType('P', named);
    const { services } = await read(
      abstract + soapBinding('B', 'P', soapOperation('Sum')) + service('S', 'B'),
      addSchema,
    );
    expect(only(services).output).toMatchObject({ wrapped: true });
  });

  it('is bare when the element has another name', async () => {
    expect(await messagesOf(addSchema, 'Sum')).toEqual([false, false]);
  });

  it.each([
    ['an attribute', `<x:complexType><x:sequence>${child('a')}</x:sequence><x:attribute name="x"/></x:complexType>`],
    ['a choice', `<x:complexType><x:choice>${child('a')}${child('b')}</x:choice></x:complexType>`],
    ['a wildcard', '<x:complexType><x:sequence><x:any processContents="lax"/></x:sequence></x:complexType>'],
    ['text', `<x:complexType mixed="true"><x:sequence>${child('a')}</x:sequence></x:complexType>`],
    ['simple content', '<x:simpleType><x:restriction base="x:int"/></x:simpleType>'],
  ])('is bare for itself when the element has %s', async (_, type) => {
    const request = `<x:element name="Add">${type}</x:element>${wrapper('AddResponse', child('sum'))}`;
    expect(await messagesOf(request)).toEqual([false, true]);
    const answer = `${wrapper('Add', child('a'))}<x:element name="AddResponse">${type}</x:element>`;
    expect(await messagesOf(answer)).toEqual([true, false]);
  });

  it('is bare for itself when the element may be nil', async () => {
    const schema = addSchema.replace('name="Add"', 'name="Add" nillable="true"');
    expect(await messagesOf(schema)).toEqual([false, true]);
  });

  it('wraps only the request when the answer is not a plain sequence', async () => {
    const schema = `${wrapper('Add', child('a'))}<x:element name="AddResponse" type="x:int"/>`;
    expect(await messagesOf(schema)).toEqual([true, false]);
  });

  it('may have several parts, a part with a type, or none', async () => {
    const { services } = await read(
      message('Two', element('a', 'Add'), element('b', 'AddResponse')) +
        message('Typed', typed('p', 'x:int')) +
        message('None') +
        portType('P', operation('F', 'Two', 'Typed'), operation('G', 'None', 'None')) +
        soapBinding('B', 'P', soapOperation('F') + soapOperation('G')) +
        service('S', 'B'),
      addSchema,
    );
    expect(services[0]?.operations.map((o) => [o.input, o.output])).toEqual([
      [
        {
          kind: 'parts',
          parts: [
            { name: 'a', element: '{urn:t}Add' },
            { name: 'b', element: '{urn:t}AddResponse' },
          ],
        },
        { kind: 'parts', parts: [{ name: 'p', type: `${x}int` }] },
      ],
      [{ kind: 'empty' }, { kind: 'empty' }],
    ]);
  });

  it('uses the parts of the message that soap:body names', async () => {
    const { services, found: problems } = await read(
      message('In', element('head', 'AddResponse'), element('body', 'Add')) +
        portType('P', operation('Add', 'In', 'In')) +
        soapBinding('B', 'P', soapOperation('Add', '<soap:body parts="body" use="literal"/>')) +
        service('S', 'B'),
      addSchema,
    );
    expect(problems).toEqual([]);
    expect(only(services).input).toEqual({ kind: 'element', element: '{urn:t}Add', wrapped: true, part: 'body' });
  });

  it('leaves parts in a header or an attachment out of a body that names no parts', async () => {
    const extensions = `<mime:multipartRelated><mime:part><soap:body use="literal"/>
      <soap:header message="t:In" part="head" use="literal"/></mime:part>
      <mime:part><mime:content part="file" type="image/png"/></mime:part></mime:multipartRelated>`;
    const { services } = await read(
      message('In', element('head', 'AddResponse'), element('body', 'Add'), typed('file', 'x:base64Binary')) +
        portType('P', operation('Add', 'In', 'In')) +
        soapBinding('B', 'P', soapOperation('Add', extensions)) +
        service('S', 'B'),
      addSchema,
    );
    expect(only(services).input).toMatchObject({ kind: 'element', part: 'body' });
    expect(only(services).bindings[0]).toMatchObject({
      input: {
        headers: [{ part: { name: 'head', element: '{urn:t}AddResponse' }, use: 'literal' }],
        attachments: [{ part: 'file', contentTypes: ['image/png'] }],
      },
    });
  });
});

describe('rpc', () => {
  it('wraps the parts in an element named after the operation, and distinguishes encoded from literal', async () => {
    const body =
      '<soap:body use="encoded" namespace="urn:rpc" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>';
    const { services } = await read(
      message('In', typed('a', 'x:int'), typed('b')) +
        message('Out', typed('return')) +
        portType('P', operation('Add', 'In', 'Out')) +
        soapBinding('B', 'P', soapOperation('Add', body), 'rpc') +
        service('S', 'B'),
    );
    const { input, output, bindings } = only(services);
    expect(input).toEqual({
      kind: 'rpc',
      name: 'Add',
      parts: [
        { name: 'a', type: `${x}int`, nillable: true },
        { name: 'b', type: `${x}string`, nillable: true },
      ],
    });
    expect(output).toMatchObject({ kind: 'rpc', name: 'AddResponse' });
    expect(bindings[0]).toMatchObject({ style: 'rpc', input: { use: 'encoded', namespace: 'urn:rpc' } });
  });
});

describe('the ports of a service', () => {
  const addHttp = (name: string, parts: readonly string[], result = element('Body', 'int')) =>
    message(`${name}In`, ...parts.map((part) => typed(part))) +
    message(`${name}Out`, result) +
    portType(name, operation('Add', `${name}In`, `${name}Out`)) +
    httpBinding(name, name, httpOperation('Add'));
  const schema = `${addSchema}<x:element name="int" type="x:int"/><x:element name="text" type="x:string"/>`;
  const soapPort = addAbstract + soapBinding('Soap', 'P', soapOperation('Add'));

  it('are united: the types come from SOAP, and every binding keeps its facts', async () => {
    const { services, found: problems } = await read(
      `${soapPort}${addHttp('Get', ['a', 'b'])}${service('S', 'Soap', 'Get')}`,
      schema,
    );
    expect(problems).toEqual([]);
    expect(services[0]?.operations).toHaveLength(1);
    const { overload, input, bindings } = only(services);
    expect([overload, input?.kind]).toEqual([undefined, 'element']);
    expect(bindings.map((b) => [b.kind, b.ports])).toEqual([
      ['soap11', ['Soap']],
      ['httpGet', ['Get']],
    ]);
    expect(bindings[1]).toMatchObject({
      location: '/Add',
      input: 'urlEncoded',
      parameters: [
        { name: 'a', type: `${x}string` },
        { name: 'b', type: `${x}string` },
      ],
      output: { kind: 'xml', element: '{urn:t}int', part: 'Body' },
    });
  });

  it('of the same kind with the same facts are one binding with both ports', async () => {
    const { services } = await read(
      `${soapPort}<service name="S"><port name="one" binding="t:Soap"/><port name="two" binding="t:Soap"/></service>`,
      schema,
    );
    expect(only(services).bindings.map((b) => b.ports)).toEqual([['one', 'two']]);
  });

  it.each([
    ['other parameters', addHttp('Get', ['a', 'c'])],
    ['a result of another type', addHttp('Get', ['a', 'b'], element('Body', 'text'))],
  ])('with %s are an operation of their own, with an input of their own', async (_, http) => {
    const { services } = await read(`${soapPort}${http}${service('S', 'Soap', 'Get')}`, schema);
    const operations = services[0]?.operations ?? [];
    expect(operations.map((o) => [o.name, o.overload, o.input?.kind, o.bindings.map((b) => b.kind)])).toEqual([
      ['Add', undefined, 'element', ['soap11']],
      ['Add', 'AddRequest', 'parts', ['httpGet']],
    ]);
  });

  it('form a service even if all of them are for HTTP', async () => {
    const { services } = await read(`${addHttp('Get', ['a'])}${service('S', 'Get')}`, schema);
    expect(only(services)).toMatchObject({
      name: 'Add',
      input: { kind: 'parts', parts: [{ name: 'a', type: `${x}string` }] },
      output: { kind: 'element', element: '{urn:t}int', wrapped: false },
    });
    expect(only(services).overload).toBeUndefined();
  });

  it('with disjoint port types are one service, each binding naming its port', async () => {
    const other =
      message('OtherIn', element('p', 'Other')) +
      portType('Q', operation('Other', 'OtherIn', 'OtherIn')) +
      soapBinding('Second', 'Q', soapOperation('Other'));
    const { services } = await read(
      `${soapPort}${other}${service('S', 'Soap', 'Second')}`,
      schema + wrapper('Other', child('x')),
    );
    expect(services.map((s) => s.operations.map((o) => [o.name, o.bindings.map((b) => b.ports)]))).toEqual([
      [
        ['Add', [['Soap']]],
        ['Other', [['Second']]],
      ],
    ]);
  });

  it('keep the placeholders of addresses and name them', async () => {
    const text = wsdl(`${soapPort}${service('S', 'Soap')}`, schema).replace('http://h/S', '{base_url}/S.asmx');
    const { contract } = await contractOf({ 'a.wsdl': text.replaceAll('"urn:t"', '"{ns}"') });
    expect(contract.placeholders).toEqual(['base_url', 'ns']);
    expect(contract.services[0]?.ports[0]?.address).toBe('{base_url}/S.asmx');
  });
});

describe('HTTP bindings', () => {
  const read1 = async (input: string, output: string, verb = 'POST', result = typed('r')) => {
    const { services, found: problems } = await read(
      message('In', typed('a'), typed('b')) +
        message('Out', result) +
        portType('P', operation('F', 'In', 'Out')) +
        httpBinding('B', 'P', httpOperation('F', input, output).replace('/F"', '/F/(a)/(b)"'), verb) +
        service('S', 'B'),
    );
    return { binding: services[0]?.operations[0]?.bindings[0], problems };
  };

  it.each([
    ['<http:urlReplacement/>', 'urlReplacement'],
    ['<http:urlEncoded/>', 'urlEncoded'],
    ['<mime:content type="application/x-www-form-urlencoded"/>', 'form'],
    ['<mime:content type="multipart/form-data"/>', 'multipart'],
    ['<mime:mimeXml part="a"/>', 'xml'],
    ['<mime:content type="text/xml" part="a"/>', 'xml'],
  ])('send %s as %s', async (input, form) => {
    expect((await read1(input, '<mime:mimeXml/>')).binding).toMatchObject({ kind: 'httpPost', input: form });
  });

  it.each([
    ['<mime:mimeXml/>', { kind: 'xml', part: 'r', type: `${x}string` }],
    ['<mime:content type="text/html"/>', { kind: 'content', contentTypes: ['text/html'], part: 'r' }],
    [
      '<mime:content type="image/gif"/><mime:content type="image/png"/>',
      { kind: 'content', contentTypes: ['image/gif', 'image/png'], part: 'r' },
    ],
  ])('answer %s', async (output, expected) => {
    expect((await read1('<http:urlEncoded/>', output)).binding).toMatchObject({ output: expected });
  });

  it('answer nothing when the message is empty', async () => {
    expect((await read1('<http:urlEncoded/>', '', 'GET', '')).binding).toMatchObject({ output: { kind: 'empty' } });
  });

  it('of another method, or of a content type without a form, are left out', async () => {
    expect((await read1('<http:urlEncoded/>', '<mime:mimeXml/>', 'PUT')).problems).toEqual([
      expect.stringContaining('contract/unsupported-verb'),
    ]);
    expect((await read1('<mime:content type="image/png"/>', '<mime:mimeXml/>')).problems).toEqual([
      expect.stringContaining('contract/unsupported-http-input'),
    ]);
  });

  it('on the port type of a SOAP binding belong to its operation; the element’s children are the parameters', async () => {
    const { services } = await read(
      addAbstract +
        soapBinding('Soap', 'P', soapOperation('Add')) +
        httpBinding('Get', 'P', httpOperation('Add', '<http:urlEncoded/>', '<mime:content type="text/xml"/>')) +
        service('S', 'Soap', 'Get'),
      addSchema,
    );
    expect(services[0]?.operations).toHaveLength(1);
    expect(only(services).bindings[1]).toMatchObject({ parameters: [{ name: 'a' }, { name: 'b' }] });
  });
});

describe('operations of one name', () => {
  it('are distinguished by the names of their inputs', async () => {
    const { services } = await read(
      message('A', element('p', 'Add')) +
        message('B', element('p', 'AddResponse')) +
        `<portType name="P">
           <operation name="F"><input name="first" message="t:A"/></operation>
           <operation name="F"><input name="second" message="t:B"/></operation>
         </portType>` +
        soapBinding(
          'Soap',
          'P',
          `<operation name="F"><soap:operation soapAction="urn:2"/><input name="second"><soap:body use="literal"/></input></operation>
           <operation name="F"><soap:operation soapAction="urn:1"/><input name="first"><soap:body use="literal"/></input></operation>`,
        ) +
        service('S', 'Soap'),
      addSchema,
    );
    expect(services[0]?.operations.map((o) => [o.overload, o.pattern, o.bindings[0]])).toEqual([
      ['first', 'oneWay', expect.objectContaining({ soapAction: 'urn:1' })],
      ['second', 'oneWay', expect.objectContaining({ soapAction: 'urn:2' })],
    ]);
  });
});

describe('of operations that cannot be distinguished,', () => {
  it('the second one is left out', async () => {
    const rpc = '<operation name="F"><soap:operation style="rpc"/><input/></operation>';
    const bare = '<operation name="F"><soap:operation style="document"/><input/></operation>';
    const { services, diagnostics } = await read(
      message('A', typed('p')) +
        portType('P', operation('F', 'A'), operation('F', 'A')) +
        soapBinding('Soap', 'P', rpc + bare) +
        service('S', 'Soap'),
    );
    expect(services[0]?.operations.map((o) => o.input?.kind)).toEqual(['rpc']);
    expect(diagnostics.map((d) => d.code)).toEqual(['contract/ambiguous-operation']);
  });

  it('both are kept if their answers differ', async () => {
    const { services, found: problems } = await read(
      message('A', typed('p')) +
        message('B', typed('q')) +
        portType('P', operation('F', 'A', 'A'), operation('F', 'A', 'B')) +
        soapBinding('Soap', 'P', soapOperation('F') + soapOperation('F')) +
        service('S', 'Soap'),
    );
    expect(problems).toEqual([expect.stringContaining('contract/same-request')]);
    expect(services[0]?.operations.map((o) => o.overload)).toEqual(['Soap_A_A', 'Soap_A_B']);
  });
});

describe('a WSDL without a service', () => {
  it('gets one for each port type, named after the binding and without an address', async () => {
    const { services, diagnostics } = await read(
      addAbstract + soapBinding('Adder', 'P', soapOperation('Add')),
      addSchema,
    );
    expect(services.map((s) => [s.name, s.ports.map((p) => p.address), s.operations.length])).toEqual([
      ['Adder', [undefined], 1],
    ]);
    expect(diagnostics.map((d) => [d.code, d.severity])).toEqual([['contract/no-service', 'info']]);
  });

  it('and without a binding gets none, which is reported', async () => {
    const { services, diagnostics } = await read(addAbstract, addSchema);
    expect(services).toEqual([]);
    expect(diagnostics.map((d) => d.code)).toEqual(['contract/no-binding']);
  });
});

describe('an unresolved reference', () => {
  /** A valid operation `Add`, and a broken one, `Bad`. */
  const beside = async (messages: string, bad: string, binding = soapOperation('Bad')) =>
    read(
      message('In', element('p', 'Add')) +
        message('Out', element('p', 'AddResponse')) +
        messages +
        portType('P', operation('Add', 'In', 'Out'), bad) +
        soapBinding('Soap', 'P', soapOperation('Add') + binding) +
        service('S', 'Soap'),
      addSchema,
    );

  it.each([
    ['a message', '', operation('Bad', 'Missing'), 'contract/unresolved-message'],
    ['an element', message('M', element('p', 'Missing')), operation('Bad', 'M'), 'contract/unresolved-element'],
    ['a type', message('M', typed('p', 't:Missing')), operation('Bad', 'M'), 'contract/unresolved-type'],
    [
      'a built-in type that does not exist',
      message('M', typed('p', 'x:text')),
      operation('Bad', 'M'),
      'contract/unresolved-type',
    ],
    ['a part of neither kind', message('M', '<part name="p"/>'), operation('Bad', 'M'), 'contract/part-without-type'],
    ['an operation that the port type lacks', '', '', 'contract/unresolved-operation'],
  ])('removes only the operation that needs it: %s', async (_, messages, bad, code) => {
    const { services, diagnostics } = await beside(messages, bad);
    expect(services[0]?.operations.map((o) => o.name)).toEqual(['Add']);
    const errors = diagnostics.filter((d) => d.severity === 'error');
    expect(errors.map((d) => d.code)).toEqual([code]);
    expect(errors[0]?.message).toContain('"Bad"');
    expect(errors[0]?.span).toBeDefined();
  });

  it.each([
    ['<soap:header message="t:Missing" part="h" use="literal"/>', 'contract/unresolved-header'],
    ['<soap:header message="t:In" part="missing" use="literal"/>', 'contract/unresolved-header'],
  ])('removes only a header: %s', async (header, code) => {
    const { services, diagnostics } = await beside(
      '',
      operation('Bad', 'In', 'Out'),
      soapOperation('Bad', `<soap:body use="literal"/>${header}`),
    );
    expect(services[0]?.operations).toHaveLength(2);
    expect(new Set(diagnostics.map((d) => `${d.severity} ${d.code}`))).toEqual(new Set([`warning ${code}`]));
  });

  it.each([
    ['<soap:header message="t:Inn" part="h" use="literal"/>', '{urn:t}In'],
    ['<soap:header message="t:Header" part="tokan" use="literal"/>', 'token'],
    ['<soap:header message="t:Header" part="typo" use="literal"/>', '{urn:t}AddResponse'],
    ['<soap:header message="t:Header" part="unlike" use="literal"/>', undefined],
  ])('is reported with the probable meaning of a header: %s', async (header, meant) => {
    const { diagnostics } = await beside(
      message('Header', element('token', 'Add'), element('typo', 'AddRespnose')),
      operation('Bad', 'In', 'Out'),
      soapOperation('Bad', `<soap:body use="literal" parts="p"/>${header}`),
    );
    const help = diagnostics.find(({ code }) => code === 'contract/unresolved-header')?.help ?? '';
    expect(/did you mean (.*?)\?/.exec(help)?.[1]).toBe(meant);
  });

  it.each([
    ['Faultt', '{urn:t}Fault'],
    ['Fault', '{urn:t}Add'],
  ])('is reported with the probable meaning of a fault: %s', async (name, meant) => {
    const { diagnostics } = await beside(
      message('Fault', element('detail', 'Addd')),
      `<operation name="Bad"><input message="t:In"/><output message="t:Out"/><fault name="F" message="t:${name}"/></operation>`,
    );
    expect(diagnostics.find(({ code }) => code === 'contract/unresolved-fault')?.help).toContain(
      `did you mean ${meant}?`,
    );
  });

  it('is reported with the part that soap:body probably means', async () => {
    const { diagnostics } = await beside(
      message('Two', element('first', 'Add'), element('second', 'AddResponse')),
      operation('Bad', 'Two', 'Two'),
      soapOperation('Bad', '<soap:body parts="frist" use="literal"/>'),
    );
    expect(diagnostics.find(({ code }) => code === 'contract/unresolved-part')?.help).toContain('did you mean first?');
  });

  it('removes only the detail of a fault', async () => {
    const { services, diagnostics } = await beside(
      '',
      '<operation name="Bad"><input message="t:In"/><output message="t:Out"/><fault name="F" message="t:Missing"/></operation>',
    );
    expect(services[0]?.operations[1]?.faults).toEqual([{ name: 'F' }]);
    expect(diagnostics.map((d) => d.code)).toEqual(['contract/unresolved-fault']);
  });

  it('removes nothing if soap:body names an unknown part of a message with only one part', async () => {
    const { services, diagnostics } = await beside(
      '',
      operation('Bad', 'In', 'Out'),
      soapOperation('Bad', '<soap:body parts="parameters" use="literal"/>'),
    );
    expect(services[0]?.operations[1]?.input).toMatchObject({ kind: 'element', part: 'p' });
    expect(new Set(diagnostics.map((d) => d.code))).toEqual(new Set(['contract/unresolved-part']));
  });

  it('removes the port whose binding, or the binding whose port type, is missing', async () => {
    const noBinding = await read(
      `${addAbstract}${soapBinding('B', 'P', soapOperation('Add'))}${service('S', 'B', 'Missing')}`,
      addSchema,
    );
    expect(noBinding.services[0]?.ports.map((p) => p.name)).toEqual(['B']);
    expect(noBinding.found).toEqual([expect.stringContaining('contract/unresolved-binding')]);
    const noPortType = await read(`${soapBinding('B', 'Missing', '')}${service('S', 'B')}`);
    expect(noPortType.services[0]?.ports).toEqual([]);
    expect(noPortType.found).toEqual([expect.stringContaining('contract/unresolved-port-type')]);
  });

  it('removes nothing if only the prefix is wrong and only one component can be meant', async () => {
    const content = `${addAbstract}${soapBinding('B', 'P', soapOperation('Add'))}${service('S', 'B')}`;
    const { services, diagnostics } = await read(
      content
        .replace('binding="t:B"', 'binding="soap:B"')
        .replace('type="t:P"', 'type="http:P"')
        .replace('message="t:In"', 'message="x:In"'),
      addSchema,
    );
    expect(only(services).name).toBe('Add');
    expect(diagnostics.map((d) => `${d.severity} ${d.code}`)).toEqual(
      Array(3).fill('warning contract/wrong-namespace'),
    );
  });

  it('is reported with the operation that a binding lacks', async () => {
    const { diagnostics } = await read(
      message('In', element('p', 'Add')) +
        portType('P', operation('Add', 'In'), operation('Other', 'In')) +
        soapBinding('B', 'P', soapOperation('Add')) +
        service('S', 'B'),
      addSchema,
    );
    expect(diagnostics.map((d) => [d.code, d.severity])).toEqual([['contract/unbound-operation', 'info']]);
  });
});

it('records the positions of services, ports and operations', async () => {
  const { positions } = await read(
    `${addAbstract}${soapBinding('B', 'P', soapOperation('Add'))}\n${service('S', 'B')}`,
    addSchema,
  );
  expect(positions.get('service {urn:t}S')?.line).toBe(6);
  expect(positions.get('port {urn:t}S/B')?.line).toBe(6);
  expect(positions.get('operation {urn:t}S/Add')?.line).toBe(5);
});

it('gives the same contract whatever the order of the inputs', async () => {
  const one = wsdl(`${addAbstract}${soapBinding('B', 'P', soapOperation('Add'))}${service('Z', 'B')}`, addSchema);
  const two = one.replaceAll('urn:t', 'urn:a');
  const a = await contractOf({ '1.wsdl': one, '2.wsdl': two }, ['1.wsdl', '2.wsdl']);
  const b = await contractOf({ '1.wsdl': one, '2.wsdl': two }, ['2.wsdl', '1.wsdl']);
  expect(JSON.stringify(b.contract)).toBe(JSON.stringify(a.contract));
});

it('treats names such as __proto__ and constructor like any others', async () => {
  const schema =
    wrapper('constructor', child('__proto__') + child('toString')) + wrapper('hasOwnProperty', child('valueOf'));
  const { services } = await read(
    message('__proto__', element('__proto__', 'constructor')) +
      message('toString', element('p', 'hasOwnProperty')) +
      portType('valueOf', operation('constructor', '__proto__', 'toString')) +
      soapBinding('isPrototypeOf', 'valueOf', soapOperation('constructor')) +
      service('__proto__', 'isPrototypeOf'),
    schema,
  );
  expect(services.map((s) => [s.name, s.operations.map((o) => [o.name, o.input])])).toEqual([
    [
      '__proto__',
      [['constructor', { kind: 'element', element: '{urn:t}constructor', wrapped: true, part: '__proto__' }]],
    ],
  ]);
});

it('documents a service without documentation with that of its port type', async () => {
  const documented = addAbstract.replace(/(<portType name="P">)/, '$1<documentation>Adds.</documentation>');
  expect(documented).not.toBe(addAbstract);
  const parts = documented + soapBinding('B', 'P', soapOperation('Add'));
  const { contract } = await contractOf({ 'a.wsdl': wsdl(parts + service('S', 'B'), addSchema) });
  expect(contract.services[0]?.documentation).toBe('Adds.');
  const own = service('S', 'B').replace('>', '><documentation>Sums.</documentation>');
  const both = await contractOf({ 'a.wsdl': wsdl(parts + own, addSchema) });
  expect(both.contract.services[0]?.documentation).toBe('Sums.');
});
