// Security advisories of dependencies.
//
// node scripts/parts/advisories.mjs check
//   Compares Cargo.lock with scripts/advisories/rust.json, and web/package-lock.json with the registry if it answers. Prints the age of
//   what it compared with.
// node scripts/parts/advisories.mjs update FOLDER DATE
//   Writes scripts/advisories/rust.json from a checkout of the RustSec advisory database. DATE is the day of its last commit.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const copy = `${root}scripts/advisories/rust.json`;
const day = 24 * 60 * 60 * 1000;

/** Advisories that don't apply here, by ID, with the reason. */
const exceptions = JSON.parse(readFileSync(`${root}scripts/advisories/exceptions.json`, 'utf8'));

const lockedCrates = () => {
  const lock = readFileSync(`${root}Cargo.lock`, 'utf8');
  return [...lock.matchAll(/\[\[package\]\]\nname = "(.+)"\nversion = "(.+)"/g)].map(([, name, version]) => ({
    name,
    version,
  }));
};

const parse = (version) => {
  const [core, pre = ''] = version.split('+')[0].split(/-(.*)/s);
  return { numbers: core.split('.').map(Number), pre };
};

export const compare = (one, other) => {
  const [a, b] = [parse(one), parse(other)];
  for (let at = 0; at < 3; at += 1) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0);
    if (difference) return difference;
  }
  // A prerelease comes before its release.
  if (a.pre === b.pre) return 0;
  if (!a.pre || !b.pre) return a.pre ? -1 : 1;
  return a.pre < b.pre ? -1 : 1;
};

/** First version that a caret or plain requirement no longer includes. */
const ceiling = (version) => {
  const { numbers } = parse(version);
  const at = numbers.findIndex((number) => number > 0);
  const fixed = at === -1 ? numbers.length - 1 : at;
  return numbers
    .map((number, index) => (index < fixed ? number : index === fixed ? number + 1 : 0))
    .join('.');
};

/** Whether `version` satisfies a requirement of Cargo, such as ">= 1.2.3, < 2" or "^0.4.1". */
export const satisfies = (version, requirement) =>
  requirement.split(',').every((part) => {
    const [, operator, wanted] = part.trim().match(/^(>=|<=|>|<|=|\^)?\s*(.+)$/);
    const order = compare(version, wanted);
    switch (operator) {
      case '>=':
        return order >= 0;
      case '<=':
        return order <= 0;
      case '>':
        return order > 0;
      case '<':
        return order < 0;
      case '=':
        return order === 0;
      default:
        return order >= 0 && compare(version, ceiling(wanted)) < 0;
    }
  });

const isAffected = (version, { patched, unaffected }) =>
  ![...patched, ...unaffected].some((requirement) => satisfies(version, requirement));

function checkRust() {
  const { date, advisories } = JSON.parse(readFileSync(copy, 'utf8'));
  const age = Math.floor((Date.now() - Date.parse(date)) / day);
  const crates = lockedCrates();
  console.log(`Rust: ${crates.length} crates against the RustSec copy of ${date} (${age} days old).`);
  const found = crates.flatMap(({ name, version }) =>
    advisories
      .filter((advisory) => advisory.package === name && isAffected(version, advisory))
      .map((advisory) => `${advisory.id} ${name} ${version}: ${advisory.title}`),
  );
  return found.filter((line) => {
    const reason = exceptions[line.split(' ')[0]];
    if (reason) console.log(`Excepted: ${line} (${reason})`);
    return !reason;
  });
}

function checkNpm() {
  const audit = spawnSync('npm', ['audit', '--json', '--package-lock-only', '--audit-level=low'], {
    cwd: `${root}web`,
    encoding: 'utf8',
    timeout: 30_000,
    env: { ...process.env, npm_config_fetch_retries: '0', npm_config_fetch_timeout: '10000' },
  });
  let report = null;
  try {
    report = JSON.parse(audit.stdout);
  } catch {
    // Without a registry there is no report.
  }
  if (!report?.vulnerabilities) {
    console.log(
      'npm: NOT CHECKED. The registry has no advisories for this machine; run `npm audit` in web/ where it has.',
    );
    return [];
  }
  console.log('npm: checked with the registry, today.');
  const ignored = (via) => typeof via === 'object' && exceptions[via.url?.split('/').pop()];
  return Object.values(report.vulnerabilities)
    .filter(({ via }) => !via.every(ignored))
    .map(({ name, severity, range }) => `${name} ${range}: ${severity}`);
}

function update(folder, date) {
  const names = new Set(lockedCrates().map(({ name }) => name));
  const list = (text, key) => {
    const found = text.match(new RegExp(`^${key} = \\[([^\\]]*)\\]`, 'm'));
    return found ? [...found[1].matchAll(/"([^"]+)"/g)].map(([, requirement]) => requirement) : [];
  };
  const advisories = [...names].sort().flatMap((name) => {
    const crate = `${folder}/crates/${name}`;
    if (!existsSync(crate)) return [];
    return readdirSync(crate)
      .sort()
      .flatMap((file) => {
        const text = readFileSync(`${crate}/${file}`, 'utf8');
        const head = text.match(/```toml\n([\s\S]*?)```/)[1];
        if (/^withdrawn = /m.test(head)) return [];
        const title = text.match(/^# (.+)$/m)?.[1] ?? '';
        const id = head.match(/^id = "(.+)"/m)[1];
        return [
          { id, package: name, title, patched: list(head, 'patched'), unaffected: list(head, 'unaffected') },
        ];
      });
  });
  writeFileSync(copy, `${JSON.stringify({ date, advisories }, null, 2)}\n`);
  console.log(`${advisories.length} advisories of ${names.size} crates.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, ...words] = process.argv.slice(2);
  if (command === 'update') {
    update(...words);
  } else {
    const found = [...checkRust(), ...checkNpm()];
    for (const line of found) console.error(`Vulnerable: ${line}`);
    process.exitCode = found.length > 0 ? 1 : 0;
  }
}
