import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { type Analysis, analyse, firstSyntaxError, type Obstacle, type Subject } from './analysis.js';
import { type Compiler, loadCompiler } from './compiler.js';
import { insertAll } from './edits.js';
import { diagnosticsOf } from './findings.js';
import type { OpenModule } from './modules.js';
import { newSkeleton } from './new-file.js';
import type { SkeletonService } from './service.js';

/** A skeleton to make or to extend. */
export interface SkeletonRequest {
  /** As diagnostics show it. */
  readonly path: string;
  /** Absolute path, from which imports are followed; `path` by default. */
  readonly location?: string;
  /** The content of the file; undefined if there is none. */
  readonly existing?: string | undefined;
  readonly service: SkeletonService;
  /** False for a new file of JavaScript that is a module of CommonJS. */
  readonly isModule?: boolean;
  /** Opens the modules that the file imports; by default none can be opened. */
  readonly open?: OpenModule;
  /** Why the file is not to be changed, whatever it lacks. */
  readonly obstacle?: Obstacle | undefined;
}

/** A skeleton as it should be. */
export interface SkeletonUpdate {
  readonly text: string;
  /** False: nothing is to be written. */
  readonly changed: boolean;
  /** True: the file lacks methods that are not added to it. */
  readonly lacking: boolean;
  /** The messages while the file is unchanged. */
  readonly before: readonly Diagnostic[];
  /** The messages after the text has been written: positions are those in the new text. */
  readonly after: readonly Diagnostic[];
  /** Names of members that implement operations which the service no longer has. */
  readonly vanished: readonly string[];
}

const unsound: Obstacle = { code: 'emit/skeleton-form', why: 'the file would not be valid with them' };

/**
 * The file in which the user implements a service. A new one has a method for each operation that answers with a fault; to
 * one that exists, methods that are missing are added at the end of the class or object that implements the service's
 * interface, along with the imports they need. Every other character stays as it is. A file that cannot be extended safely is
 * left alone, and a diagnostic says what to write.
 */
export async function updateSkeleton(request: SkeletonRequest): Promise<SkeletonUpdate> {
  const compiler = await loadCompiler();
  const { path, existing, service, location = path, open = () => undefined, obstacle } = request;
  const original = existing ?? newSkeleton(service, location, request.isModule !== false);
  const mark = original.startsWith('\ufeff') ? '\ufeff' : '';
  const subject: Subject = { path, location, text: original.slice(mark.length), service, open, obstacle };
  const now = soundAnalysis(compiler, subject);
  const { lacking, vanished } = now;
  const text = insertAll(subject.text, now.insertions);
  const then = now.insertions.length === 0 ? now : analyse(compiler, { ...subject, text });
  return {
    text: mark + text,
    changed: existing === undefined || now.insertions.length > 0,
    lacking,
    before: diagnosticsOf(now.findings, path, subject.text),
    after: diagnosticsOf(then.findings, path, text),
    vanished,
  };
}

/** The additions. If they would make the file invalid, they are only reported. */
function soundAnalysis(compiler: Compiler, subject: Subject): Analysis {
  const analysis = analyse(compiler, subject);
  if (analysis.insertions.length === 0) {
    return analysis;
  }
  const text = insertAll(subject.text, analysis.insertions);
  const isSound = firstSyntaxError(compiler, text, subject.location) === undefined;
  return isSound ? analysis : analyse(compiler, { ...subject, obstacle: unsound });
}
