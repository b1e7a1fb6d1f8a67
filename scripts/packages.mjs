/** The packages of this repository that stand on the runtime, by their folders in `packages/`. */
import { readdirSync } from 'node:fs';

const place = new URL('../packages/', import.meta.url);

/** Those with a package.json, in the order of their names. */
export const sidePackages = readdirSync(place, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'dist')
  .map(({ name }) => name)
  .sort();
