// Runs Lingui's extraction, given as arguments, with a hint of our own: Lingui suggests `npm run compile`, but the build compiles.
import { spawnSync } from 'node:child_process';

const [program, ...args] = process.argv.slice(2);
const { status, stdout, error } = spawnSync(program, args, {
  encoding: 'utf8',
  stdio: ['inherit', 'pipe', 'inherit'],
});
if (error) throw error;
process.stdout.write(stdout.replace(/^\(Use ".*\)\n/gm, ''));
if (status === 0) {
  process.stdout.write(
    'Translate the missing entries in src/locales/*/*.po (scripts/words rejects empty ones). The build compiles the catalogs.\n',
  );
}
process.exit(status ?? 1);
