import { formatXml, parseXml } from '@wsdl-codegen/runtime';
import { sample, validate } from '@wsdl-codegen/runtime/schema';
import { connect } from '../features/connect.js';
import { type Exports, findings, type InMemoryPackage, load, packageOf, typeCheck } from '../features/package.js';
import { distinctNames } from './nasty.js';
import { nastyWsdl } from './nasty-wsdl.js';

/** An optional property must not have the name of a member of every object: reading it would return that member. */
const whenOptional = (name: string): string => (Object.hasOwn(Object.prototype, name) ? `${name}$element` : name);

/** One descriptor with every name that is trouble. */
describe('nasty names', () => {
  let made: InMemoryPackage;
  let exports: Exports;
  beforeAll(async () => {
    made = await packageOf({ 'nasty.wsdl': nastyWsdl() }, { packageName: 'nasty' });
    exports = load(made.files);
  });

  it('make a package without a finding', () => {
    expect(findings(made)).toEqual([]);
    expect(made.contract.services.map((service) => service.operations.length)).toEqual([
      distinctNames.length,
      distinctNames.length,
    ]);
  });

  it('make code that type-checks', () => {
    expect(typeCheck({ nasty: made.files })).toBe('');
  }, 120_000);

  it('keep every element, property, attribute and value apart', () => {
    const { elements } = exports;
    const text = `<Everything xmlns="urn:t" ${distinctNames.map((name, i) => `${name}="${-i}"`).join(' ')}>${distinctNames.map((name, i) => `<${name}>${i}</${name}>`).join('')}</Everything>`;
    const value = parseXml(elements['{urn:t}Everything'], text) as Exports;
    expect(Object.keys(value)).toHaveLength(2 * distinctNames.length);
    for (const [number, name] of distinctNames.entries()) {
      const own = (property: string): unknown => Object.getOwnPropertyDescriptor(value, property)?.value;
      expect([name, own(whenOptional(name)), own(`${name}$attr`) === -number]).toEqual([name, number, true]);
    }
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(validate(elements['{urn:t}Everything'], value)).toEqual([]);
    const again = parseXml(elements['{urn:t}Everything'], formatXml(elements['{urn:t}Everything'], value)) as object;
    expect(Object.entries(Object.getOwnPropertyDescriptors(again))).toEqual(
      Object.entries(Object.getOwnPropertyDescriptors(value)),
    );
    expect(Object.keys(exports.Values)).toEqual(
      distinctNames
        .filter((name) => name !== '__proto__')
        .concat('__proto__')
        .sort(byOrder),
    );
    for (const name of distinctNames) {
      expect(parseXml(elements['{urn:t}Value'], `<Value xmlns="urn:t">${name}</Value>`)).toBe(name);
    }
  });

  it('each choose their own branch', () => {
    const either = exports.elements['{urn:t}Either'];
    for (const name of distinctNames) {
      const value = parseXml(either, `<Either xmlns="urn:t"><${name}>1</${name}></Either>`) as object;
      expect(Object.entries(Object.getOwnPropertyDescriptors(value)).map(([key, { value: v }]) => [key, v])).toEqual([
        [whenOptional(name), 1],
      ]);
      expect(parseXml(either, formatXml(either, value))).toEqual(value);
    }
  });

  it('are operations that client and server agree on', async () => {
    const { operations } = exports.Nasty;
    const entries = Object.entries(operations) as readonly [string, { name: string; input: { element: never } }][];
    const methods = entries.map(([method, operation]) => ({ ...operation, method }));
    expect(new Set(methods.map(({ method }) => method)).size).toBe(distinctNames.length);
    const called: string[] = [];
    const implementation = Object.create(null);
    for (const { name, method } of methods) {
      implementation[method] = (input: unknown) => {
        called.push(name);
        return input;
      };
    }
    const { client } = connect(exports, 'Nasty', implementation);
    for (const { method, input } of methods) {
      const value = sample(input.element);
      expect([method, await client[method](value)]).toEqual([method, value]);
    }
    expect(called).toEqual(methods.map(({ name }) => name));
    expect(client.then).toBeUndefined();
  });
});

function byOrder(a: string, b: string): number {
  return distinctNames.indexOf(a) - distinctNames.indexOf(b);
}
