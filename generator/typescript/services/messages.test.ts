import { boundWsdl, showType } from '../fixtures/bound.js';
import type { BoundMethod } from './bound-package.js';

const message = (name: string, parts: string): string => `<message name="${name}">${parts}</message>`;

/** A service with one operation `Do` over SOAP 1.1, of the given style, with these parts. */
function service(style: 'document' | 'rpc', input: string, output: string | undefined): string {
  const out =
    output === undefined
      ? ['', '', '']
      : [
          message('Out', output),
          '<output message="t:Out"/>',
          '<output><soap:body use="literal" namespace="urn:t"/></output>',
        ];
  return `${message('In', input)}${out[0]}
<portType name="P"><operation name="Do"><input message="t:In"/>${out[1]}</operation></portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="${style}"/>
<operation name="Do"><soap:operation soapAction="urn:do"/><input><soap:body use="literal" namespace="urn:t"/></input>${out[2]}</operation></binding>
<service name="S"><port name="Port" binding="t:B"><soap:address location="http://localhost/"/></port></service>`;
}

async function method(content: string, schema = ''): Promise<BoundMethod> {
  const binding = await boundWsdl(content, schema);
  return binding.services[0]?.methods[0] as BoundMethod;
}

const show = ({ input, output, inputOptional }: BoundMethod) =>
  `(${inputOptional ? '?' : ''}${showType(input)}) => ${showType(output)}`;

const wrapped = (name: string, content: string): string =>
  `<x:element name="${name}"><x:complexType><x:sequence>${content}</x:sequence></x:complexType></x:element>`;

describe('a document message', () => {
  it('is the value of its element', async () => {
    const schema =
      wrapped('Do', '<x:element name="a" type="x:string"/>') +
      wrapped('DoResponse', '<x:element name="b" type="x:int"/><x:element name="c" type="x:int"/>');
    expect(
      show(
        await method(
          service('document', '<part name="p" element="t:Do"/>', '<part name="p" element="t:DoResponse"/>'),
          schema,
        ),
      ),
    ).toBe('(Do) => DoResponse');
  });

  it('has the single value of an answer as its result', async () => {
    const schema =
      wrapped('Do', '<x:element name="a" type="x:string"/>') +
      wrapped('DoResponse', '<x:element name="DoResult" type="x:int"/>');
    expect(
      show(
        await method(
          service('document', '<part name="p" element="t:Do"/>', '<part name="p" element="t:DoResponse"/>'),
          schema,
        ),
      ),
    ).toBe('(Do) => number');
  });

  it('may have undefined as its result when that value may be absent', async () => {
    const schema =
      wrapped('Do', '') + wrapped('DoResponse', '<x:element name="DoResult" type="x:string" minOccurs="0"/>');
    expect(
      show(
        await method(
          service('document', '<part name="p" element="t:Do"/>', '<part name="p" element="t:DoResponse"/>'),
          schema,
        ),
      ),
    ).toBe('(?Do) => string | undefined');
  });

  it('may be omitted when it is empty', async () => {
    const schema = wrapped('Do', '');
    expect(show(await method(service('document', '<part name="p" element="t:Do"/>', undefined), schema))).toBe(
      '(?Do) => void',
    );
  });

  it('must be given as soon as it has an element, even an optional one', async () => {
    const schema = wrapped('Do', '<x:element name="a" type="x:string" minOccurs="0"/>');
    expect(show(await method(service('document', '<part name="p" element="t:Do"/>', undefined), schema))).toBe(
      '(Do) => void',
    );
  });
});

describe('an rpc message', () => {
  it('has a member for each part', async () => {
    expect(
      show(
        await method(
          service(
            'rpc',
            '<part name="a" type="x:string"/><part name="b" type="x:int"/>',
            '<part name="r" type="x:int"/>',
          ),
        ),
      ),
    ).toBe('(S$do$input) => number');
  });

  it('declares its parameters as a type of the service', async () => {
    const binding = await boundWsdl(service('rpc', '<part name="a" type="x:string"/>', undefined));
    expect(binding.services[0]?.types).toMatchObject([
      { kind: 'interface', name: 'S$do$input', members: [{ name: 'a', optional: false }] },
    ]);
  });

  it('has an object as the result when the answer has several parts', async () => {
    expect(
      show(
        await method(
          service(
            'rpc',
            '<part name="a" type="x:string"/>',
            '<part name="r" type="x:int"/><part name="s" type="x:int"/>',
          ),
        ),
      ),
    ).toBe('(S$do$input) => S$do$output');
  });
});
