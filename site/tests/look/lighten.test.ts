import { deflateSync, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { lightened } from './lighten';

/** A PNG with two pixels per line, each line with its filter type. */
function picture(lines: number[][]): Buffer {
  const chunk = (kind: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(kind, 'latin1'), data, Buffer.alloc(4)]);
  };
  const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, lines.length, 8, 2, 0, 0, 0]);
  const data = deflateSync(Buffer.from(lines.flat()));
  return Buffer.concat([
    Buffer.alloc(8),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function linesOf(png: Buffer): number[] {
  const start = png.indexOf('IDAT');
  return [...inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)))];
}

it('a lighter picture has the same pixels in sixteen shades, whatever its filters were', () => {
  const heavy = picture([
    [0, 34, 51, 70, 34, 51, 70],
    [1, 34, 51, 70, 0, 0, 0],
    [2, 0, 0, 0, 0, 0, 0],
    [3, 17, 26, 35, 0, 0, 0],
    [4, 0, 0, 0, 0, 0, 0],
  ]);
  const line = [0, 34, 51, 68, 34, 51, 68];
  expect(linesOf(lightened(heavy))).toEqual([...line, ...line, ...line, ...line, ...line]);
});

it('a picture of another kind is rejected', () => {
  const gray = picture([[0, 0, 0, 0, 0, 0, 0]]);
  gray[8 + 8 + 9] = 0;
  expect(() => lightened(gray)).toThrow('not a Chromium screenshot');
});
