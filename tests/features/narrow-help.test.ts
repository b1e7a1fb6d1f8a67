import { TestProject } from '../support/test-project.js';

it('help fits a narrow terminal: descriptions are below what they describe', async () => {
  const { isTTY, columns } = process.stdout;
  const project = new TestProject();
  try {
    Object.assign(process.stdout, { isTTY: true, columns: 40 });
    const { out } = await project.run('sample', '--help');
    const [, ...lines] = out.split('\n');
    expect(lines.filter((line) => line.length > 40 && !line.startsWith('Example'))).toEqual([]);
    expect(out).toContain('  --seed <number>\n      other values, the same ones in\n      each run\n');
  } finally {
    Object.assign(process.stdout, { isTTY, columns });
    project.remove();
  }
});
