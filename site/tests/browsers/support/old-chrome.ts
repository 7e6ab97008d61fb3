import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';

/** The package that contains a Chrome 102 for Linux. It is made for cloud functions and needs no X server. */
const PACKAGE = '@sparticuz/chrome-aws-lambda';
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/old-chrome', import.meta.url));

/** The executable of Chrome 102, unpacked once. */
export async function oldChrome(): Promise<string> {
  const program = join(CACHE, 'chrome-102');
  const isThere = await access(program).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    await mkdir(CACHE, { recursive: true });
    const main = createRequire(import.meta.url).resolve(PACKAGE);
    const packed = join(dirname(main), '../bin/chromium.br');
    // Another run may unpack it at the same time. Each writes its own file, and the last one wins.
    const unfinished = `${program}.${process.pid}`;
    await pipeline(
      createReadStream(packed),
      createBrotliDecompress(),
      createWriteStream(unfinished, { mode: 0o755 }),
    );
    await rename(unfinished, program);
  }
  return program;
}
