/**
 * Writes the JavaScript of the runtime into `runtime/dist` (docs/decisions/bundling.md), in two layouts of one text: `on-node/` for Node, in few files, since
 * Node takes longer to find a file than to compile a small one, and `modules/` for bundlers and other hosts, module by module. Nothing in a file has an
 * effect when it is loaded, so that bundlers take out of it only what a program uses.
 *
 * The declarations next to them come from `build-declarations.mjs`, and CommonJS from `build-commonjs.mjs`.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { joinForNode } from './runtime/join-for-node.mjs';
import { folder } from './runtime/sources.mjs';
import { writeModules } from './runtime/write-modules.mjs';

/** Tests build into a folder of their own. */
const out = process.argv[2] ?? join(folder, 'dist');

mkdirSync(out, { recursive: true });
// What the compiler writes stays: it looks at what it remembers, and not at what is there.
for (const name of readdirSync(out).filter((each) => each !== 'tsc')) {
  rmSync(join(out, name), { recursive: true });
}

await joinForNode(join(out, 'on-node'));
await writeModules(join(out, 'modules'));
