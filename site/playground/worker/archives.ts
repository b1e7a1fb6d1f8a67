import { decodeXmlBytes } from '@wsdl-codegen/runtime/xml';
import { type UnzipFileInfo, unzipSync, type Zippable, zipSync } from 'fflate';
import { descriptionName, mostBytes, type Tasks, type Texts } from '../tasks.js';

type GivenFiles = Tasks['open']['given']['files'];

/** How many files are read of an archive. */
const mostFiles = 2_000;

/** The texts of files, and of those in archives. A folder that contains everything is left out of the names. */
export function open({ files }: Tasks['open']['given']): Tasks['open']['answer'] {
  const texts = new Map<string, string>();
  const problems: string[] = [];
  for (const { name, bytes } of withoutTop(files)) {
    try {
      for (const file of isArchive(bytes) ? withoutTop(unzipped(bytes)) : [{ name, bytes }]) {
        texts.set(file.name, textOf(file.bytes, file.name));
      }
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { texts: Object.fromEntries(texts), problems };
}

function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

function unzipped(bytes: Uint8Array): GivenFiles {
  let [size, count] = [0, 0];
  const filter = ({ name, originalSize }: UnzipFileInfo): boolean => {
    if (!descriptionName.test(name)) {
      return false;
    }
    size += originalSize;
    count += 1;
    if (size > mostBytes || count > mostFiles) {
      throw new Error(`the archive has more than ${mostFiles} descriptions, or more than ${mostBytes / 2 ** 20} MB`);
    }
    return true;
  };
  const files = Object.entries(unzipSync(bytes, { filter }));
  if (files.length === 0) {
    throw new Error('the archive has no WSDL, schema or description in YAML');
  }
  return files.map(([name, content]) => ({ name, bytes: content }));
}

function withoutTop(files: GivenFiles): GivenFiles {
  const [top = ''] = files[0]?.name.split('/') ?? [];
  return files.every(({ name }) => name.startsWith(`${top}/`))
    ? files.map(({ name, bytes }) => ({ name: name.slice(top.length + 1), bytes }))
    : files;
}

function textOf(bytes: Uint8Array, name: string): string {
  return /\.(?:ya?ml|json)$/i.test(name) ? new TextDecoder().decode(bytes) : decodeXmlBytes(bytes);
}

/** The same archive for the same files. */
export function zip({ files }: { readonly files: Texts }): Tasks['zip']['answer'] {
  const encoder = new TextEncoder();
  const contents: Zippable = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, encoder.encode(text)]),
  );
  return { bytes: zipSync(contents, { mtime: new Date(1980, 0, 1), level: 6 }) };
}
