import { error, warning } from './entry.js';

/** Wording of what `codegen doctor` finds. */
export const doctor = {
  'doctor/copies': warning(
    ({ copies }: { readonly copies: readonly string[] }) =>
      `Packages of this project find ${copies.length} copies of the runtime: ${copies.join('; ')}.`,
    'make all of them ask for one version, and install again; npm dedupe, pnpm dedupe and yarn dedupe remove copies.',
  ),
  'doctor/host': error(
    'This build of Node has no {what}, which is needed for {task}.',
    'use a build from nodejs.org, or one with full-icu and OpenSSL.',
  ),
  'doctor/no-runtime': error(
    '"{folder}" needs @wsdl-codegen/runtime {range}, which is not installed.',
    '{command}; code finds what is installed in its folder, or in one around it.',
  ),
  'doctor/old': error('{name} {version} is too old: {least} is the first version that works.', 'install a newer one.'),
  'doctor/other-version': warning(
    '{name} {version} in "{place}" does not belong to wsdl-codegen {generator}, which runs now.',
    'run the command of the project (npx codegen), and install wsdl-codegen and the packages @wsdl-codegen/… of one version.',
  ),
  'doctor/stale': error(
    ({ count, path }: { readonly count: number; readonly path: string }) =>
      `${count === 1 ? 'A file' : `${count} files`} of the output ${count === 1 ? 'is' : 'are'} not what the inputs give now: ${path}${count > 1 ? ' and others' : ''}.`,
    'run codegen; codegen check lists all of them.',
  ),
};
