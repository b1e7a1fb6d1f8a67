import { readFileSync } from 'node:fs';

const read = (name: string) => readFileSync(new URL(`../../ws-security/${name}`, import.meta.url), 'utf8');

/** A key for this example alone: everybody has it. */
export const key = read('key.pem');
export const certificate = read('certificate.pem');
