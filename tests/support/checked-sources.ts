import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** At the top of generated modules that are only data: this line, and no other that looks like it. */
const directive =
  '// @ts-nocheck: the exports below have types of their own; their values are data, which the compiler need not check in each project.\n';

/** A generated source without `// @ts-nocheck`: users do not check data again, our tests do. */
export function checkedSource(text: string): string {
  return text.replace(directive, '');
}

/** Takes `// @ts-nocheck` out of all sources below a folder. */
export function checkSourcesBelow(folder: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )) {
    const text = readFileSync(join(folder, path), 'utf8');
    if (text.includes(directive)) {
      writeFileSync(join(folder, path), checkedSource(text));
    }
  }
}
