import { execFile } from 'node:child_process';
import { parse } from 'yaml';
import { plainEnvironment } from '../e2e/command.js';
import { textOf } from '../support/repository.js';

/** A step of a workflow that runs commands. */
interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly env?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
  readonly script?: readonly string[];
}

/** The place where a workflow runs. */
export interface Runner {
  /** The working tree of the repository. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Values of the expressions of the workflow, by their text. */
  readonly expressions?: Readonly<Record<string, string>>;
}

/** The result of the steps that ran. */
export interface WorkflowResult {
  /** The exit code of the last step that ran: a workflow ends with the first step that fails. */
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the steps of the only job of a workflow of GitHub Actions, as a runner does: each by `bash -e`, up to the first failure. */
export async function runWorkflow(path: string, runner: Runner): Promise<WorkflowResult> {
  const { jobs } = parse(textOf(path)) as { readonly jobs: Readonly<Record<string, Job>> };
  const [job = {}] = Object.values(jobs);
  const results: WorkflowResult[] = [];
  for (const step of job.steps ?? []) {
    if (step.run === undefined || (step.if !== undefined && expressionValue(step.if, runner) !== 'true')) {
      continue;
    }
    const result = await bash(step.run, runner, { ...job.env, ...step.env });
    results.push(result);
    if (result.status !== 0) {
      break;
    }
  }
  return joined(results);
}

/** Runs the script of a job of GitLab. */
export async function runScript(path: string, job: string, runner: Runner): Promise<WorkflowResult> {
  const jobs = parse(textOf(path)) as Readonly<Record<string, Job>>;
  return bash((jobs[job]?.script ?? []).join('\n'), runner, {});
}

function joined(results: readonly WorkflowResult[]): WorkflowResult {
  const text = (name: 'out' | 'err'): string => results.map((result) => result[name]).join('');
  return { status: results.at(-1)?.status ?? 0, out: text('out'), err: text('err') };
}

/** The value of an expression; `${{ }}` around a condition may be left out. */
function expressionValue(expression: string, { expressions = {} }: Runner): string {
  const text = expression.replace(/^\$\{\{\s*|\s*\}\}$/g, '');
  const value = expressions[text];
  if (value === undefined) {
    throw new Error(`the test has no value for the expression "${text}"`);
  }
  return value;
}

function bash(script: string, runner: Runner, variables: Readonly<Record<string, string>>): Promise<WorkflowResult> {
  const own = Object.entries(variables).map(([name, value]) => [
    name,
    value.replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, text: string) => expressionValue(text, runner)),
  ]);
  const env = plainEnvironment({ ...runner.environment, ...Object.fromEntries(own) });
  return new Promise((resolve) => {
    execFile('bash', ['-e', '-c', script], { cwd: runner.folder, env }, (error, out, err) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ status, out, err });
    });
  });
}
