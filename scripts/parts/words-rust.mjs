// Texts of the command line (help, output, errors) and log messages. Read from the Rust sources.
import { readdirSync, readFileSync } from 'node:fs';

/** `.rs` files below a folder, without tests. */
function sources(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.rs') && !/(^|\/)tests?(\.rs|\/)/.test(path))
    .sort()
    .map((path) => `${folder}/${path}`);
}

const code = (path) => readFileSync(path, 'utf8').split('#[cfg(test)]')[0];

const unescape = (literal) =>
  literal
    .replace(/\\\n\s*/g, '')
    .replace(/\\n/g, '\n')
    .replace(/\\(.)/g, '$1');

/** Help texts: doc comments of the arguments and commands that clap describes. */
function helpTexts(path) {
  const found = [];
  let inside = false;
  let block = [];
  const end = () => {
    if (block.length > 0 && inside) found.push(...block.join('\n').split(/\n\s*\n/));
    block = [];
  };
  for (const line of code(path).split('\n')) {
    if (/#\[derive\([^)]*\b(Parser|Args|Subcommand|ValueEnum)\b/.test(line)) inside = true;
    const comment = line.match(/^\s*\/\/\/ ?(.*)$/);
    if (comment) block.push(comment[1]);
    else if (!/^\s*#\[/.test(line)) end();
    if (line === '}') inside = false;
  }
  return found;
}

/** String literals outside of comments that read as words. */
function literals(path) {
  const source = code(path)
    .split('\n')
    .filter((line) => !/^\s*\/\//.test(line))
    .join('\n');
  return [...source.matchAll(/(?<!['\\])"((?:[^"\\]|\\[^])*)"/g)]
    .map(([, text]) => unescape(text))
    .filter(
      (text) =>
        /[a-z]{2,} [a-z]+/i.test(text) &&
        !/^(SELECT|INSERT|UPDATE|DELETE|WITH|PRAGMA|ATTACH|VACUUM|CREATE|BEGIN)\b/.test(text),
    );
}

/** Messages of errors: `#[error("…")]`. */
function errors(path) {
  return [...code(path).matchAll(/#\[error\(\s*"((?:[^"\\]|\\[^])*)"/g)].map(([, text]) => unescape(text));
}

/** Messages of log lines: `warn!(field, "…")`. */
function logMessages(path) {
  return [...code(path).matchAll(/\b(?:error|warn|info)!\(((?:[^;"]|"(?:[^"\\]|\\[^])*")*?)\);/g)].flatMap(
    ([, inside]) => {
      const texts = [...inside.matchAll(/"((?:[^"\\]|\\[^])*)"/g)].map(([, text]) => unescape(text));
      return texts.filter((text) => /[a-z]{2,} [a-z]+/i.test(text)).slice(-1);
    },
  );
}

export function cliTexts() {
  const texts = [];
  const add = (file, found) => {
    for (const text of found.flatMap((one) => one.split('\n')))
      if (/[a-z]{2}/i.test(text))
        texts.push({
          text: text
            .replace(/\s+/g, ' ')
            .replace(/`[^`]*`/g, '`…`')
            .trim(),
          file,
        });
  };
  for (const file of sources('control-plane/src/cli')) add(file, [...helpTexts(file), ...literals(file)]);
  add('control-plane/src/config.rs', literals('control-plane/src/config.rs'));
  for (const folder of ['control-plane/src', 'tenant-runtime/src', 'platform/src'])
    for (const file of sources(folder))
      add(file, [...(file.startsWith('control-plane/src/cli/') ? [] : errors(file)), ...logMessages(file)]);
  return texts.filter(({ text }, at) => texts.findIndex((other) => other.text === text) === at);
}
