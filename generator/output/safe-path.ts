import { manifestFile } from './manifest.js';

/** Names that Windows keeps for devices, whatever extension follows. */
const devicePattern = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i;

/**
 * True for a file name that every file system stores as it is written: nothing that some system reads as a path, a device or
 * another name.
 */
export function isPortableName(name: string): boolean {
  return (
    name !== '' &&
    !/[\u0000-\u001f\u007f"*/:<>?\\|]/.test(name) &&
    // Windows drops dots and spaces at the end, and `~1` may be the short form of another name.
    !/[. ]$|~\d/.test(name) &&
    !devicePattern.test(name) &&
    new TextEncoder().encode(name).length <= 255
  );
}

/** The only file for another tool: it tells git about the package. */
export const attributesFile = '.gitattributes';

/**
 * True for a relative path that generated files may have: steps that mean the same on each platform, and that lead neither
 * out of the folder nor into files of other tools (`.git`, `node_modules`) or of codegen itself. Only ASCII: some file
 * systems treat different characters as the same.
 */
export function isSafePath(path: string): boolean {
  return path === attributesFile || (path.toLowerCase() !== manifestFile && path.split('/').every(isSafeStep));
}

function isSafeStep(step: string): boolean {
  return /^[!-~][ -~]*$/.test(step) && isPortableName(step) && step[0] !== '.' && step.toLowerCase() !== 'node_modules';
}
