import { withPureClasses } from './pure-classes.js';

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
