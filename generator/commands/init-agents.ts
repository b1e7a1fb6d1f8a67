import { join } from 'node:path';
import { disk } from '../output/disk.js';
import { type OwnFile, repositoryAround, writeOwnFile } from './own-file.js';
import type { Terminal } from './terminal.js';

/** Folders of skills: the one that agents share, and that of an agent which reads no other, if the repository has its folder. */
const places: readonly { readonly skills: string; readonly if?: string }[] = [
  { skills: '.agents/skills' },
  { skills: '.claude/skills', if: '.claude' },
];

/** Writes the skill for coding agents (agentskills.io) into the repository around the working folder, unless it is there. */
export function writeSkills(write: boolean, terminal: Terminal): readonly OwnFile[] {
  const { root, folder } = repositoryAround(terminal);
  return places
    .filter((place) => place.if === undefined || disk.entry(join(root, place.if)) !== undefined)
    .map(({ skills }) => {
      const path = `${skills}/wsdl-codegen/SKILL.md`;
      return {
        ...writeOwnFile('agents/SKILL.md', path, { FOLDER: JSON.stringify(folder) }, write, terminal),
        next: [],
      };
    });
}
