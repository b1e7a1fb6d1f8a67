import { resolve } from 'node:path';
import { type ProxySettings, proxiesOfEnvironment, proxyAddress } from '@wsdl-codegen/runtime/node';
import { given } from '../config/given.js';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { disk } from '../output/disk.js';
import type { HttpAccess, TlsAccess } from '../source/http-access.js';
import type { User } from '../source/places.js';
import { readSecretText, SecretProblem } from './secret-texts.js';
import type { Terminal } from './terminal.js';

/** Options of the command line for requests over http(s). Commands that have them take them all. */
export interface HttpOptions {
  /** Header fields, `Name: value`. */
  readonly header?: readonly string[];
  /** User of HTTP Basic authentication. */
  readonly user?: string;
  /** Files with certificates, relative to the working folder. */
  readonly cert?: string;
  readonly key?: string;
  readonly pfx?: string;
  readonly ca?: string;
  readonly proxy?: string;
  /** Not offered: its use is answered with what to do instead. */
  readonly insecure?: boolean;
}

/** Environment variables with secrets. */
const passwordVariable = 'CODEGEN_PASSWORD';
const passphraseVariable = 'CODEGEN_PASSPHRASE';

/**
 * What requests to the named addresses need, by the options of the command line and the environment. Secrets come from environment
 * variables, from files, or from the terminal, where they are asked for; none is written anywhere.
 *
 * @param addresses The addresses that the user named: header fields, user and certificate go to their origins alone.
 */
export async function readHttpAccess(
  options: HttpOptions,
  addresses: readonly string[],
  terminal: Terminal,
): Promise<Result<HttpAccess>> {
  const problems: Diagnostic[] = [];
  const noted = async <T>(read: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof SecretProblem)) {
        throw error;
      }
      problems.push(diagnostic('config/usage', error.wording));
      return undefined;
    }
  };
  if (options.insecure) {
    problems.push(diagnostic('config/usage', insecure));
  }
  const proxies = await noted(() => proxiesOf(options, terminal));
  const headers: (readonly [string, string])[] = [];
  for (const text of options.header ?? []) {
    const header = await noted(() => headerOf(text, terminal));
    if (header) {
      headers.push(header);
    }
  }
  const user = await noted(() => userOf(options.user, terminal));
  const tls = await noted(() => tlsOf(options, terminal));
  const access: HttpAccess = { addresses, ...(headers.length > 0 && { headers }), ...given({ user, tls, proxies }) };
  return [hasErrors(problems) ? { addresses: [] } : access, problems];
}

const insecure = {
  problem: 'There is no --insecure: without a check of certificates anybody on the way could change what is generated.',
  advice: 'save the certificate of the server or of its authority as PEM, and name the file with --ca FILE.',
};

/** Fields whose values are secrets: a value on the command line could be seen by every user of the computer. */
const secretFields = /^(?:authorization|proxy-authorization|cookie)$/i;

async function headerOf(text: string, terminal: Terminal): Promise<readonly [string, string]> {
  const [, name = '', written = ''] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*)$/s.exec(text) ?? [];
  if (name === '') {
    throw new SecretProblem(`"${text.split(':', 1)[0]}" is not a header field.`, "write --header 'Name: value'.");
  }
  const { value, isSecret } = await readSecretText(written, name, terminal);
  if (!isSecret && secretFields.test(name)) {
    throw new SecretProblem(
      `The value of ${name} is written out, where others can read it.`,
      `name an environment variable in single quotes: --header '${name}: $NAME'; or a file, @FILE; or @prompt.`,
    );
  }
  // The characters that a field may contain (RFC 9110, 5.5).
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
    throw new SecretProblem(`The value of ${name} contains a character that no header field may contain.`, 'check it.');
  }
  return [name, value];
}

