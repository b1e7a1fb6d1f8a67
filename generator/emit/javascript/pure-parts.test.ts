import { withPureClasses, withPureObjects } from './pure-parts.js';

it('makes a class that extends another in a function that bundlers may leave out', () => {
  const code = `import { ServiceClient } from "@wsdl-codegen/runtime";
/** Calls \`A\`. */
export class A$Client extends ServiceClient {
	constructor(options = {}) {
		super(A, options);
	}
}
export function a() {
	return 1;
}
`;
  expect(withPureClasses(code)).toBe(`import { ServiceClient } from "@wsdl-codegen/runtime";
/** Calls \`A\`. */
export const A$Client = /*#__PURE__*/ (() => class A$Client extends ServiceClient {
	constructor(options = {}) {
		super(A, options);
	}
})();
export function a() {
	return 1;
}
`);
});

it('leaves other classes as they are', () => {
  const code =
    'class A extends B {\n\ta = 1;\n}\nexport class C {\n\tc = 1;\n}\nexport class D extends C {}\nexport class E extends C {\n\te = `\ntext\n}\n`;\n}\n';
  expect(withPureClasses(code)).toBe(code);
});

it('makes an object that names much in such a function as well', () => {
  const code = 'export const elements = {\n\t"{urn:a}a": s.a,\n\t"{urn:a}b": s.b\n};\nexport const none = {};\n';
  expect(withPureObjects(code)).toBe(
    'export const elements = /*#__PURE__*/ (() => ({\n\t"{urn:a}a": s.a,\n\t"{urn:a}b": s.b\n}))();\nexport const none = {};\n',
  );
});
