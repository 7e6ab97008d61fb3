import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Sixteen shades per color are enough for comparing, and more than halve the size. */
const STEP = 17;
const SIGNATURE = 8;
/** Bytes per pixel: red, green, blue. */
const PIXEL = 3;

/** Reduces the size of the new pictures, so that they can be committed. */
export default function lightenPictures(): void {
  const folder = fileURLToPath(new URL('pictures', import.meta.url));
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.png')) {
      const path = join(folder, name);
      writeFileSync(path, lightened(readFileSync(path)));
    }
  }
}

/** The same picture in fewer colors, stored without filters, which compresses plain areas better. */
export function lightened(png: Buffer): Buffer {
  const parts = chunks(png);
  const header = parts.find(({ kind }) => kind === 'IHDR')?.data ?? Buffer.alloc(0);
  if (header.readUInt8(8) !== 8 || header.readUInt8(9) !== 2 || header.readUInt8(12) !== 0) {
    throw new Error('the picture is not a Chromium screenshot, which is 8-bit RGB without interlacing');
  }
  const lines = inflateSync(
    Buffer.concat(parts.filter(({ kind }) => kind === 'IDAT').map(({ data }) => data)),
  );
  const width = header.readUInt32BE(0) * PIXEL;
  unfilter(lines, width);
  for (let index = 0; index < lines.length; index += 1) {
    lines[index] = index % (width + 1) === 0 ? 0 : Math.round((lines[index] ?? 0) / STEP) * STEP;
  }
  return Buffer.concat([
    png.subarray(0, SIGNATURE),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunks(png: Buffer): { kind: string; data: Buffer }[] {
  const found: { kind: string; data: Buffer }[] = [];
  for (let index = SIGNATURE; index < png.length; ) {
    const length = png.readUInt32BE(index);
    const kind = png.toString('latin1', index + 4, index + 8);
    found.push({ kind, data: png.subarray(index + 8, index + 8 + length) });
    index += 12 + length;
  }
  return found;
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** Reverses the filter of each line in place: bytes are stored as differences to their neighbors. */
function unfilter(lines: Buffer, width: number): void {
  for (let start = 0; start < lines.length; start += width + 1) {
    const filter = lines[start] ?? 0;
    for (let x = 1; x <= width; x += 1) {
      const index = start + x;
      const left = x > PIXEL ? (lines[index - PIXEL] ?? 0) : 0;
      const up = start > 0 ? (lines[index - width - 1] ?? 0) : 0;
      const corner = x > PIXEL && start > 0 ? (lines[index - width - 1 - PIXEL] ?? 0) : 0;
      lines[index] = (lines[index] ?? 0) + predicted(filter, left, up, corner);
    }
  }
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const near = (value: number) => Math.abs(guess - value);
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return near(left) <= near(up) && near(left) <= near(corner)
        ? left
        : near(up) <= near(corner)
          ? up
          : corner;
    default:
      return 0;
  }
}
