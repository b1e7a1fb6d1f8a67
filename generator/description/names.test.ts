import type { ComplexTypeDefinition, Contract } from '../contract/model.js';
import { describedContract } from './fixtures/described.js';
import { readDescription } from './read.js';

const head = "description: 1\nnamespace: 'urn:t'\naddress: 'http://h'\n";

async function problems(text: string): Promise<readonly string[]> {
  const [, diagnostics] = await readDescription(head + text, 'd.yaml');
  return diagnostics
    .filter((d) => d.severity === 'error')
    .map((d) => `${d.span?.line}:${d.span?.column} ${d.code}: ${d.message}`);
}

async function contractOf(text: string): Promise<Contract> {
  const [contract, diagnostics] = await describedContract(head + text);
  expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  return contract;
}

describe('names that collide in the WSDL', () => {
  it.each([
    [
      'operations of two services',
      `
services:
  A: { operations: { Get: { params: { a: int }, result: string } } }
  B: { operations: { Get: { params: { b: string }, result: long } } }
`,
      '7:22 description/name-collision: In the WSDL, the operation "Get" of B and the operation "Get" of A would both be the element "Get".',
    ],
    [
      'results of two services',
      `
services:
  A: { operations: { Get: { result: string } } }
  B: { operations: { Get: { result: long } } }
`,
      '7:22 description/name-collision: In the WSDL, the answer of the operation "Get" of B and the answer of the operation "Get" of A would both be the element "GetResponse".',
    ],
    [
      'an operation and the answer of another',
      `
services:
  S: { operations: { GetResponse: { params: { x: boolean } }, Get: { result: string } } }
`,
      '6:63 description/name-collision: In the WSDL, the answer of the operation "Get" of S and the operation "GetResponse" of S would both be the element "GetResponse".',
    ],
    [
      'an operation and the type of a fault',
      `
services:
  S: { operations: { Order: { params: { q: int } }, Pay: { faults: { Bad: Order } } } }
types: { Order: { fields: { x: long } } }
`,
      '6:70 description/name-collision: In the WSDL, the fault "Bad" of "Pay" and the operation "Order" of S would both be the element "Order".',
    ],
    [
      'an operation and the type of an answer over HTTP',
      `
services:
  S: { operations: { Order: { params: { q: int } }, Find: { params: { x: int }, result: Order } } }
types: { Order: { fields: { x: long } } }
`,
      '6:53 description/name-collision: In the WSDL, the answer of "Find" over HTTP GET and POST and the operation "Order" of S would both be the element "Order".',
    ],
    [
      'faults of one message name',
      `
services:
  S: { operations: { Get: { faults: { Bad: X } }, GetB: { faults: { ad: Y } } } }
types: { X: { fields: {} }, Y: { fields: {} } }
`,
      '6:69 description/name-collision: In the WSDL, the fault "ad" of "GetB" and the fault "Bad" of "Get" would both be the message "GetBad".',
    ],
    [
      'port types that two services share by name',
      `
services:
  A: { contract: C, operations: { Get: {} } }
  B: { contract: C, operations: { Put: {} } }
`,
      '7:3 description/name-collision: In the WSDL, the service "B" and the service "A" would both be the port type "CSoap".',
    ],
  ])('are errors at the second of the two: %s', async (_, text, problem) => {
    expect(await problems(text)).toEqual([problem]);
  });

  it.each([
    [
      'mean the same',
      'services:\n  A: { operations: { Get: { params: { a: int } } } }\n  B: { operations: { Get: { params: { a: { type: int, documentation: Other. } } } } }\n',
    ],
    [
      'are in namespaces of their own',
      'services:\n  A: { operations: { Get: { params: { a: int } } } }\n  B: { namespace: urn:b, operations: { Get: { params: { b: string } } } }\n',
    ],
    [
      'belong to answers of one type',
      'services: { S: { operations: { A: { result: int }, B: { result: "int?" } } } }\n',
    ],
  ])('are no problem when they %s', async (_, text) => expect(await problems(text)).toEqual([]));
});

describe('arrays', () => {
  const keys = (contract: Contract): readonly string[] =>
    contract.types.flatMap(({ key, name }) => (name?.includes('ArrayOf') ? [key.replace('{urn:t}', '')] : []));
  const itemOf = (contract: Contract, local: string): string => {
    const type = contract.types.find(({ key }) => key === `{urn:t}${local}`) as ComplexTypeDefinition;
    const [item] =
      'particle' in type.content && type.content.particle && 'particles' in type.content.particle
        ? type.content.particle.particles
        : [];
    return item?.kind === 'element' ? item.type : '';
  };

  it('do not take the name of a declared type, and get a number as in .NET', async () => {
    const contract = await contractOf(
      'services: { S: { operations: { F: { params: { a: "int[]", b: ArrayOfInt } } } } }\ntypes: { ArrayOfInt: { fields: { mine: string } } }\n',
    );
    expect(keys(contract)).toEqual(['ArrayOfInt', 'ArrayOfInt1']);
    expect(itemOf(contract, 'ArrayOfInt')).toBe('{http://www.w3.org/2001/XMLSchema}string');
    expect(itemOf(contract, 'ArrayOfInt1')).toBe('{http://www.w3.org/2001/XMLSchema}int');
  });

  it('of types whose names differ in the case of the first letter are different types', async () => {
    const contract = await contractOf(
      'services: { S: { operations: { F: { params: { a: "Int[]", b: "int[]" } } } } }\ntypes: { Int: { fields: { x: long } } }\n',
    );
    expect([itemOf(contract, 'ArrayOfInt'), itemOf(contract, 'ArrayOfInt1')]).toEqual([
      '{http://www.w3.org/2001/XMLSchema}int',
      '{urn:t}Int',
    ]);
  });
});
