/**
 * Rolls up the declarations of the runtime: a file for each entry of the package, and two that they share, so that each class is declared once. A class with
 * `#private` members is another type in each place that declares it; for that reason the declarations for `import` export those for `require`, and have
 * nothing of their own.
 *
 * What `tsc` writes is in `dist/tsc/`, which is not published. Runs after `build-commonjs.mjs`, in whose folder declarations are CommonJS.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { declaredModules } from './declarations/declared-modules.mjs';
import { linkTo, printed } from './declarations/printed-declarations.mjs';
import { rollUp } from './declarations/roll-up.mjs';
import { exports, folder } from './runtime/sources.mjs';

/** Tests write into a folder of their own. */
const dist = process.argv[2] ?? join(folder, 'dist');
const entries = Object.values(exports).flatMap(
  (entry) => entry.import?.types.replace('./dist/', '').replace('.d.ts', '') ?? [],
);

/** As the JavaScript for Node. Declarations that may need the types of Node are not where those for every host are. */
function sharedFile(path) {
  if (/^(?:schema|xml)\//.test(path)) {
    return 'chunks/engine';
  }
  return path.startsWith('node') ? 'chunks/node' : 'chunks/service';
}

for (const [path, text] of printed(rollUp(entries, declaredModules(join(dist, 'tsc')), sharedFile))) {
  write(join('cjs', path), text);
}
for (const entry of entries) {
  write(entry, `export * from '${linkTo(posix.join('cjs', entry), entry)}';\n`);
}

function write(path, text) {
  const file = join(dist, `${path}.d.ts`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
