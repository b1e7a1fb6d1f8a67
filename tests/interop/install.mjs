import { spawnSync } from 'node:child_process';

/** Debian packages that the stacks and other tests need; `soap` comes from npm with the repository. */
export const debianPackages = [
  'mono-mcs',
  'mono-devel',
  'mono-runtime',
  'php-cli',
  'php-soap',
  'python3-zeep',
  'python3-spyne',
  'python3-xmlsec',
  'libsoap-lite-perl',
  'gsoap',
  'libgsoap-dev',
  'libssl-dev',
  'g++',
  'openssl',
  'libxml2-utils',
  'xmlsec1',
  'opensaml-tools',
  'softhsm2',
  'opensc',
  'jaxws',
  'libjaxws-java',
  'libwss4j-java',
  'default-jdk-headless',
];

function output(command, args) {
  const { stdout, status } = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  return status === 0 ? stdout : '';
}

/** Version of an installed package; undefined if it is not installed. */
export function installedVersion(name) {
  const [status, version] = output('dpkg-query', ['-W', '-f=' + '$' + '{db:Status-Abbrev} $' + '{Version}', name])
    .split(' ')
    .filter(Boolean);
  return status === 'ii' ? version : undefined;
}

/** Installs what is missing from Debian when root may do it, and says what it did; returns the evidence for each package that is still missing. */
export function installFromDebian(say) {
  const missing = debianPackages.filter((name) => installedVersion(name) === undefined);
  if (missing.length === 0) {
    say(`Debian packages: all ${debianPackages.length} are installed`);
    return {};
  }
  if (process.getuid?.() === 0 && output('sh', ['-c', 'command -v apt-get']) !== '') {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' });
    const offered = missing.filter((name) => /Candidate: (?!\(none\))/.test(output('apt-cache', ['policy', name])));
    say(`installing from Debian: ${offered.join(' ') || 'nothing of it is offered'}`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const result = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...offered], {
      env,
      encoding: 'utf8',
    });
    if (result.status !== 0) {
      say(`apt-get install failed: ${result.stderr.trim().split('\n').at(-1)}`);
    }
  } else {
    say(`not root: Debian packages that are missing stay so: ${missing.join(' ')}`);
  }
  return Object.fromEntries(
    missing
      .filter((name) => installedVersion(name) === undefined)
      .map((name) => [
        name,
        output('apt-cache', ['policy', name]).trim().replaceAll(/\s+/g, ' ') || `no package ${name}`,
      ]),
  );
}
