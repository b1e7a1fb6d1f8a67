import { joinModules } from './join-modules.js';

const join = (...texts: readonly string[]): string | undefined => joinModules(texts, './orders.js', '// Generated.\n');
const lines = (...all: readonly string[]): string => `// Generated.\n${all.join('\n')}\n`;

it('puts modules into one, which imports each thing once', () => {
  const service = [
    'import { definition } from "runtime";',
    'import * as s from "./schema.js";',
    'export const Orders = /*#__PURE__*/ definition(() => s.Order);',
  ];
  const client = [
    'import { ServiceClient, definition } from "runtime";',
    'import * as s from "./schema.js";',
    'import { Orders } from "./orders.js";',
    '/** A client. */',
    'export const OrdersClient = [ServiceClient, definition, Orders, s.Item];',
  ];
  expect(join(lines(...service), lines(...client), lines('export * from "./more.js";'))).toBe(
    lines(
      'import { ServiceClient, definition } from "runtime";',
      'import * as s from "./schema.js";',
      'export const Orders = /*#__PURE__*/ definition(() => s.Order);',
      '/** A client. */',
      'export const OrdersClient = [ServiceClient, definition, Orders, s.Item];',
      'export * from "./more.js";',
    ),
  );
});

it('puts declarations into one, without a difference between types and values of an import', () => {
  expect(
    join(
      lines(
        'import { type A, B } from "runtime";',
        'import type * as t from "./types.js";',
        'export interface C extends A {',
        '\tb: t.B;',
        '}',
      ),
      lines('import type { A } from "runtime";', 'import type { C } from "./orders.js";', 'export type D = A | C;'),
    ),
  ).toBe(
    lines(
      'import { A, B } from "runtime";',
      'import type * as t from "./types.js";',
      'export interface C extends A {',
      '\tb: t.B;',
      '}',
      'export type D = A | C;',
    ),
  );
});

it('has a constant once that several have, and gives another of the same name a name of its own', () => {
  const module = (namespace: string, name: string): string =>
    lines(`const api = "${namespace}";`, `export const ${name} = { api: api, text: "api", more: [...api, a.api] };`);
  expect(join(module('urn:1', 'A'), module('urn:1', 'B'), module('urn:2', 'C'))).toBe(
    lines(
      'const api = "urn:1";',
      'export const A = { api: api, text: "api", more: [...api, a.api] };',
      'export const B = { api: api, text: "api", more: [...api, a.api] };',
      'const api$1 = "urn:2";',
      'export const C = { api: api$1, text: "api", more: [...api$1, a.api] };',
    ),
  );
});

it('has a constant once that got another name because an import has its own', () => {
  const constant = 'const api = "urn:1";';
  expect(
    join(
      lines('import * as api from "./api.js";', 'export const A = api.A;'),
      lines(constant, 'export const B = { api: api };'),
      lines(constant, 'export const C = { api: api };'),
      lines('const api = "urn:2";', 'export const D = { api: api };'),
      lines('const api = "urn:2";', 'export const E = { api: api };'),
    ),
  ).toBe(
    lines(
      'import * as api from "./api.js";',
      'export const A = api.A;',
      'const api$1 = "urn:1";',
      'export const B = { api: api$1 };',
      'export const C = { api: api$1 };',
      'const api$2 = "urn:2";',
      'export const D = { api: api$2 };',
      'export const E = { api: api$2 };',
    ),
  );
});

it('gives an import another name if its own means something else', () => {
  expect(
    join(
      lines('import * as s from "./a.js";', 'export const A = s.A;'),
      lines('import * as s from "./b.js";', 'import { C } from "c";', 'export const B = [s.B, C];'),
      lines('export const C = 1;'),
    ),
  ).toBe(
    lines(
      'import * as s from "./a.js";',
      'import * as s$1 from "./b.js";',
      'import { C as C$1 } from "c";',
      'export const A = s.A;',
      'export const B = [s$1.B, C$1];',
      'export const C = 1;',
    ),
  );
});

it('has no object of all names of a module that is joined', () => {
  expect(
    join(
      lines(
        'import { record } from "runtime";',
        'import * as s from "./orders.js";',
        'export const A = () => record(s.B);',
      ),
      lines('import * as other from "./orders.js";', 'export const B = () => ({ other: [...other.A, other.record] });'),
      lines('export const record = 1;'),
    ),
  ).toBe(
    lines(
      'import { record as record$1 } from "runtime";',
      'export const A = () => record$1(B);',
      'export const B = () => ({ other: [...A, record] });',
      'export const record = 1;',
    ),
  );
});

it('is a module as well without exports', () => {
  expect(join(lines('export {};'))).toBe(lines('export {};'));
});

it.each([
  ['export the same name', lines('export const A = 1;'), lines('export const A = 2;')],
  ['have a statement of another form', lines('export const A = 1;'), lines('export default 1;')],
  ['import something for its effect', lines('export const A = 1;'), lines('import "./effect.js";')],
  [
    'mean something global by a name of another',
    lines('export const Date = 1;'),
    lines('export const A = new Date();'),
  ],
  [
    'import a name of each other under another',
    lines('export const A = 1;'),
    lines('import { A as B } from "./orders.js";'),
  ],
  [
    'use the object of all names of one of them for itself',
    lines('export const A = 1;'),
    lines('import * as s from "./orders.js";', 'export const B = s;'),
  ],
  [
    'need another name in text that is not told from expressions',
    lines('import * as s from "./a.js";', 'export const A = s.A;'),
    lines('import * as s from "./b.js";', 'export const B = s.B / 2;'),
  ],
])('does not join modules that %s', (_, first, second) => {
  expect(join(first, second)).toBeUndefined();
});
