import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Disk, disk } from './disk.js';
import type { WrittenDocuments } from './documents.js';
import type { WriteOptions } from './write.js';
import { writeWsdlDocuments } from './wsdl-documents.js';
import { wsdlRecordFile } from './wsdl-record.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wsdl-'));
  writeFileSync(join(folder, 'a.yaml'), '');
  writeFileSync(join(folder, 'b.yaml'), '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = (name: string): string => join(folder, 'out', name);
const read = (name: string): string => readFileSync(path(name), 'utf8');

interface Outcome {
  readonly comparison: WrittenDocuments;
  readonly problems: readonly string[];
}

/** Writes documents that come from one description. */
function write(documents: Record<string, string>, from = '../a.yaml', options?: WriteOptions): Outcome {
  const target = {
    folder: join(folder, 'out'),
    display: 'out',
    documents: Object.entries(documents).map(([name, text]) => ({ name, text, from })),
    descriptions: [from],
  };
  const [comparison, found] = writeWsdlDocuments(target, disk, options);
  return { comparison, problems: found.map((d) => `${d.severity} ${d.code}: ${d.message}`) };
}

describe('writing WSDL documents', () => {
  it('creates, changes and removes its own, and leaves the same bytes alone', () => {
    expect(write({ 'A.wsdl': 'a', 'B.wsdl': 'b' }).comparison).toMatchObject({ created: ['A.wsdl', 'B.wsdl'] });
    expect(write({ 'A.wsdl': 'a', 'B.wsdl': 'b' }).comparison).toMatchObject({ created: [], changed: [], removed: [] });
    const { comparison, problems } = write({ 'A.wsdl': 'a2', 'C.wsdl': 'c' });
    expect(problems).toEqual([]);
    expect(comparison).toMatchObject({ created: ['C.wsdl'], changed: ['A.wsdl'], removed: ['B.wsdl'] });
    expect(readdirSync(join(folder, 'out'))).toEqual(['A.wsdl', 'C.wsdl', wsdlRecordFile]);
    expect(read('A.wsdl')).toBe('a2');
  });

  it('keeps the documents of other descriptions', () => {
    write({ 'A.wsdl': 'a' });
    write({ 'B.wsdl': 'b' }, '../b.yaml');
    expect(write({ 'C.wsdl': 'c' }).comparison).toMatchObject({ created: ['C.wsdl'], removed: ['A.wsdl'] });
    expect(read('B.wsdl')).toBe('b');
  });

  it('protects files that the user changed or made, unless forced', () => {
    write({ 'A.wsdl': 'a', 'B.wsdl': 'b' });
    writeFileSync(path('A.wsdl'), 'changed');
    writeFileSync(path('C.wsdl'), 'made');
    const next = { 'A.wsdl': 'a2', 'B.wsdl': 'b2', 'C.wsdl': 'c' };
    expect(write(next).problems).toEqual([
      'error output/changed-by-hand: "out/A.wsdl" has been changed since codegen wrote it.',
      'error output/not-generated: "out/C.wsdl" exists, differs from what would be written, and was not written by codegen.',
    ]);
    expect([read('A.wsdl'), read('B.wsdl'), read('C.wsdl')]).toEqual(['changed', 'b', 'made']);
    expect(write(next, '../a.yaml', { force: true }).problems).toEqual([]);
    expect([read('A.wsdl'), read('B.wsdl'), read('C.wsdl')]).toEqual(['a2', 'b2', 'c']);
  });

  it('keeps a changed document whose service is gone', () => {
    write({ 'A.wsdl': 'a', 'B.wsdl': 'b' });
    writeFileSync(path('B.wsdl'), 'changed');
    expect(write({ 'A.wsdl': 'a' }).problems).toEqual([
      'warning output/kept: "out/B.wsdl" is no longer generated, but has been changed by hand, so it stays.',
    ]);
    expect(write({ 'A.wsdl': 'a' }).problems).toEqual([]);
    expect(read('B.wsdl')).toBe('changed');
  });

  it('adopts a document that is already what would be written', () => {
    mkdirSync(join(folder, 'out'));
    writeFileSync(path('A.wsdl'), 'a\r\n');
    expect(write({ 'A.wsdl': 'a\n' }).comparison).toMatchObject({ unchanged: ['A.wsdl'] });
    expect(write({ 'A.wsdl': 'a2\n' }).comparison).toMatchObject({ changed: ['A.wsdl'] });
  });

  it('refuses one document of two descriptions, whatever the case of the name', () => {
    write({ 'Shop.wsdl': 'a' });
    expect(write({ 'shop.wsdl': 'b' }, '../b.yaml').problems).toEqual([
      'error output/two-descriptions: Both "../a.yaml" and "../b.yaml" describe a service that becomes "out/shop.wsdl".',
    ]);
    rmSync(join(folder, 'a.yaml'));
    expect(write({ 'Shop.wsdl': 'b' }, '../b.yaml').problems).toEqual([]);
  });

  it('writes nothing on a dry run', () => {
    expect(write({ 'A.wsdl': 'a' }, '../a.yaml', { dryRun: true }).comparison).toMatchObject({ created: ['A.wsdl'] });
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  it.each(['A.wsdl', wsdlRecordFile])('follows no link at %s', (name) => {
    mkdirSync(join(folder, 'out'));
    writeFileSync(join(folder, 'foreign'), 'foreign');
    symlinkSync('../foreign', path(name));
    expect(write({ 'A.wsdl': 'a' }, '../a.yaml', { force: true }).problems).toEqual([
      `error output/not-a-file: "out/${name}" cannot be written, because it is a symbolic link.`,
    ]);
    expect(readFileSync(join(folder, 'foreign'), 'utf8')).toBe('foreign');
  });

  it('deletes nothing that a forged record names', () => {
    mkdirSync(join(folder, 'out'));
    writeFileSync(join(folder, 'x.wsdl'), '');
    const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    const files = { '../x.wsdl': { hash, from: '../a.yaml' } };
    writeFileSync(path(wsdlRecordFile), JSON.stringify({ formatVersion: 1, files }));
    const { comparison, problems } = write({ 'A.wsdl': 'a' });
    expect(comparison.removed).toEqual([]);
    expect(problems[0]).toContain('warning output/manifest-unreadable');
    expect(existsSync(join(folder, 'x.wsdl'))).toBe(true);
  });

  it('compares again when another run has written in the meantime', () => {
    write({ 'A.wsdl': 'a' });
    let isFirst = true;
    const target = {
      folder: join(folder, 'out'),
      display: 'out',
      documents: [{ name: 'A.wsdl', text: 'a2', from: '../a.yaml' }],
      descriptions: ['../a.yaml'],
    };
    const racing: Disk = {
      ...disk,
      write: (file, content, mode) => {
        if (isFirst) {
          isFirst = false;
          expect(write({ 'A.wsdl': 'a2', 'B.wsdl': 'b' }).problems).toEqual([]);
        }
        disk.write(file, content, mode);
      },
    };
    const [{ unchanged, removed }, found] = writeWsdlDocuments(target, racing);
    expect([unchanged, removed, found]).toEqual([['A.wsdl'], ['B.wsdl'], []]);
    expect(readdirSync(join(folder, 'out'))).toEqual(['A.wsdl', wsdlRecordFile]);
  });

  it('writes all documents or none', () => {
    write({ 'A.wsdl': 'a', 'B.wsdl': 'b' });
    const full: Disk = {
      ...disk,
      write: (file, content, mode) => {
        if (file.includes('B.wsdl') && String(content).includes('b2')) {
          throw Object.assign(new Error('full'), { code: 'ENOSPC', path: file });
        }
        disk.write(file, content, mode);
      },
    };
    const documents = ['A', 'B'].map((name) => ({
      name: `${name}.wsdl`,
      text: `${name.toLowerCase()}2`,
      from: '../a.yaml',
    }));
    const target = { folder: join(folder, 'out'), display: 'out', documents, descriptions: ['../a.yaml'] };
    expect(writeWsdlDocuments(target, full)[1].map(({ code }) => code)).toEqual(['output/write-failed']);
    expect([read('A.wsdl'), read('B.wsdl'), readdirSync(join(folder, 'out')).length]).toEqual(['a', 'b', 3]);
  });

  it('reports errors of the file system', () => {
    writeFileSync(join(folder, 'out'), 'a file');
    expect(write({ 'A.wsdl': 'a' }).problems).toHaveLength(1);
    expect(write({ 'A.wsdl': 'a' }).problems[0]).toContain('error output/write-failed');
  });
});
