import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeOf, existing } from './watch.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codegen-watch-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = (...steps: readonly string[]): string => join(folder, ...steps);
const nothing: ReadonlySet<string> = new Set();

/** Everything that was there before counts as unchanged. */
const later = (): number => Date.now() + 60_000;

/** Resolves when the change was noticed; the change is made while the files are watched. */
async function noticed(files: readonly string[], change: () => void): Promise<void> {
  const waiting = changeOf(files, { since: later(), except: nothing });
  change();
  await waiting;
}

describe('changeOf', () => {
  it('notices a file that is written, replaced or deleted', async () => {
    const file = path('a.wsdl');
    writeFileSync(file, 'one');
    await noticed([file], () => writeFileSync(file, 'two'));
    writeFileSync(path('b'), 'three');
    await noticed([file], () => renameSync(path('b'), file));
    await noticed([file], () => rmSync(file));
  });

  it('notices a file that appears in a folder that did not exist', async () => {
    const file = path('deep', 'er', 'a.wsdl');
    await noticed([file], () => mkdirSync(path('deep')));
    await noticed([file], () => mkdirSync(path('deep', 'er')));
    await noticed([file], () => writeFileSync(file, 'one'));
  });

  it('notices that a folder is replaced by another one', async () => {
    mkdirSync(path('old'));
    mkdirSync(path('new'));
    writeFileSync(path('old', 'a.wsdl'), 'one');
    writeFileSync(path('new', 'a.wsdl'), 'two');
    await noticed([path('old', 'a.wsdl')], () => {
      rmSync(path('old'), { recursive: true });
      renameSync(path('new'), path('old'));
    });
  });

  it('notices that a file was deleted while the files were read, but not that it was never there', async () => {
    const [input, never] = [path('a.wsdl'), path('never.wsdl')];
    writeFileSync(input, 'one');
    const existed = existing([input, never]);
    rmSync(input);
    await changeOf([input], { since: later(), except: nothing, existed });
    const waiting = new AbortController();
    let isOver = false;
    const ended = changeOf([never], { since: later(), except: nothing, existed, signal: waiting.signal }).then(() => {
      isOver = true;
    });
    await new Promise((done) => setTimeout(done, 300));
    expect(isOver).toBe(false);
    waiting.abort();
    await ended;
  });

  it('notices a change that was made while the files were read, but not one that the run made', async () => {
    const [input, own] = [path('a.wsdl'), path('own.ts')];
    const start = Date.now();
    writeFileSync(input, 'one');
    await changeOf([input], { since: start, except: nothing });
    writeFileSync(own, 'two');
    let isOver = false;
    const waiting = changeOf([own], { since: start, except: new Set([own]) }).then(() => {
      isOver = true;
    });
    await new Promise((done) => setTimeout(done, 300));
    expect(isOver).toBe(false);
    writeFileSync(own, 'three');
    await waiting;
  });

  it('does not care about other files of a folder', async () => {
    let isOver = false;
    const waiting = changeOf([path('a.wsdl')], { since: later(), except: nothing }).then(() => {
      isOver = true;
    });
    writeFileSync(path('b.wsdl'), 'one');
    await new Promise((done) => setTimeout(done, 300));
    expect(isOver).toBe(false);
    writeFileSync(path('a.wsdl'), 'one');
    await waiting;
  });
});
