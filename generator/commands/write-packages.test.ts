import { TestProject } from '../../tests/support/test-project.js';
import { findJobs } from '../config/jobs.js';
import { type Disk, disk } from '../output/disk.js';
import { compileAll } from './compile-all.js';
import { type WrittenPackages, writePackages } from './write-packages.js';

// The first test loads the compiler and the stages, which takes time on a busy machine.
jest.setTimeout(60_000);

const description = (operations: string): string => `description: 1
bindings: [soap11]
namespace: urn:shop
address: https://shop.example
services: { Shop: { operations: { ${operations} } } }
`;
const classPath = 'services/shop.ts';

let project: TestProject;
beforeEach(async () => {
  project = new TestProject();
  const packages = [{ name: 'shop', inputs: ['shop.yaml'], out: 'gen', skeletons: { dir: 'services' } }];
  project.write('codegen.config.json', JSON.stringify({ packages }));
  project.write('shop.yaml', description('Ping: { result: string }'));
  await project.run();
  project.write('shop.yaml', description('Ping: { result: string }, Order: { params: { id: long } }'));
});
afterEach(() => project.remove());

async function write(on: Disk): Promise<WrittenPackages> {
  const { folder: workingFolder } = project;
  const [jobs] = await findJobs({}, workingFolder);
  const toCompile = { suspects: jobs, jobs, options: {}, otherTexts: () => [] };
  const [{ packages }] = await compileAll(toCompile, { workingFolder });
  return writePackages(packages, { disk: on, workingFolder, jobs }, {});
}

/** A disk on which the user saves the class whenever codegen has prepared to change it. */
function busyDisk(most: number): Disk {
  let saves = 0;
  return {
    ...disk,
    write: (path, content, mode) => {
      disk.write(path, content, mode);
      if (path.endsWith('shop.ts.codegen/next') && saves++ < most) {
        project.write(classPath, `${project.read(classPath)}// saved ${saves}\n`);
      }
    },
  };
}

describe('a class that the user saves while codegen runs', () => {
  it('keeps what was saved, and gets its methods', async () => {
    const { diagnostics, changes } = await write(busyDisk(2));
    expect(diagnostics).toEqual([]);
    expect(changes.map(({ display }) => display)).toEqual([classPath]);
    expect(project.read(classPath)).toMatch(/async order\([\s\S]*\/\/ saved 1\n\/\/ saved 2\n$/);
  });

  it('is left alone if the saving does not end, and nothing else is written', async () => {
    const { diagnostics } = await write(busyDisk(100));
    expect(diagnostics.map(({ code }) => code)).toEqual(['emit/missing-methods', 'output/changed-meanwhile']);
    expect(project.read(classPath)).toMatch(/\/\/ saved 1\n[\s\S]*\/\/ saved 6\n$/);
    expect([project.read(classPath), project.read('gen/src/types.ts')].join()).not.toMatch(/order/i);
  });
});

describe('packages and their classes', () => {
  it.each(['gen', 'shop.ts'])('are written together or not at all: the disk refuses %s', async (name) => {
    const before = project.tree();
    const full: Disk = {
      ...disk,
      write: (path, content, mode) => {
        if (path.includes(`.${name}.codegen/next`)) {
          throw Object.assign(new Error('full'), { code: 'ENOSPC', path });
        }
        disk.write(path, content, mode);
      },
    };
    const { diagnostics } = await write(full);
    expect(diagnostics.map(({ code }) => code)).toEqual(['emit/missing-methods', 'output/write-failed']);
    expect(project.tree()).toEqual(before);
  });

  it('are watched where there is something to say', async () => {
    project.edit(classPath, 'export class', 'x = ;\nexport class');
    expect((await write(disk)).watched).toEqual([project.at(classPath)]);
    project.edit(classPath, 'x = ;\n', '');
    await write(disk);
    expect((await write(disk)).watched).toEqual([]);
  });
});
