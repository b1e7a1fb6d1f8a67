/**
 * Makes `npx codegen` in this repository run the command that was just built. npm links the commands of packages that are
 * installed, not the project's own; without the link npx installs the project into its cache, each time it is asked.
 */
import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../node_modules/.bin/', import.meta.url));
// Absent where the package is being prepared without its own dependencies.
if (existsSync(bin)) {
  if (process.platform === 'win32') {
    writeFileSync(`${bin}codegen.cmd`, '@node "%~dp0\\..\\..\\dist\\generator\\bin.js" %*\r\n');
  } else {
    rmSync(`${bin}codegen`, { force: true });
    symlinkSync('../../dist/generator/bin.js', `${bin}codegen`);
  }
}
