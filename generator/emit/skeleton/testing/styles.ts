/** The expected result for a skeleton: missing methods are added, nothing is missing, or these codes are reported. */
type Outcome = 'extended' | 'complete' | readonly string[];

const methods = `  async getOrder(_input: GetOrder): Promise<Order | null> {
    return null;
  }

  async ping(): Promise<void> {}`;
const newMethods = `  async placeOrder(): Promise<null> {
    return null;
  }

  async cancel(): Promise<void> {}`;
const importLine = "import type { GetOrder, Order, ShopApiService } from 'shop-api';\n";
const object = '  getOrder: async () => null,\n  ping: async () => {}';
const base = ['emit/skeleton-base-class'];
const form = ['emit/skeleton-form'];
const partial = ['emit/skeleton-partial'];
const nothing = ['emit/skeleton-without-class'];

const plain = `${importLine}\nexport class Shop implements ShopApiService {\n${methods}\n}\n`;

/** Ways in which people write the implementation of a service. */
export const styles: readonly (readonly [name: string, outcome: Outcome, text: string])[] = [
  ['plain', 'extended', plain],
  ['nothing lacks', 'complete', plain.replace('ping()', 'ping()').replace(/\}\n$/, `\n${newMethods}\n}\n`)],

  // Layout
  ['Windows line ends', 'extended', plain.replaceAll('\n', '\r\n')],
  ['old Mac line ends', 'extended', plain.replaceAll('\n', '\r')],
  ['mixed line ends', 'extended', plain.replace(/\n/g, (end, at: number) => (at % 2 ? end : '\r\n'))],
  ['byte order mark', 'extended', `\ufeff${plain}`],
  ['byte order mark and Windows line ends', 'extended', `\ufeff${plain.replaceAll('\n', '\r\n')}`],
  ['tabs', 'extended', plain.replace(/^( {2})+/gm, (s) => '\t'.repeat(s.length / 2))],
  ['four spaces', 'extended', plain.replace(/^( {2})+/gm, (s) => s + s)],
  ['three spaces', 'extended', plain.replace(/^( {2})+/gm, (s) => '   '.repeat(s.length / 2))],
  ['no semicolons', 'extended', plain.replaceAll(';', '')],
  ['double quotes', 'extended', plain.replaceAll("'", '"')],
  ['no line end at the end', 'extended', plain.trimEnd()],
  ['brace on its own line', 'extended', plain.replace('Service {', 'Service\n{')],
  [
    'one line',
    'extended',
    `${importLine}export class Shop implements ShopApiService { getOrder() { return null; } ping() {} }\n`,
  ],
  ['empty class', 'extended', `${importLine}export class Shop implements ShopApiService {}\n`],
  ['empty class on two lines', 'extended', `${importLine}export class Shop implements ShopApiService {\n}\n`],
  ['comments before the brace', 'extended', plain.replace(/\}\n$/, '\n  // more to come\n  /* and more */\n}\n')],
  ['comment after the brace', 'extended', plain.replace(/\}\n$/, '} // end of the class\n')],
  [
    'regions',
    'extended',
    plain.replace(/\}\n$/, '  // #endregion\n}\n').replace('  async get', '  // #region methods\n  async get'),
  ],
  ['expected error at the end', 'extended', plain.replace(/\}\n$/, '\n  // @ts-expect-error\n}\n')],
  ['lint directive at the end', 'extended', plain.replace(/\}\n$/, '  // eslint-disable-next-line\n}\n')],
  ['dangling documentation', 'extended', plain.replace(/\}\n$/, '\n  /** Not written yet. */\n}\n')],
  ['header comment and directive', 'extended', `/* Copyright */\n'use strict';\n${plain}`],
  ['shebang', 'extended', `#!/usr/bin/env node\n${plain}`],
  [
    'nested in a function',
    'extended',
    `${importLine}export function make() {\n  return class implements ShopApiService {\n${methods.replace(/^/gm, '  ')}\n  };\n}\n`,
  ],
  [
    'nested in a namespace',
    'extended',
    `${importLine}export namespace shop {\n  export class Shop implements ShopApiService {\n${methods.replace(/^/gm, '  ')}\n  }\n}\n`,
  ],
  [
    'braces in strings, templates and patterns',
    'extended',
    plain.replace('return null', `const s = '}' + \`}\${'{'}\` + /[}]{1}/.source; return s ? null : null`),
  ],
  ['property without semicolon', 'extended', plain.replace(/\}\n$/, '  x = 1\n}\n')],
  [
    'property that is called like a modifier',
    'extended',
    plain.replace(/\}\n$/, '  static\n}\n').replace('static\n', 'get\n'),
  ],

  // Imports
  [
    'comment after the last import',
    'extended',
    plain.replace('GetOrder, Order, ShopApiService }', '\n  GetOrder,\n  Order,\n  ShopApiService, // the service\n}'),
  ],
  [
    'comment after the last import without comma',
    'extended',
    plain.replace('GetOrder, Order, ShopApiService }', '\n  GetOrder,\n  Order,\n  ShopApiService // the service\n}'),
  ],
  ['comment after the import', 'extended', plain.replace("'shop-api';", "'shop-api'; // generated")],
  [
    'values and types in one import',
    'extended',
    plain
      .replace('import type {', 'import { shopApi, type')
      .replace('GetOrder, Order', 'GetOrder, type Order')
      .replace(', ShopApi', ', type ShopApi')
      .concat('shopApi(new Shop());\n'),
  ],
  [
    'interface under another name',
    'extended',
    plain.replace('ShopApiService }', 'ShopApiService as Api }').replace('implements ShopApiService', 'implements Api'),
  ],
  [
    'whole module',
    'extended',
    `import type * as api from 'shop-api';\nexport class Shop implements api.ShopApiService {\n  getOrder() { return null; }\n  ping() {}\n}\n`,
  ],
  [
    'whole module by require',
    'extended',
    `import api = require('shop-api');\nexport class Shop implements api.ShopApiService {\n  getOrder() { return null; }\n  ping() {}\n}\n`,
  ],
  [
    'part of a module under another name',
    'extended',
    `import * as api from 'shop-api';\nimport Api = api.ShopApiService;\nexport class Shop implements Api {\n  getOrder() { return null; }\n  ping() {}\n}\n`,
  ],
  [
    'barrel that lacks the types',
    'extended',
    "import type { ShopApiService } from './barrel.js';\nexport class Shop implements ShopApiService {\n  getOrder() { return null; }\n  ping() {}\n}\n",
  ],
  [
    'barrel beside the package',
    'extended',
    "import type { ShopApiService } from './barrel.js';\nimport type { Order } from 'shop-api';\nexport class Shop implements ShopApiService {\n  getOrder(): Order | null { return null; }\n  ping() {}\n}\n",
  ],
  [
    'barrel with all',
    'extended',
    "import type { ShopApiService } from './star.js';\nexport class Shop implements ShopApiService {\n  getOrder() { return null; }\n  ping() {}\n}\n",
  ],
  [
    'barrel with all as a whole module',
    'extended',
    "import type * as api from './star.js';\nexport class Shop implements api.ShopApiService {\n  getOrder() { return null; }\n  ping() {}\n}\n",
  ],
  [
    'interface renamed by a barrel',
    'extended',
    "import type { Renamed } from './types.js';\nexport class Shop implements Renamed {\n  getOrder() { return null; }\n  ping() {}\n}\n",
  ],
  [
    'type names that are taken',
    'extended',
    `${plain}interface Cancel { mine: true }\nexport const receipt: Cancel = { mine: true };\n`,
  ],
  [
    'type names that are taken by variables',
    'extended',
    `${plain}export const PlaceOrder = 1;\nexport const SoapFault = 2;\n`,
  ],

  // Kinds of classes
  ['default export', 'extended', plain.replace('export class', 'export default class')],
  ['anonymous default export', 'extended', plain.replace('export class Shop', 'export default class')],
  [
    'class expression',
    'extended',
    plain.replace('export class Shop', 'export const Shop = class').replace(/\}\n$/, '};\n'),
  ],
  ['abstract class', 'extended', plain.replace('class', 'abstract class')],
  [
    'abstract methods',
    'complete',
    plain
      .replace('class', 'abstract class')
      .replace(/\}\n$/, '  abstract placeOrder(): null;\n  abstract cancel(): void;\n}\n'),
  ],
  ['generic class', 'extended', plain.replace('Shop implements', 'Shop<Order_, T = { a: 1 }> implements')],
  ['type parameter of the name of a type', 'extended', plain.replace('Shop implements', 'Shop<Receipt> implements')],
  [
    'several interfaces',
    'extended',
    plain.replace('implements ', 'implements Disposable_, ').concat('interface Disposable_ {}\n'),
  ],
  ['several classes', 'extended', plain.concat(`export class Other implements ShopApiService {\n${methods}\n}\n`)],
  ['class beside it', 'extended', `class Helper { placeOrder() {} }\n${plain}export const h = new Helper();\n`],
  [
    'decorators',
    'extended',
    plain
      .replace('export class', 'function tag(..._: unknown[]): any {}\n@tag\nexport class')
      .replace('  async ping', '  @tag\n  async ping'),
  ],
  [
    'arrow functions',
    'extended',
    `${importLine}export class Shop implements ShopApiService {\n  getOrder = async () => null\n  ping = () => {}\n}\n`,
  ],
  [
    'accessors',
    'extended',
    `${importLine}export class Shop implements ShopApiService {\n  get getOrder() { return () => null; }\n  get ping() { return () => {}; }\n}\n`,
  ],
  [
    'parameter properties',
    'extended',
    `${importLine}export class Shop implements ShopApiService {\n  constructor(readonly getOrder: () => null, public ping: () => void) {}\n}\n`,
  ],
  [
    'overloads',
    'extended',
    plain.replace(
      '  async ping(): Promise<void> {}',
      '  ping(): Promise<void>;\n  ping(_?: undefined): Promise<void>;\n  async ping(): Promise<void> {}',
    ),
  ],
  [
    'static and private members of these names',
    'extended',
    plain.replace(/\}\n$/, '  static cancel() {}\n  #placeOrder() {}\n  x() { this.#placeOrder(); }\n}\n'),
  ],
  [
    'constants as names',
    'complete',
    `const cancel = 'cancel';\n${plain.replace(/\}\n$/, "  async [cancel]() {}\n  async ['placeOrder']() { return null; }\n}\n")}`,
  ],
  ['symbols as names', 'extended', plain.replace(/\}\n$/, '  [Symbol.iterator]() {}\n}\n')],
  [
    'names that are computed',
    form,
    plain.replace(/\}\n$/, '  [key()]() {}\n}\nfunction key(): string { return Math.random() + ""; }\n'),
  ],
  [
    'private methods of these names',
    form,
    plain.replace(/\}\n$/, '  private async cancel() {}\n  protected async placeOrder() { return null; }\n}\n'),
  ],
  [
    'merged interface',
    'extended',
    `${importLine}export interface Shop extends ShopApiService {}\nexport class Shop {\n${methods}\n}\n`,
  ],

  // Inheritance
  [
    'base class in the file',
    'extended',
    `${importLine}class Base { async placeOrder(): Promise<null> { return null; } }\nexport class Shop extends Base implements ShopApiService {\n${methods}\n}\n`,
  ],
  [
    'base class in the file that has all',
    'complete',
    `${importLine}class Base {\n${newMethods}\n}\nexport class Shop extends Base implements ShopApiService {\n${methods}\n}\n`,
  ],
  [
    'class and subclass',
    'extended',
    `${importLine}export class Shop implements ShopApiService {\n${methods}\n}\nexport class Special extends Shop implements ShopApiService {\n  override async ping() {}\n}\n`,
  ],
  [
    'subclass and class',
    'extended',
    `${importLine}const make = () => class Special extends Shop implements ShopApiService {};\nexport class Shop implements ShopApiService {\n${methods}\n}\nmake();\n`,
  ],
  ['subclass of a class that implements it', 'extended', `${plain}export class Special extends Shop {}\n`],
  [
    'abstract base class in the file',
    'extended',
    `${importLine}export abstract class Base implements ShopApiService {\n${methods}\n}\nexport class Shop extends Base implements ShopApiService {}\n`,
  ],
  [
    'base class in another file',
    'extended',
    `import { Base } from './base.js';\n${plain.replace('implements', 'extends Base implements')}`,
  ],
  [
    'base class in another file without them',
    'extended',
    `import { Plain } from './base.js';\n${plain.replace('implements', 'extends Plain implements')}`,
  ],
  [
    'base class in a package',
    base,
    `import { Base } from 'lib';\n${plain.replace('implements', 'extends Base implements')}`,
  ],
  [
    'base class in a package, nothing lacks',
    'complete',
    `import { Base } from 'lib';\n${plain.replace('implements', 'extends Base implements').replace(/\}\n$/, `\n${newMethods}\n}\n`)}`,
  ],
  [
    'mixin as the base',
    base,
    `import { Base, Mixed } from 'lib';\n${plain.replace('implements', 'extends Mixed(Base) implements')}`,
  ],
  [
    'mixin',
    base,
    `${importLine}export function WithShop<T extends new (...args: any[]) => object>(Base: T) {\n  return class extends Base implements ShopApiService {\n${methods}\n  };\n}\n`,
  ],

  // Types made from the interface
  [
    'alias',
    'extended',
    plain.replace('implements ShopApiService', 'implements S').concat('type S = ShopApiService;\n'),
  ],
  [
    'alias of an alias',
    'extended',
    plain
      .replace('implements ShopApiService', 'implements S')
      .concat('type S = (T);\ntype T = ShopApiService & { x?: 1 };\n'),
  ],
  [
    'sub-interface',
    'extended',
    plain
      .replace('implements ShopApiService', 'implements Mine')
      .concat('interface Mine extends ShopApiService { y?: 1 }\n'),
  ],
  [
    'sub-interface in another file',
    'extended',
    `import type { Mine } from './types.js';\n${plain.replace('implements ShopApiService', 'implements Mine').replace(', ShopApiService', '').replace(/\}\n$/, '  extra() {}\n}\n')}`,
  ],
  [
    'alias in another file',
    'extended',
    `import type { Alias } from './types.js';\n${plain.replace('implements ShopApiService', 'implements Alias').replace(', ShopApiService', '')}`,
  ],
  [
    'aliases in a circle',
    nothing,
    plain
      .replace('implements ShopApiService', 'implements A')
      .concat('// @ts-ignore\ntype A = B;\n// @ts-ignore\ntype B = A;\n')
      .replace(', ShopApiService', ''),
  ],
  [
    'Readonly and Required',
    'extended',
    plain.replace('implements ShopApiService', 'implements Readonly<Required<ShopApiService>>'),
  ],
  ['Pick', partial, plain.replace('implements ShopApiService', "implements Pick<ShopApiService, 'getOrder' | 'ping'>")],
  [
    'Pick that the class does not have',
    ['extended', ...partial],
    plain.replace('implements ShopApiService', "implements Pick<ShopApiService, 'getOrder' | 'ping' | 'cancel'>"),
  ],
  [
    'Omit',
    ['extended', ...partial],
    plain.replace('implements ShopApiService', "implements Omit<ShopApiService, 'getOrder' | 'cancel'>"),
  ],
  [
    'Omit by an alias of names',
    ['extended', ...partial],
    plain
      .replace('implements ShopApiService', 'implements Omit<ShopApiService, Names>')
      .concat("type Names = Exclude<keyof ShopApiService, 'ping' | 'getOrder' | 'placeOrder'>;\n"),
  ],
  ['Partial', partial, plain.replace('implements ShopApiService', 'implements Partial<ShopApiService>')],
  [
    'two classes that share the work',
    'extended',
    `${importLine}export class A implements Pick<ShopApiService, 'getOrder'> {\n  getOrder() { return null; }\n}\nexport class B implements Omit<ShopApiService, 'getOrder'> {\n  ping() {}\n}\n`,
  ],
  [
    'names that are not known',
    form,
    plain
      .replace('implements ShopApiService', 'implements Pick<ShopApiService, Names>')
      .concat('type Names = ReturnType<() => "ping">;\n'),
  ],
  [
    'type of a type',
    form,
    plain
      .replace('implements ShopApiService', 'implements Some<ShopApiService>')
      .concat('type Some<T> = { [K in keyof T]: T[K] };\n'),
  ],
  [
    'mapped type',
    form,
    plain
      .replace('implements ShopApiService', 'implements All')
      .concat('type All = { [K in keyof ShopApiService]: ShopApiService[K] };\n'),
  ],
  [
    'types of single methods beside it',
    'extended',
    plain.concat(
      "export const one: ShopApiService['cancel'] = () => {};\nexport const f = (s: ShopApiService) => s;\n",
    ),
  ],

  // Objects
  ['object', 'extended', `${importLine}export const shop: ShopApiService = {\n${object},\n};\n`],
  [
    'object without a comma at the end',
    'extended',
    `${importLine}export const shop: ShopApiService = {\n${object}\n};\n`,
  ],
  [
    'object with a comment at the end',
    'extended',
    `${importLine}export const shop: ShopApiService = {\n${object} // done\n  // more to come\n};\n`,
  ],
  [
    'object with methods',
    'extended',
    `${importLine}export const shop: ShopApiService = {\n${methods.replace('}\n\n', '},\n\n')},\n};\n`,
  ],
  [
    'object on one line',
    'extended',
    `${importLine}export const shop: ShopApiService = { getOrder: () => null, ping() {} };\n`,
  ],
  ['empty object', 'extended', `${importLine}export const shop: ShopApiService = {};\n`],
  [
    'object with names alone',
    'extended',
    `${importLine}const getOrder = () => null;\nconst ping = () => {};\nexport const shop: ShopApiService = { getOrder, ping };\n`,
  ],
  ['satisfies', 'extended', `${importLine}export const shop = {\n${object},\n} satisfies ShopApiService;\n`],
  [
    'const and satisfies',
    'extended',
    `${importLine}export const shop = {\n${object},\n} as const satisfies ShopApiService;\n`,
  ],
  [
    'satisfies as the default export',
    'extended',
    `${importLine}export default {\n${object},\n} satisfies ShopApiService;\n`,
  ],
  ['frozen object', 'extended', `${importLine}export const shop: ShopApiService = Object.freeze({\n${object},\n});\n`],
  ['object of a part', partial, `${importLine}export const shop: Partial<ShopApiService> = {\n${object},\n};\n`],
  [
    'object that a function returns',
    'extended',
    `${importLine}export function make(): ShopApiService {\n  return {\n${object.replace(/^/gm, '  ')},\n  };\n}\n`,
  ],
  [
    'object that an arrow function returns',
    'extended',
    `${importLine}export const make = (): ShopApiService => ({\n${object},\n});\n`,
  ],
  [
    'object that is promised',
    'extended',
    `${importLine}export async function make(): Promise<ShopApiService> {\n  return {\n${object.replace(/^/gm, '  ')},\n  };\n}\n`,
  ],
  [
    'object as an argument',
    'extended',
    `import { shopApi } from 'shop-api';\nexport const registration = shopApi({\n${object},\n});\n`,
  ],
  [
    'object as an argument of a module',
    'extended',
    `import * as api from 'shop-api';\nexport const registration = api.shopApi({\n${object},\n});\n`,
  ],
  [
    'object as a property',
    'extended',
    `${importLine}export class Host {\n  readonly shop: ShopApiService = {\n${object.replace(/^/gm, '  ')},\n  };\n}\n`,
  ],
  [
    'object with another spread into it',
    'extended',
    `${importLine}const base = { cancel() {} };\nexport const shop: ShopApiService = {\n  ...base,\n${object},\n};\n`,
  ],
  [
    'object with something unknown spread into it',
    form,
    `${importLine}declare const base: ShopApiService;\nexport const shop: ShopApiService = {\n  ...base,\n${object},\n};\n`,
  ],

  // Values that get the type elsewhere
  [
    'object that gets its type later',
    'extended',
    `${importLine}const impl = {\n${object},\n};\nexport const shop: ShopApiService = impl;\n`,
  ],
  [
    'object that is returned by its name',
    'extended',
    `${importLine}export function make(): ShopApiService {\n  const impl = {\n${object.replace(/^/gm, '  ')},\n  };\n  return impl;\n}\n`,
  ],
  [
    'class of which an object is passed on',
    'extended',
    `import { shopApi } from 'shop-api';\nclass Shop {\n  getOrder() { return null; }\n  ping() {}\n}\nexport const registration = shopApi(new Shop());\n`,
  ],
  [
    'class of an object with the type',
    'extended',
    `${importLine}class Shop {\n  getOrder() { return null; }\n  ping() {}\n}\nexport const shop: ShopApiService = new Shop();\n`,
  ],
  [
    'constants in a circle',
    nothing,
    `${importLine}// @ts-ignore\nconst a = b;\n// @ts-ignore\nconst b = a;\nexport const shop: ShopApiService = a;\n`,
  ],
  [
    'abstract base class in another file',
    'extended',
    "import { Half } from './half.js';\nexport class Shop extends Half {\n  ping() {}\n}\n",
  ],

  // Nothing to extend
  ['no class', nothing, 'export const x = 1;\n'],
  ['empty file', nothing, ''],
  ['class in a comment', nothing, '// class A implements ShopApiService {}\n'],
  ['class of another interface', nothing, 'class A implements Other {}\ninterface Other {}\nexport const a = A;\n'],
  [
    'interface as a parameter alone',
    nothing,
    `${importLine}export const f = (s: ShopApiService, _: GetOrder, __: Order) => s;\n`,
  ],
  ['syntax error', ['emit/skeleton-syntax'], `${plain}x = ;\n`],
  [
    'merge conflict',
    ['emit/skeleton-syntax'],
    plain.replace('  async ping', '<<<<<<< HEAD\n  async ping').replace(/\}\n$/, '=======\n>>>>>>> other\n}\n'),
  ],
];