async function userOf(text: string | undefined, terminal: Terminal): Promise<User | undefined> {
  if (text === undefined) {
    return undefined;
  }
  const [, name = '', written] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? [];
  if (written === undefined) {
    const password = terminal.environment[passwordVariable] ?? (await terminal.askSecret?.(`password of ${name}: `));
    if (password === undefined) {
      throw new SecretProblem(
        `There is no password for the user ${name}.`,
        `set the environment variable ${passwordVariable}, or name another one: --user '${name}:$NAME'.`,
      );
    }
    return { name, password };
  }
  const { value, isSecret } = await readSecretText(written, `password of ${name}`, terminal);
  if (!isSecret) {
    throw new SecretProblem(
      `The password of ${name} is written out, where others can read it.`,
      `set the environment variable ${passwordVariable}, or name another one in single quotes: --user '${name}:$NAME'.`,
    );
  }
  return { name, password: value };
}

async function tlsOf(options: HttpOptions, terminal: Terminal): Promise<TlsAccess | undefined> {
  const { cert, key, pfx, ca } = options;
  if (cert === undefined && key === undefined && pfx === undefined && ca === undefined) {
    return undefined;
  }
  const read = (path: string | undefined, part = ''): Uint8Array | undefined =>
    path === undefined ? undefined : pemOf(path, part, terminal);
  if ((cert === undefined) !== (key === undefined) && pfx === undefined) {
    // One file with both.
    const combined = cert === undefined ? read(key, 'CERTIFICATE') : read(cert, 'PRIVATE KEY');
    return given({ cert: combined, key: combined, ca: read(ca) });
  }
  const isOpen = key === undefined ? pfx === undefined : !isEncrypted(fileOf(key, terminal));
  const passphrase = isOpen ? undefined : await passphraseOf(key ?? pfx ?? '', terminal);
  const both = pfx === undefined ? undefined : pkcs12Of(pfx, terminal);
  return given({ cert: read(cert), key: read(key), pfx: both, ca: read(ca), passphrase });
}

/** A file of PEM in which a part is needed. */
function pemOf(path: string, part: string, terminal: Terminal): Uint8Array {
  const bytes = fileOf(path, terminal);
  const text = new TextDecoder().decode(bytes);
  if (!text.includes('-----BEGIN ')) {
    throw new SecretProblem(
      `"${path}" is not PEM: it has no line "-----BEGIN …-----".`,
      'save it as PEM; a file of PKCS #12 (.pfx, .p12) is named with --pfx.',
    );
  }
  if (
    !Array.from(text.matchAll(/-----BEGIN ([A-Z\d ]+)-----/g), ([, label = '']) => label).some((each) =>
      each.endsWith(part),
    )
  ) {
    const option = part === 'CERTIFICATE' ? '--cert' : '--key';
    throw new SecretProblem(
      `"${path}" has no ${part.toLowerCase()}.`,
      `name the file that has it with ${option} FILE.`,
    );
  }
  return bytes;
}

/** A file of PKCS #12, which begins as every sequence of DER does. */
function pkcs12Of(path: string, terminal: Terminal): Uint8Array {
  const bytes = fileOf(path, terminal);
  if (bytes[0] !== 0x30) {
    throw new SecretProblem(`"${path}" is not PKCS #12.`, 'files of PEM are named with --cert FILE and --key FILE.');
  }
  return bytes;
}

function isEncrypted(key: Uint8Array): boolean {
  return /ENCRYPTED/.test(new TextDecoder().decode(key));
}

async function passphraseOf(file: string, terminal: Terminal): Promise<string> {
  return terminal.environment[passphraseVariable] ?? (await terminal.askSecret?.(`passphrase of ${file}: `)) ?? '';
}

function fileOf(path: string, terminal: Terminal): Uint8Array {
  const bytes = disk.bytes(resolve(terminal.workingFolder, path));
  if (bytes === undefined) {
    throw new SecretProblem(`There is no file "${path}".`, 'check the path.');
  }
  return bytes;
}

function proxiesOf({ proxy }: HttpOptions, { environment }: Terminal): ProxySettings {
  const named = proxiesOfEnvironment(environment);
  if (proxy === undefined) {
    return named;
  }
  const address = proxyAddress(proxy);
  if (address === undefined) {
    throw new SecretProblem(
      'The proxy is not an http address.',
      'write for example --proxy http://proxy.example:3128.',
    );
  }
  return { http: address, https: address, loopback: true, ...(named.except !== undefined && { except: named.except }) };
}
