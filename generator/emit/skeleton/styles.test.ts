import { Project, ts } from 'ts-morph';
import { libraries, openModule, shop } from './testing/shop.js';
import { styles } from './testing/styles.js';
import { type SkeletonUpdate, updateSkeleton } from './update.js';

// The first test loads the compiler and the stages, which takes time on a busy machine.
jest.setTimeout(60_000);

/** Several tests look at the same updates. */
const updates = new Map<string, Promise<SkeletonUpdate>>();

function update(existing: string): Promise<SkeletonUpdate> {
  const made =
    updates.get(existing) ??
    updateSkeleton({ path: 'shop-api.ts', location: '/src/shop-api.ts', existing, service: shop, open: openModule });
  updates.set(existing, made);
  return made;
}

/** True if `text` is `part` with insertions only. */
function isSubsequence(part: string, text: string): boolean {
  let i = 0;
  for (const c of text) {
    if (i < part.length && part.startsWith(c, i)) {
      i += c.length;
    }
  }
  return i === part.length;
}

describe('a style', () => {
  it.each(styles)('%s', async (_, outcome, existing) => {
    const first = await update(existing);
    const codes = first.before.map(({ code }) => code).filter((code) => code !== 'emit/missing-methods');
    const extended = first.changed ? ['extended'] : [];
    expect([...extended, ...codes]).toEqual(
      typeof outcome === 'string' ? [outcome].filter((o) => o !== 'complete') : outcome,
    );
    expect(first.after.map(({ code }) => code)).toEqual(codes);
    expect(isSubsequence(existing, first.text)).toBe(true);
    expect(first.before.some(({ code }) => code === 'emit/missing-methods')).toBe(first.changed);
    const second = await update(first.text);
    expect([second.changed, second.text, second.after]).toEqual([false, first.text, first.after]);
  });

  it('keeps its line ends', async () => {
    for (const [name, , existing] of styles) {
      const { text } = await update(existing);
      if (name.startsWith('old Mac')) {
        expect(text).not.toContain('\n');
      } else if (!name.startsWith('mixed') && existing.includes('\r\n')) {
        expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      } else if (!existing.includes('\r')) {
        expect(text).not.toContain('\r');
      }
    }
  });
});

/** Errors about an implementation that lacks methods. */
const incompletePattern = /^TS(2420|2720|2739|2740|2741|1360) /;

describe('the compiler', () => {
  it('finds no mistakes in the additions', async () => {
    const project = new Project({
      useInMemoryFileSystem: true,
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        noImplicitOverride: true,
        noUnusedParameters: true,
        experimentalDecorators: true,
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.CommonJS,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
        lib: ['lib.es2023.d.ts'],
      },
    });
    const errorsOf = (path: string): readonly string[] =>
      project
        .getProgram()
        .compilerObject.getSemanticDiagnostics(project.getSourceFileOrThrow(path).compilerNode)
        .map(({ code, messageText }) => `TS${code} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
    for (const [path, text] of Object.entries(libraries)) {
      project.createSourceFile(path, text);
    }
    const extended = styles.filter(([, outcome]) => outcome === 'extended');
    const wrong: unknown[] = [];
    for (const [i, [, , text]] of extended.entries()) {
      project.createSourceFile(`/src/${i}-before.ts`, text);
      project.createSourceFile(`/src/${i}-after.ts`, (await update(text)).text);
    }
    for (const [i, [name]] of extended.entries()) {
      const before = errorsOf(`/src/${i}-before.ts`);
      const added = errorsOf(`/src/${i}-after.ts`).filter(
        (error) => !before.includes(error) || incompletePattern.test(error),
      );
      if (added.length > 0) {
        wrong.push([name, added]);
      }
    }
    expect(wrong).toEqual([]);
  }, 60_000);
});
