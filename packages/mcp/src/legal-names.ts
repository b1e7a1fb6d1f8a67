/** Characters that names of tools may have at all vendors. */
const foreignToTools = /[^a-zA-Z0-9_-]/gu;
/** Characters that names of arguments may have at all vendors. */
const foreignToArguments = /[^a-zA-Z0-9_.-]/gu;
/** The longest name that all vendors take. */
const maxLength = 64;

/**
 * The name of the tool for an operation: the names of service and method where they are legal. What has to be changed gets a hash of the original,
 * so that no other operation decides what a tool is called.
 */
export function toolName(service: string, method: string): string {
  return legalName(`${service}_${method}`, foreignToTools);
}

/** The name of the argument for a property, by the same rule. */
export function argumentName(property: string): string {
  return legalName(property, foreignToArguments);
}

/** A name with a hash of what it stands for, which no other one has: whoever writes a contract can choose texts of one hash. */
export function ownName(name: string, original: string, taken: Set<string>): string {
  let own = hashedName(name, original);
  for (let salt = 1; taken.has(own); salt++) {
    own = hashedName(name, `${original}\n${salt}`);
  }
  taken.add(own);
  return own;
}

function hashedName(name: string, original: string): string {
  const hash = hashOf(original);
  return `${name.slice(0, maxLength - hash.length - 1)}_${hash}`;
}

function legalName(name: string, foreign: RegExp): string {
  const legal = name.normalize('NFKD').replace(/\p{M}/gu, '').replace(foreign, '_');
  return legal === name && name !== '' && name.length <= maxLength ? name : hashedName(legal, name);
}

/** FNV-1a with 32 bits, in seven characters. It has no secret to keep. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash.toString(36).padStart(7, '0');
}
