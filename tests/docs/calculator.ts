import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generate } from 'wsdl-codegen';
import { textOf } from '../support/repository.js';

/** The description of a calculator that the tutorial writes. */
export function calculatorDescription(): string {
  return /^`calculator\.yaml`:\n\n```yaml\n([\s\S]*?)^```$/m.exec(textOf('docs/tutorial.md'))?.[1] ?? '';
}

/** Writes the package `calculator`, which the front page and the tutorial use, below a folder; its main module. */
export async function writeCalculator(folder: string): Promise<string> {
  const description = join(folder, 'calculator.yaml');
  writeFileSync(description, calculatorDescription());
  const { files } = await generate({ inputs: [description], name: 'calculator' });
  for (const [name, content] of files) {
    if (name.startsWith('src/') || name.startsWith('documents/')) {
      const path = join(folder, 'calculator', name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
  }
  return join(folder, 'calculator/src/index.ts');
}
