import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { main } from '../../generator/cli.js';

/** The output of a run of the command. */
export interface Said {
  readonly status: number;
  readonly out: string;
  readonly err: string;
  /** Codes of the diagnostics in `err`, in order. */
  readonly codes: readonly string[];
}

/** A temporary folder with a project in it, in which the command runs within this process. */
export class TestProject {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'project-'));

  at(path: string): string {
    return join(this.folder, path);
  }

  write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), content);
  }

  read(path: string): string {
    return readFileSync(this.at(path), 'utf8');
  }

  bytes(path: string): Buffer {
    return readFileSync(this.at(path));
  }

  exists(path: string): boolean {
    return existsSync(this.at(path));
  }

  /** Every file with its content; links and folders only by name. */
  tree(): Readonly<Record<string, string>> {
    const entries = readdirSync(this.folder, { recursive: true, withFileTypes: true });
    return Object.fromEntries(
      entries.map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(this.folder.length + 1), entry.isFile() ? readFileSync(path, 'latin1') : ''];
      }),
    );
  }

  /** Replaces text in a file; the text must be there. */
  edit(path: string, from: string | RegExp, to: string): void {
    const before = this.read(path);
    const after = before.replace(from, to);
    if (after === before) {
      throw new Error(`${path} does not contain ${from}`);
    }
    this.write(path, after);
  }

  async run(...args: readonly string[]): Promise<Said> {
    let out = '';
    let err = '';
    const status = await main(args, {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      isInteractive: false,
      environment: {},
      workingFolder: this.folder,
    });
    const codes = [...err.matchAll(/(?:^| )(?:error|warning|info) ([a-z]+\/[a-z0-9.-]+): /gm)].map(
      (match) => match[1] ?? '',
    );
    return { status, out, err, codes };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A description of a service whose operations take an `id` and answer with a text. */
export function shopDescription(operations: readonly string[], service = 'ShopApi'): string {
  return `description: 1
profile: asmx
bindings: [soap11]
namespace: http://shop.example/api
address: https://shop.example
services:
  ${service}:
    path: /ShopApi.asmx
    operations:
${operations.map((name) => `      ${name}: { params: { id: long }, result: string }\n`).join('')}`;
}
