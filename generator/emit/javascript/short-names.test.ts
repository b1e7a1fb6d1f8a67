import { withShortNames } from './short-names.js';

it('shortens the names of imported modules and of namespaces', () => {
  const code = [
    'import { record } from "runtime";',
    'import * as common20232 from "./common.js";',
    'const orders20232 = "urn:orders";',
    'export const Order = record(orders20232, "Order", () => [common20232.Item, common20232.orders20232]);',
  ].join('\n');
  expect(withShortNames(code)).toBe(
    [
      'import { record } from "runtime";',
      'import * as n1 from "./common.js";',
      'const n2 = "urn:orders";',
      'export const Order = record(n2, "Order", () => [n1.Item, n1.orders20232]);',
    ].join('\n'),
  );
});

it('leaves texts and comments alone, also those that look like code', () => {
  const code = [
    'const orders20232 = "urn:orders";',
    '/* orders20232 */',
    '// orders20232',
    `use("orders20232 \\" orders20232", 'orders20232', \`orders20232\`);`,
  ].join('\n');
  expect(withShortNames(code)).toBe(code.replace('const orders20232', 'const n1'));
});

it('gives no name that the module has already', () => {
  const code = 'const orders20232 = "urn:orders";\nexport const n1 = orders20232;';
  expect(withShortNames(code)).toBe('const n2 = "urn:orders";\nexport const n1 = n2;');
});

it('changes nothing where names are exported or short', () => {
  const code = 'const api = "urn:api";\nexport const namespace = "urn:api";\nuse(api);';
  expect(withShortNames(code)).toBe(code);
});

it('takes names with characters beyond ASCII as a whole', () => {
  const code =
    'const größe1 = "urn:g";\nconst orders = "urn:orders";\nexport const orders·x = use(größe1, orders, orders·x);';
  expect(withShortNames(code)).toBe(
    'const n1 = "urn:g";\nconst n2 = "urn:orders";\nexport const orders·x = use(n1, n2, orders·x);',
  );
});

it('leaves a name that an object has as a property', () => {
  const code = 'const orders = "urn:orders";\nexport const substitutes = { orders: element(orders, "a") };';
  expect(withShortNames(code)).toBe(code);
});

it('leaves a module that may contain regular expressions', () => {
  const code = 'const orders = "urn:orders";\nexport const pattern = [/"/, orders, "a"];';
  expect(withShortNames(code)).toBe(code);
});
