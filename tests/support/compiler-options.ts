import { thorough } from './thorough.js';

/** The options under which generated code promises to be clean. It sees the declarations of the runtime, and in `npm run test:all` its sources. */
export const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
  declaration: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
  ...(thorough && { customConditions: ['wsdl-codegen-source'] }),
};
